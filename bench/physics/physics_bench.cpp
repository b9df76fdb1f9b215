// bench_physics -- measures the cost of the physics
// Each result is the best of several rounds, so that other programs on the machine disturb it least.
#include "bench.hpp"

#include "base/threads.hpp"
#include "scenes/storm/storm.hpp"
#include "scenes/world.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <functional>
#include <vector>

namespace
{

using bench::cpu_name;
using bench::print;
using scenes::Storm;
using sim::Integrator;

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

double seconds_of(const std::function<void()>& work)
{
    const double begun = now();
    work();
    return now() - begun;
}

// Returns the best time of each work. The works alternate, so that a disturbance affects all of them.
std::vector<double> best_of(int rounds, const std::vector<std::function<void()>>& works)
{
    std::vector<double> best(works.size(), 1e9);
    for (int round = 0; round < bench::rounds(rounds); ++round)
        for (std::size_t i = 0; i < works.size(); ++i) best[i] = std::min(best[i], seconds_of(works[i]));
    return best;
}

Storm storm_of(int count, int threads)
{
    Storm storm;
    storm.knobs.ball_count = count;
    storm.knobs.thread_count = threads;
    return storm;
}

// Runs storm.step_many() `calls` times, with `bundle` steps each.
struct StormRun
{
    StormRun(int count, int threads, int steps_a_call)
        : storm{storm_of(count, threads)}
        , state{storm.initial_state()}
        , bundle{steps_a_call}
    {
    }

    void operator()(int calls)
    {
        sim::EventCounts events;
        for (int i = 0; i < calls; ++i) storm.step_many(state, {.h = 1.0 / 60.0, .step_count = bundle}, events);
    }

