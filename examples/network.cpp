// A client whose ticks run ahead of its server's. The connection delays each message by 120 to 180 ms and loses 5 %.
// TickSync makes the client's frames up to 5 % longer or shorter until inputs arrive three ticks before they are
// needed. Server, client and connection are in this program, on a virtual clock. Usage: network [seconds]
#include "timestep/presets/accumulator.hpp"
#include "timestep/tick_sync.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <random>
#include <vector>

using namespace timestep;

constexpr Rate rate = hz(60);

struct Message
{
    Nanos arrives; ///< arrival time on the server's clock
    std::int64_t tick; ///< tick that uses the input
    Nanos lead; ///< in a report: how early the input arrived
    Nanos sent; ///< TickSync's total correction when the input was sent
};

struct Wire
{
    std::mt19937 random{33};
    std::vector<Message> messages{};

    void send(Nanos now, Message message)
    {
        if (random() % 100 < 5) return; // the message is lost
        message.arrives = now + Nanos{120ms} + Nanos{static_cast<std::int64_t>(random() % 60'000'000)};
        messages.push_back(message);
    }
    std::optional<Message> receive(Nanos now)
    {
        const auto first =
            std::min_element(messages.begin(), messages.end(), [](auto& a, auto& b) { return a.arrives < b.arrives; });
        if (first == messages.end() || first->arrives > now) return std::nullopt;
        const Message message = *first;
        messages.erase(first);
        return message;
    }
};

int main(int argc, char** argv)
{
    const long seconds = argc > 1 ? std::atol(argv[1]) : 8;
    const Nanos target = tick_time(rate, 3);
    TickSync sync{target};
    auto loop = presets::accumulator(rate);
    TickCounter ticks;
    Wire to_server, to_client;

    Nanos now{1s}; // server's clock; the client has received the answer to its first message
    ticks.set_next_tick(sync.first_tick(rate, now - Nanos{150ms}, Nanos{300ms}));
    Nanos lead_sum{};
    std::int64_t leads = 0, late = 0, next = ticks.next_tick(), wrong_order = 0;
    for (long frame = 0; frame < seconds * 100; ++frame, now += Nanos{10ms})
    {
        while (const auto report = to_client.receive(now)) sync.record_lead(report->lead, report->sent);
        const StepTimes times = ticks.count_steps(now, loop.plan({.frame_time = sync.correct_frame_time(Nanos{10ms})}));
        for (std::int64_t i = 0; i < times.step_count(); ++i)
        {
            wrong_order += times.tick_of_step(i) == next++ ? 0 : 1;
            to_server.send(now,
                           {.arrives = {}, .tick = times.tick_of_step(i), .lead = {}, .sent = sync.total_correction()});
        }
        while (auto input = to_server.receive(now))
        {
            input->lead = tick_time(rate, input->tick + 1) - input->arrives;
            lead_sum += input->lead;
            ++leads;
            late += input->lead < Nanos::zero() ? 1 : 0;
            to_client.send(now, *input);
        }
        if (frame % 100 != 99) continue;
        std::printf("%ld s: inputs arrive %.0f ms early, %ld of %ld late\n", frame / 100 + 1,
                    to_millis(lead_sum) / static_cast<double>(std::max<std::int64_t>(leads, 1)),
                    static_cast<long>(late), static_cast<long>(leads));
        lead_sum = {};
        leads = late = 0;
    }
    std::printf("wanted: %.0f ms early; %ld ticks lost or taken twice\n", to_millis(target),
                static_cast<long>(wrong_order));
}
