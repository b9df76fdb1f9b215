// Uses every part of the library, so that all its templates are compiled with the flags of another project.
#include <timestep/blend.hpp>
#include <timestep/build.hpp>
#include <timestep/frame_timer.hpp>
#include <timestep/game_clock.hpp>
#include <timestep/latched_input.hpp>
#include <timestep/pacers/next_step.hpp>
#include <timestep/presets.hpp>
#include <timestep/rates.hpp>
#include <timestep/rollback.hpp>
#include <timestep/run.hpp>
#include <timestep/snapshots.hpp>
#include <timestep/steady_clock.hpp>
#include <timestep/tick_sync.hpp>

#include <cstdio>

namespace
{
struct Rotation
{
    float w = 1.0F, x = 0.0F, y = 0.0F, z = 0.0F;
};
} // namespace

int main()
{
    namespace ts = timestep;
    using ts::Nanos;

    ts::SteadyClock clock;
    std::int64_t steps = 0;
    for (const ts::Preset& preset : ts::all_presets)
    {
        ts::Loop loop = preset.make(preset.default_rate);
        if (ts::check(loop)) return 1;
        ts::for_each_knob(loop, [](std::string_view, const ts::KnobRef& knob) { knob.set(knob.get()); });
        for (int i = 0; i < 100; ++i) steps += loop.plan({.frame_time = Nanos{16'666'667}}).steps;
    }

    int frames = 0;
    constexpr auto paced = ts::build(ts::MovingAverage{4}, ts::FixedStep{ts::hz(500)}, ts::CapSteps{5},
                                     ts::Presentation::interpolate, ts::Hybrid{ts::hz(500)});
    ts::run(
        paced, clock, [&](double) { ++steps; }, [&](const ts::StepPlan&) { return ++frames < 5; });

    ts::GameClock game;
    game.speed = {1, 2};
    auto loop = ts::presets::godot();
    ts::LatchedButtons buttons;
    buttons.push(Nanos{5'000'000}, 1, true);
    const ts::StepTimes times{Nanos{20'000'000}, loop.plan({.frame_time = game.advance(Nanos{20'000'000})})};
    int presses = 0;
    ts::run_steps(times.plan, [&](double, std::int64_t i)
                  { presses += buttons.consume_step_events(times, i).was_pressed(1) ? 1 : 0; });

    ts::Rollback<int, int> rollback;
    ts::Snapshots<double> snapshots;
    ts::TickSync sync{ts::tick_time(ts::hz(60), 3)};
    const ts::StepBudget budget{Nanos{8'000'000}};
    ts::MultiRateScheduler rates{ts::hz(60), {ts::hz(30)}};
    const auto add = [](int& sum, int input, std::int64_t) { sum += input; };
    const ts::StepPlan plan = loop.plan({.frame_time = sync.correct_frame_time(Nanos{20'000'000})});
    if (budget.run_steps(clock, plan, [&](double) { rollback.step(1, add); }).steps > 0) return 1;
    rates.run_steps(
        loop.plan({.frame_time = Nanos{20'000'000}}), [&](double) { snapshots.publish(1.0, Nanos{}); }, [](double) {});
    if (!rollback.correct_input(0, 2)) return 1;
    rollback.resimulate(add);
    if (!ts::parse_saved_clock(ts::to_bytes({.tick = rollback.next_tick(), .clock = game}))) return 1;
    if (!snapshots.read(Nanos{}).has_state) return 1;

    struct Aggregate // clang++ rejects members whose default constructor is explicit
    {
        ts::StateHistory<double> x;
        ts::Rollback<int, int> rollback;
    };
    [[maybe_unused]] const Aggregate aggregate{};
    ts::StateHistory<double> x{1.0};
    x.step([](double& state) { state += 1.0; });
    const Rotation half = ts::slerp(Rotation{}, Rotation{0.0F, 1.0F, 0.0F, 0.0F}, 0.5);
    std::printf("%lld steps, %d presses, %.1f, %.2f\n", static_cast<long long>(steps), presses, x.state_to_draw(0.5),
                static_cast<double>(half.w));
    return steps > 2000 && x.state_to_draw(0.5) == 1.5 ? 0 : 1;
}
