// A simulation thread and a drawing thread share a Snapshots for a minute (6 s unless the run is thorough), compiled
// with ThreadSanitizer. Fails if a drawn state is older than the one before, or does not belong to its time.
#include "thorough.hpp"
#include "timestep/presets/interpolated.hpp"
#include "timestep/snapshots.hpp"
#include "timestep/steady_clock.hpp"

#include <cmath>
#include <cstdio>

using namespace timestep;

namespace
{
// Sixteen copies of one number. They differ if a state is read while it is written.
struct World
{
    std::array<double, 16> x{};

    friend World operator+(World a, const World& b)
    {
        for (std::size_t i = 0; i < a.x.size(); ++i) a.x[i] += b.x[i];
        return a;
    }
    friend World operator-(World a, const World& b)
    {
        for (std::size_t i = 0; i < a.x.size(); ++i) a.x[i] -= b.x[i];
        return a;
    }
    friend World operator*(World a, double s)
    {
        for (double& x : a.x) x *= s;
        return a;
    }
};
} // namespace

int main()
{
    const Nanos length = tries(Nanos{60s});
    constexpr Nanos step{1ms};
    Snapshots<World> snapshots;
    std::atomic<bool> ends{false};
    long steps = 0;
    std::thread simulation{[&]
                           {
                               const SteadyClock clock;
                               World world;
                               Nanos time{};
                               for (; !ends.load(std::memory_order_relaxed); ++steps)
                               {
                                   time += step;
                                   for (double& x : world.x) x = to_seconds(time);
                                   snapshots.publish(world, time);
                                   if (steps % 64 == 0) clock.sleep(Nanos{10us});
                               }
                           }};

    const SteadyClock clock;
    Nanos last{};
    long pictures = 0, wrong = 0;
    for (const Nanos begin = clock.now(); clock.now() - begin < length;)
    {
        const DisplayedState<World> shown = snapshots.read(last + step / 3);
        if (!shown.has_state) continue;
        ++pictures;
        if (shown.time < last) ++wrong;
        last = shown.time;
        for (const double x : shown.state.x)
            if (std::abs(x - to_seconds(shown.time)) > 1e-9 * x + 1e-9) ++wrong;
    }
    ends = true;
    simulation.join();
    std::printf("%ld steps, %ld pictures, %ld wrong\n", steps, pictures, wrong);
    return wrong == 0 && pictures > 100 && steps > 100 ? 0 : 1;
}
