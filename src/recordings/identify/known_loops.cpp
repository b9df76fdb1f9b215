// The known game loops, correct and faulty, to compare with a recorded game.
#include "recordings/identify/loop_identification.hpp"

#include "base/number.hpp"
#include "timestep/presets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace recordings
{
namespace
{

using namespace timestep;
using Kind = KnownLoop::Kind;

LoopSimulator loop_simulator(const Loop& loop, Nanos refresh_period = {})
{
    return [loop = loop, refresh_period](Nanos frame_time) mutable
    {
        const StepPlan plan = loop.plan({.frame_time = frame_time, .refresh_period = refresh_period});
        return SimulatedFrame{.steps = plan.steps + (plan.tail > Nanos::zero() ? 1 : 0),
                              .simulated_time = plan.stepped,
                              .lost_time = plan.dropped + plan.filter_error,
                              .carried_time = plan.carried,
                              .alpha = plan.alpha};
    };
}

std::string milliseconds_text(Nanos time)
{
    return fmt::format("{} ms", base::number_text(std::round(to_millis(time) * 10.0) / 10.0));
}

// Such as "frames cut at 250 ms"; empty without a limit.
std::string long_frame_limit_text(const Loop& loop)
{
    if (const auto* const clamp = std::get_if<Clamp>(&loop.filter))
        return "frames cut at " + milliseconds_text(clamp->max);
    if (const auto* const policy = std::get_if<CapFrameTime>(&loop.overload))
        return "frames cut at " + milliseconds_text(policy->limit);
    if (const auto* const policy = std::get_if<CapAccumulator>(&loop.overload))
        return policy->max_steps > 0 ? fmt::format("at most {} steps due", policy->max_steps)
                                     : fmt::format("at most {} due", milliseconds_text(policy->limit));
    if (const auto* const policy = std::get_if<CapSteps>(&loop.overload))
        return fmt::format("at most {} steps a frame, the rest dropped", policy->max_steps);
    if (const auto* const policy = std::get_if<KeepDebt>(&loop.overload))
        return fmt::format("at most {} steps a frame, the rest kept", policy->max_steps);
    if (const auto* const restart = std::get_if<RestartClock>(&loop.overload))
        return fmt::format("one step if more than {} are due", milliseconds_text(restart->limit));
    return "";
}

KnownLoop make_known_loop(Kind kind, std::string_view name, const Loop& loop, std::optional<Rate> rate,
                          Nanos refresh_period = {})
{
    return {.kind = kind,
            .name = std::string{name},
            .correct_preset_name = std::string{name},
            .long_frame_limit_text = long_frame_limit_text(loop),
            .rate = rate,
            .make_simulator = [loop, refresh_period] { return loop_simulator(loop, refresh_period); }};
}

// Converts a true frame time to the wrong frame time that a loop with a measuring mistake uses.
using FaultyFrameTimer = std::function<Nanos(Nanos frame_time)>;

struct MeasuringMistake
{
    std::string name, mistake_text;
    std::function<FaultyFrameTimer()> make_timer;
};

// Returns a FaultyFrameTimer. `read_clock` converts the true time since the start to the reading of the faulty clock.
FaultyFrameTimer timer_with_faulty_clock(auto read_clock)
{
    return [read_clock, now = Nanos::zero(), last_reading = Nanos::zero()](Nanos frame_time) mutable
    {
        now += frame_time;
        const Nanos reading = read_clock(now);
        return reading - std::exchange(last_reading, reading);
    };
}

// `start` is the clock's reading when the recording begins.
FaultyFrameTimer float_seconds_timer(Nanos start)
{
    return [now = start, last_reading = static_cast<float>(to_seconds(start))](Nanos frame_time) mutable
    {
        now += frame_time;
        const auto reading = static_cast<float>(to_seconds(now));
        const float frame_time_s = reading - std::exchange(last_reading, reading);
        return from_seconds(static_cast<double>(frame_time_s));
    };
}

FaultyFrameTimer late_clamping_timer(Nanos limit)
{
    return [limit, now = Nanos::zero(), simulated_until = Nanos::zero()](Nanos frame_time) mutable
    {
        now += frame_time;
        const Nanos measured = now - simulated_until;
        simulated_until += std::min(measured, limit);
        return measured;
    };
}

std::vector<MeasuringMistake> measuring_mistakes()
{
    constexpr auto measured_late_text = "each frame simulates the frame time of the frame before";
    std::vector<MeasuringMistake> mistakes{
        {"milliseconds in an int", "each frame time is truncated to whole milliseconds, and the rest is lost",
         [] { return [](Nanos frame_time) { return frame_time / 1ms * 1ms; }; }},
        {"milliseconds in an int", "the clock counts whole milliseconds",
         [] { return timer_with_faulty_clock([](Nanos now) { return now / 1ms * 1ms; }); }},
        {"float seconds since start", "the clock is a float in seconds, which loses precision over time",
         [] { return float_seconds_timer(Nanos::zero()); }},
        {"float seconds since start",
         "the clock is a float in seconds that has run for an hour and loses precision over time",
         [] { return float_seconds_timer(Nanos{1h}); }},
        {"dt measured after the update", measured_late_text,
         [] { return [last = Nanos::zero()](Nanos frame_time) mutable { return std::exchange(last, frame_time); }; }}};
    for (const Nanos limit : {Nanos{100ms}, Nanos{250ms}})
        mistakes.push_back({"clamp after use",
                            fmt::format("the frame time is clamped to {} after its use, so the rest is simulated again",
                                        milliseconds_text(limit)),
                            [limit] { return late_clamping_timer(limit); }});
    return mistakes;
}

KnownLoop make_loop_with_mistake(const MeasuringMistake& mistake, std::string_view name, const Loop& loop,
                                 std::optional<Rate> rate)
{
    KnownLoop loop_with_mistake = make_known_loop(Kind::mistake, name, loop, rate);
    loop_with_mistake.name = mistake.name;
    loop_with_mistake.mistake_text = mistake.mistake_text;
    loop_with_mistake.make_simulator = [loop, make_timer = mistake.make_timer]
    {
        return [timer = make_timer(), simulate = loop_simulator(loop)](Nanos frame_time) mutable
        { return simulate(timer(frame_time)); };
    };
    return loop_with_mistake;
}

// When a loop discards the time that is left after its steps. A correct loop carries this time to the next frame.
enum class RemainderDiscardMode : std::uint8_t
{
    each_frame, ///< every frame runs frame / dt steps and carries no time
    after_steps, ///< a frame with steps carries no time afterwards
    one_step, ///< a frame runs at most one step and then carries no time
};

LoopSimulator remainder_discarding_simulator(Rate rate, RemainderDiscardMode discard_mode)
{
    const ExactTimeUnit time_unit{rate};
    return [=, carried_units = std::int64_t{0}](Nanos frame_time) mutable
    {
        carried_units += time_unit.to_units(std::clamp(frame_time, Nanos::zero(), time_unit.max_time()));
        std::int64_t steps = carried_units / time_unit.units_per_step;
        if (discard_mode == RemainderDiscardMode::one_step) steps = std::min<std::int64_t>(steps, 1);
        const std::int64_t due_units = carried_units;
        if (steps > 0 || discard_mode == RemainderDiscardMode::each_frame) carried_units = 0;
        return SimulatedFrame{
            .steps = steps,
            .simulated_time = time_unit.to_nanos(steps * time_unit.units_per_step),
            .lost_time = time_unit.to_nanos(due_units - carried_units - steps * time_unit.units_per_step),
            .carried_time = time_unit.to_nanos(carried_units),
            .alpha = static_cast<double>(carried_units) / static_cast<double>(time_unit.units_per_step)};
    };
}

KnownLoop loop_discarding_remainder(Rate rate, RemainderDiscardMode discard_mode)
{
    constexpr std::array mistake_texts{
        "the time that is left after the steps of a frame is not kept for the next frame",
        "after a frame with steps the accumulator is set to zero",
        "after a step the accumulator is set to zero, and a frame runs at most one step"};
    return {.kind = Kind::mistake,
            .name = "remainder thrown away",
            .correct_preset_name = "accumulator",
            .mistake_text = mistake_texts[static_cast<std::size_t>(discard_mode)],
            .rate = rate,
            .make_simulator = [=] { return remainder_discarding_simulator(rate, discard_mode); }};
}

std::optional<double> clock_ratio_from_steps(const ProbeRecording& recording, Rate rate, Nanos max_frame_time)
{
    const double dt = step_seconds(rate);
    double min_ratio = 0.0, max_ratio = 4.0, frame_time_sum_s = 0.0, step_sum = 0.0;
    for (std::size_t i = 0; i < recording.frame_times.size(); ++i)
    {
        frame_time_sum_s += to_seconds(std::clamp(recording.frame_times[i], Nanos::zero(), max_frame_time));
        step_sum += recording.step_counts.empty() ? std::round(to_seconds(recording.simulated_times[i]) / dt)
                                                  : static_cast<double>(recording.step_counts[i]);
        if (frame_time_sum_s <= 0.0) continue;
        min_ratio = std::max(min_ratio, step_sum * dt / frame_time_sum_s);
        max_ratio = std::min(max_ratio, (step_sum + 1.0) * dt / frame_time_sum_s);
        if (min_ratio >= max_ratio) return std::nullopt;
    }
    return (min_ratio + max_ratio) / 2.0;
}

std::optional<double> clock_ratio_from_times(const ProbeRecording& recording)
{
    std::vector<double> ratios;
    for (std::size_t i = 0; i < recording.simulated_times.size(); ++i)
        if (recording.frame_times[i] > Nanos{100us})
            ratios.push_back(to_seconds(recording.simulated_times[i]) / to_seconds(recording.frame_times[i]));
    if (ratios.empty()) return std::nullopt;
    const auto median = ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2);
    std::ranges::nth_element(ratios, median);
    return *median;
}

// Appends nothing if `clock_ratio` is unknown, 1, or off by more than 10 %.
void append_two_clock_loop(std::vector<KnownLoop>& loops, std::optional<double> clock_ratio, std::string_view name,
                           const Loop& loop, std::optional<Rate> rate)
{
    if (!clock_ratio || *clock_ratio < 0.9 || *clock_ratio > 1.1 || std::abs(*clock_ratio - 1.0) < 2e-6) return;
    const double ratio = *clock_ratio;
    loops.push_back(make_loop_with_mistake(
        {"two clocks",
         fmt::format("the loop's clock runs {} % {} than the clock of the frame times",
                     base::number_text(100.0 * std::abs(ratio - 1.0), 4), ratio > 1.0 ? "faster" : "slower"),
         [ratio] { return [ratio](Nanos frame_time) { return from_seconds(to_seconds(frame_time) * ratio); }; }},
        name, loop, rate));
}

} // namespace