    Storm storm;
    Storm::State state;
    int bundle;
};

void default_scene()
{
    print("\nThe default scene (spring and ball), one step through World\n");
    constexpr int seconds = 800;
    constexpr int steps = 240;
    for (const sim::IntegratorInfo& row : sim::all_integrators)
    {
        scenes::SceneSettings settings = *scenes::find_scene_defaults("spring-and-ball");
        set_knob(settings, "damping", 0.1); // else explicit Euler blows up, which makes steps free
        scenes::World world{settings};
        world.set_integrator(row.id);
        const auto run = [&]
        {
            for (int second = 0; second < seconds; ++second)
            {
                world.reset(); // before the ball is at rest, because denormal numbers are slow
                for (int i = 0; i < steps; ++i) world.step(1.0 / steps);
            }
        };
        const double best = best_of(15, {run})[0] / seconds;
        print("  {:<22} {:7.1f} ns a step\n", row.label, best / steps * 1e9);
    }
}

// A body that flies, turns, bounces off a floor and cools down.
struct Thing
{
    double x = 0.0, y = 1.0, vx = 1.0, vy = 0.0; // positions in m, velocities in m/s
    double angle = 0.0, spin = 2.0; // in radians and radians/s
    double heat = 1.0;
};

constexpr double h = 1.0 / 60.0;
constexpr double gravity = 9.81; // m/s^2
constexpr double wind = 0.3; // m/s^2
constexpr double cooling = 0.1; // per second

// A bounce is an impulse, so none of the three versions multiplies it by dt.
void bounce(Thing& t)
{
    if (t.y >= 0.0) return;
    t.y = -t.y;
    t.vy = -t.vy;
}

[[gnu::always_inline]] inline void step(std::vector<Thing>& things, double dt)
{
    for (Thing& t : things)
    {
        t.vx += wind * dt;
        t.vy -= gravity * dt;
        t.x += t.vx * dt;
        t.y += t.vy * dt;
        t.angle += t.spin * dt;
        t.heat -= t.heat * (cooling * dt);
        bounce(t);
    }
}

// Speeds are in metres per step.
[[gnu::noinline]] void step_without_dt(std::vector<Thing>& things)
{
    for (Thing& t : things)
    {
        t.vx += wind * h * h;
        t.vy -= gravity * h * h;
        t.x += t.vx;
        t.y += t.vy;
        t.angle += t.spin;
        t.heat -= t.heat * (cooling * h);
        bounce(t);
    }
}

[[gnu::noinline]] void step_with_constant_dt(std::vector<Thing>& things) { step(things, h); }

[[gnu::noinline]] void step_with_variable_dt(std::vector<Thing>& things, double dt) { step(things, dt); }

// Measures the cost of dt. All data fit in the cache and each run takes microseconds, so the arithmetic dominates.
void cost_of_dt()
{
    constexpr std::size_t count = 256;
    constexpr int calls = 2000;
    const std::vector<Thing> start(count, Thing{.vx = h, .spin = 2.0 * h}); // speeds in metres per step
    std::vector<Thing> without = start, constant(count), variable(count);
    volatile double measured = h; // volatile: the compiler cannot know the value
    const auto run = [&](auto& things, const auto& step)
    {
        return [&things, step]
        {
            for (int i = 0; i < calls; ++i) step(things);
        };
    };
    const auto best = best_of(200, {run(without, step_without_dt), run(constant, step_with_constant_dt),
                                    run(variable, [&](auto& things) { step_with_variable_dt(things, measured); })});
    const double each = calls * static_cast<double>(count) / 1e9;
    print("\n`* dt` in every line: {} things that fly, turn, cool down and bounce\n", count);
    print("  in units of the step, no dt    {:6.2f} ns a thing\n", best[0] / each);
    print("  times a constant               {:6.2f} ns a thing, {:.3f} times as long\n", best[1] / each,
          best[1] / best[0]);
    print(
        "  times a variable               {:6.2f} ns a thing, {:.3f} times as long as without, {:.3f} as a constant\n",
        best[2] / each, best[2] / best[0], best[2] / best[1]);
}

void in_cache()
{
    constexpr int count = 10'000;
    print("\nStorm in the cache: {} balls, one thread\n", count);
    for (const int bundle : {1, 4, 16, 64})
    {
        StormRun run{count, 1, bundle};
        const int calls = 4096 / bundle;
        const double best = best_of(15, {[&] { run(calls); }})[0];
        print("  {:>2} steps a frame  {:6.2f} billion ball-steps a second\n", bundle,
              static_cast<double>(count) * bundle * calls / best * 1e-9);
    }
}

void against_memcpy(int count)
{
    const auto bytes = static_cast<std::size_t>(count) * sizeof(float);
    std::vector<float> from(2 * static_cast<std::size_t>(count), 1.0F);
    std::vector<float> to(from.size());
    const int calls = std::max(8, 64'000'000 / count);
    StormRun one{count, 1, 1};
    StormRun eight{count, 1, 8};
    StormRun both_one{count, 2, 1};
    StormRun both_eight{count, 2, 8};
    const auto copy = [&]
    {
        for (int i = 0; i < calls; ++i)
        {
            std::memcpy(to.data(), from.data(), 2 * bytes);
            from[static_cast<std::size_t>(i)] += to[0]; // keeps the compiler from removing the copy
        }
    };
    const auto best = best_of(60, {copy, [&] { one(calls); }, [&] { eight(calls / 4); }, [&] { both_one(calls); },
                                   [&] { both_eight(calls / 4); }});

    const auto gigabytes = [&](double seconds) { return 4.0 * static_cast<double>(bytes) * calls / seconds * 1e-9; };
    const auto billions = [&](double seconds, double steps) { return count * steps / seconds * 1e-9; };
    const double few = calls;
    const double many = 8.0 * (calls / 4);
    print("\nStorm beside memcpy: {} balls; x and v are {:.0f} MB, read and written once a step\n", count,
          2.0 * static_cast<double>(bytes) * 1e-6);
    print("  memcpy, 1 thread               {:7.1f} GB/s read and written\n", gigabytes(best[0]));
    print("  1 step a frame, 1 thread       {:7.1f} GB/s, {:.2f} of memcpy; {:.2f} billion ball-steps a second\n",
          gigabytes(best[1]), best[0] / best[1], billions(best[1], few));
    print("  1 step a frame, 2 threads      {:7.1f} GB/s, {:.2f} of memcpy, {:.2f} times one thread\n",
          gigabytes(best[3]), best[0] / best[3], best[1] / best[3]);
    print("  8 steps a frame, 1 thread      {:.2f} billion ball-steps a second, {:.2f} of one at a time\n",
          billions(best[2], many), billions(best[2], many) / billions(best[1], few));
    print("  8 steps a frame, 2 threads     {:.2f} billion ball-steps a second, {:.2f} times one thread\n",
          billions(best[4], many), best[2] / best[4]);
}

} // namespace

int main()
{
    print("bench_physics on {}, {} threads, compiled by {}\n", cpu_name(), base::hardware_thread_count(), __VERSION__);
    default_scene();
    cost_of_dt();
    in_cache();
    for (const int count : {1'000'000, 4'000'000}) against_memcpy(count);
}
