// A UDP server on Linux that echoes packets, at 20 ticks per second. epoll_wait() waits for packets and for the next
// tick. Without packets, the server wakes up once per tick; packets do not delay a tick.
// Usage: epoll_server [ticks]
#include "timestep/frame_timer.hpp"
#include "timestep/presets/accumulator.hpp"
#include "timestep/steady_clock.hpp"

#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

using namespace timestep;

int main(int argc, char** argv)
{
    const long ticks_to_run = argc > 1 ? std::atol(argv[1]) : 100;
    const int packets = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0), alarm = timerfd_create(CLOCK_MONOTONIC, 0);
    const int poll = epoll_create1(0);
    sockaddr_in here{.sin_family = AF_INET, .sin_port = 0, .sin_addr = {htonl(INADDR_LOOPBACK)}, .sin_zero = {}};
    if (bind(packets, reinterpret_cast<sockaddr*>(&here), sizeof here) != 0) return 1;
    for (const int file : {packets, alarm})
    {
        epoll_event wanted{.events = EPOLLIN, .data = {.fd = file}};
        if (epoll_ctl(poll, EPOLL_CTL_ADD, file, &wanted) != 0) return 1;
    }

    const SteadyClock clock;
    auto loop = presets::accumulator(hz(20));
    FrameTimer timer;
    long ticks = 0, wake_ups = 0;
    while (ticks < ticks_to_run)
    {
        const StepPlan plan = loop.plan({.frame_time = timer.measure_frame_time(clock.now())});
        run_steps(plan, [&](double) { ++ticks; }); // a real server steps its world here

        const Nanos wait =
            plan.time_to_next_step() - (clock.now() - timer.last_reading()); // less the time of the ticks
        const itimerspec at{.it_interval = {}, .it_value = {0, std::max<long>(wait.count(), 1)}};
        timerfd_settime(alarm, 0, &at, nullptr);
        epoll_event ready{};
        wake_ups += epoll_wait(poll, &ready, 1, -1) == 1 ? 1 : 0;
        if (ready.data.fd != packets) continue;
        char text[512];
        sockaddr_in from{};
        socklen_t length = sizeof from;
        const auto address = reinterpret_cast<sockaddr*>(&from);
        const auto size = recvfrom(packets, text, sizeof text, 0, address, &length);
        if (size > 0) sendto(packets, text, static_cast<std::size_t>(size), 0, address, length);
    }
    std::printf("%ld ticks, %ld wake-ups\n", ticks, wake_ups);
}