std::vector<Rate> common_step_rates()
{
    std::vector<Rate> rates;
    const auto add_once = [&](Rate rate)
    {
        if (std::ranges::find(rates, rate) == rates.end()) rates.push_back(rate);
    };
    for (const std::int64_t rate : {60, 30, 50, 120, 100, 20,  10,  15,  24,  25,  40,  48,  64,
                                    72, 75, 90, 125, 128, 144, 165, 200, 240, 250, 480, 500, 1000})
        add_once(hz(rate));
    for (const std::int64_t millis : {15, 16, 17, 33}) add_once(every(Nanos{millis * 1'000'000}));
    add_once({60000, 1001});
    add_once({30000, 1001});
    for (const Preset& preset : all_presets) add_once(preset.default_rate);
    return rates;
}

std::vector<KnownLoop> known_presets_at(std::span<const Rate> rates, Nanos refresh_period)
{
    std::vector<KnownLoop> known_loops;
    for (const Preset& preset : all_presets)
    {
        if (!preset.has_rate)
            known_loops.push_back(make_known_loop(Kind::preset, preset.name, preset(), std::nullopt, refresh_period));
        else
            for (const Rate rate : rates)
                known_loops.push_back(make_known_loop(Kind::preset, preset.name, preset(rate), rate, refresh_period));
    }
    return known_loops;
}

std::vector<KnownLoop> overload_limit_variants(std::span<const Rate> rates)
{
    std::vector<KnownLoop> known_loops;
    const auto add = [&](std::string_view name, const Loop& loop, std::optional<Rate> rate)
    { known_loops.push_back(make_known_loop(Kind::preset_with_other_limit, name, loop, rate)); };
    const auto add_accumulator = [&]<class Overload>(const Overload& overload, Rate rate)
    {
        add("accumulator",
            to_loop(BasicLoop<NoFilter, FixedStep, Overload>{.stepper = FixedStep{rate}, .overload = overload}), rate);
    };
    constexpr std::array<std::int64_t, 20> limits_ms{20,  25,  33,  40,  50,  60,  66,  75,   100,  125,
                                                     150, 200, 250, 300, 333, 400, 500, 1000, 2000, 5000};
    std::vector<Nanos> limits;
    for (const std::int64_t ms : limits_ms) limits.emplace_back(ms * 1'000'000);
    for (const Nanos limit : limits)
        add("variable", to_loop(BasicLoop<Clamp, Variable>{.filter = {Nanos::zero(), limit}}), std::nullopt);
    for (const Rate rate : rates)
    {
        for (const Nanos limit : limits)
        {
            add_accumulator(CapFrameTime{limit}, rate);
            add_accumulator(CapAccumulator{limit}, rate);
            if (limit > step_ns(rate)) add_accumulator(RestartClock{limit}, rate);
        }
        for (const std::int64_t steps : {1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 16, 20, 30, 60, 100})
        {
            add_accumulator(CapSteps{steps}, rate);
            add_accumulator(KeepDebt{steps}, rate);
            add_accumulator(CapAccumulator{.max_steps = steps}, rate);
            add("semi-fixed",
                to_loop(BasicLoop<NoFilter, SemiFixed, CapSteps>{.stepper = SemiFixed{rate}, .overload = {steps}}),
                rate);
        }
    }
    return known_loops;
}

std::vector<KnownLoop> faulty_loops(std::span<const Rate> rates, const ProbeRecording& clock_ratio_source)
{
    std::vector<KnownLoop> known_loops;
    const std::vector<MeasuringMistake> mistakes = measuring_mistakes();
    const auto add_all_mistakes = [&](std::string_view name, const Loop& correct_loop, std::optional<Rate> rate)
    {
        for (const MeasuringMistake& mistake : mistakes)
            known_loops.push_back(make_loop_with_mistake(mistake, name, correct_loop, rate));
    };
    const auto add_harmless_mistake = [&](std::string_view name, const Loop& correct_loop, std::optional<Rate> rate)
    {
        KnownLoop harmless = make_known_loop(Kind::harmless_mistake, name, correct_loop, rate);
        harmless.name = "clamp after use";
        harmless.mistake_text = "the frame time is clamped after its use, which has no effect";
        known_loops.push_back(std::move(harmless));
    };
    const Loop variable = to_loop(presets::variable()), clamped = to_loop(presets::variable_clamped());
    add_all_mistakes("variable", variable, std::nullopt);
    add_all_mistakes("variable-clamped", clamped, std::nullopt);
    add_harmless_mistake("variable", variable, std::nullopt);
    append_two_clock_loop(known_loops, clock_ratio_from_times(clock_ratio_source), "variable", variable, std::nullopt);
    for (const Rate rate : rates)
    {
        const Loop accumulator = to_loop(presets::accumulator(rate)),
                   interpolated = to_loop(presets::interpolated(rate));
        add_all_mistakes("accumulator", accumulator, rate);
        add_all_mistakes("interpolated", interpolated, rate);
        known_loops.push_back(make_loop_with_mistake(
            {"if instead of while", "a frame runs at most one step, and the rest is kept without limit",
             [] { return [](Nanos frame_time) { return std::min(frame_time, Nanos{250ms}); }; }},
            "interpolated",
            to_loop(BasicLoop<NoFilter, FixedStep, KeepDebt>{.stepper = FixedStep{rate}, .overload = {1}}), rate));
        add_harmless_mistake("accumulator", accumulator, rate);
        append_two_clock_loop(known_loops, clock_ratio_from_steps(clock_ratio_source, rate, Nanos::max()),
                              "accumulator", accumulator, rate);
        append_two_clock_loop(known_loops, clock_ratio_from_steps(clock_ratio_source, rate, 250ms), "interpolated",
                              interpolated, rate);
        for (const RemainderDiscardMode discard_mode :
             {RemainderDiscardMode::each_frame, RemainderDiscardMode::after_steps, RemainderDiscardMode::one_step})
            known_loops.push_back(loop_discarding_remainder(rate, discard_mode));
    }
    return known_loops;
}

} // namespace recordings
