#include "lab/metrics/delay_verdicts.hpp"

#include "lab/lane/lane_run.hpp"
#include "lab/settings/controls.hpp"

#include <algorithm>
#include <cmath>

namespace lab
{

namespace
{

using namespace std::chrono_literals;

constexpr std::array<Nanos, 7> snap_delays{0ms, 16ms, 33ms, 50ms, 75ms, 100ms, 150ms};
constexpr Nanos middle_delay = 50ms; // frame delay in the middle of the slider
constexpr Nanos judged_run_time = 4s; // length of each run, in wall time of the virtual PC
constexpr std::size_t max_verdicts_per_call = 4;

bool give_same_verdicts(const LaneConfig& a, const LaneConfig& b)
{
    sim::MachineSettings machine = a.machine;
    machine.lag.delay = b.machine.lag.delay;
    return machine == b.machine && a.loop == b.loop && a.scene == b.scene && a.integrator == b.integrator &&
           a.key_reading == b.key_reading && a.seed == b.seed && a.start_phase == b.start_phase;
}

LaneVerdict judge_loop_with_delay(const LaneConfig& config, Nanos delay)
{
    LaneSetup setup{.config = config};
    setup.config.machine.lag.is_enabled = true;
    setup.config.machine.lag.delay = delay;
    setup.config.machine = DelayVerdicts::with_minimum_frame_time(setup.config.machine);
    LaneRun run{setup};
    while (run.next_frame_start_time() < judged_run_time) run.simulate_frame();
    return run.lane().judgement().verdict;
}

// Frames take `measured_frame_times` plus `delay`. The run starts at `first_frame_index` and repeats the list.
LaneVerdict judge_loop_with_delay(const LaneConfig& config, Nanos delay, std::span<const Nanos> measured_frame_times,
                                  std::size_t first_frame_index, Nanos refresh_period)
{
    Lane lane{config, {.has_fine_step_reference = false, .max_samples = 1024}};
    sim::VirtualPc pc{config.seed};
    for (std::size_t i = first_frame_index; pc.frame_start_time() < judged_run_time; ++i)
    {
        const Nanos frame_time =
            pc.begin_frame(config.machine, measured_frame_times[i % measured_frame_times.size()] + delay);
        lane.begin_frame({frame_time, refresh_period}, config, no_input, pc);
        lane.end_frame(config, pc, measured_frame_times[(i + 1) % measured_frame_times.size()] + delay);
    }
    return lane.judgement().verdict;
}

FrameTimeRange range_of(const telemetry::Frames& frames)
{
    FrameTimeRange range{.shortest = Nanos::max()};
    Nanos sum{};
    for (std::size_t i = 0; i < frames.size(); ++i)
    {
        const Nanos frame_time = frames[i].measured_frame_time;
        range.shortest = std::min(range.shortest, frame_time);
        range.longest = std::max(range.longest, frame_time);
        sum += frame_time;
    }
    if (frames.empty()) return {};
    range.mean = sum / static_cast<std::int64_t>(frames.size());
    return range;
}

} // namespace

FrameTimeRange compute_steady_frame_times(const LaneConfig& config)
{
    constexpr std::size_t frame_count = 24;
    constexpr std::size_t startup_frame_count = 4; // until the buffers of the display are full
    LaneSetup setup{.config = config};
    setup.config.machine = DelayVerdicts::with_minimum_frame_time(config.machine);
    LaneRun run{setup};
    for (std::size_t i = 0; i < frame_count; ++i) run.simulate_frame();
    return range_of(telemetry::Frames{run.lane().samples()}.without_first(startup_frame_count));
}

FrameTimeRange measured_frame_times(const Lane& lane)
{
    constexpr Nanos min_span = 250ms;
    constexpr Nanos max_span = 1s;
    if (lane.samples().empty()) return {};
    const telemetry::Frames frames{lane.samples()};
    const Nanos end = frames.back().start_wall_time;
    const Nanos begin = std::max(frames.back().evidence_start, end - max_span);
    // The time of the first frame is that of the one before, which is none or had other settings.
    const telemetry::Frames judged = frames.without_first(frames.first_index_from(begin) + 1);
    if (judged.empty() || end - judged.front().start_wall_time < min_span) return {};
    return range_of(judged);
}

Nanos DelayVerdicts::delay_at_slider_position(double slider_position)
{
    const double delay_ms =
        slider_position < 0.5
            ? 2.0 * slider_position * timestep::to_millis(middle_delay)
            : std::lerp(timestep::to_millis(middle_delay), timestep::to_millis(max_delay), 2.0 * slider_position - 1.0);
    return Nanos{std::llround(10.0 * delay_ms) * 100'000};
}

double DelayVerdicts::slider_position_of(Nanos delay)
{
    const double delay_ms = timestep::to_millis(std::clamp(delay, Nanos{}, max_delay));
    const double middle_ms = timestep::to_millis(middle_delay);
    return delay_ms < middle_ms ? 0.5 * delay_ms / middle_ms
                                : 0.5 + 0.5 * (delay_ms - middle_ms) / (timestep::to_millis(max_delay) - middle_ms);
}

std::span<const Nanos> DelayVerdicts::slider_snap_delays() { return snap_delays; }

Nanos DelayVerdicts::next_longer_delay(Nanos delay)
{
    const auto longer = std::ranges::upper_bound(slider_snap_delays(), delay);
    return longer == slider_snap_delays().end() ? max_delay : *longer;
}

Nanos DelayVerdicts::next_shorter_delay(Nanos delay)
{
    const auto not_shorter = std::ranges::lower_bound(slider_snap_delays(), delay);
    return not_shorter == slider_snap_delays().begin() ? Nanos::zero() : *std::prev(not_shorter);
}

sim::MachineSettings DelayVerdicts::with_minimum_frame_time(const sim::MachineSettings& machine)
{
    const auto is_at_another_delay = [&](const sim::MachinePreset& preset)
    {
        sim::MachineSettings with_own_delay = machine;
        with_own_delay.lag.delay = preset.settings.lag.delay;
        return with_own_delay == preset.settings;
    };
    if (std::ranges::any_of(sim::machine_presets(), is_at_another_delay)) return machine;
    sim::MachineSettings slowed = machine;
    slowed.render_cost = std::max(slowed.render_cost, min_render_cost);
    if (machine.vsync != sim::VsyncMode::off && machine.vsync != sim::VsyncMode::composed)
        return slowed; // the wait for the next refresh makes a frame as long
    const Nanos delay = machine.lag.is_enabled ? machine.lag.delay : Nanos{};
    slowed.render_cost = std::max(slowed.render_cost, timestep::step_ns(machine.refresh_rate) - delay);
    return slowed;
}

bool DelayVerdicts::is_frame_time_sensitive(std::size_t delay_index) const
{
    if (depends_on_first_frame_[delay_index]) return true;
    constexpr std::size_t neighbour_count = 2;
    const std::size_t first_index = delay_index < neighbour_count ? 0 : delay_index - neighbour_count;
    const std::size_t last_index = std::min(delay_index + neighbour_count, slider_position_count - 1);
    int change_count = 0;
    for (std::size_t i = first_index; i < last_index; ++i)
        if (verdicts_[i] && verdicts_[i + 1] && verdicts_[i]->kind != verdicts_[i + 1]->kind) ++change_count;
    return change_count >= 2;
}

void DelayVerdicts::compute_next_verdicts(const LaneConfig& config, std::span<const Nanos> measured_frame_times,
                                          Nanos refresh_period)
{
    const bool can_continue = judged_config_ && give_same_verdicts(*judged_config_, config) &&
                              measured_frame_times.empty() == measured_frame_times_.empty();
    const auto last_delay_of = [](const LaneConfig& judged) { return std::max(max_delay, judged.machine.lag.delay); };
    const bool is_last_known = can_continue && last_delay_of(*judged_config_) == last_delay_of(config);
    if (!is_last_known) judged_config_ = config;
    if (can_continue && !is_last_known) next_delay_index_ = std::min(next_delay_index_, slider_position_count - 1);
    if (!can_continue)
    {
        verdicts_.fill(std::nullopt);
        depends_on_first_frame_.fill(false);
        next_delay_index_ = 0;
    }
    if (!measured_frame_times.empty() && next_delay_index_ == slider_position_count) next_delay_index_ = 0;
    if (next_delay_index_ == 0) measured_frame_times_.assign(measured_frame_times.begin(), measured_frame_times.end());
    const bool replaces_old_verdicts = uses_measured_frame_times() && verdicts_.back().has_value();
    const std::size_t verdict_count = replaces_old_verdicts ? 1 : max_verdicts_per_call;
    const std::size_t end_index = std::min(next_delay_index_ + verdict_count, slider_position_count);
    for (; next_delay_index_ < end_index; ++next_delay_index_)
    {
        const Nanos delay =
            next_delay_index_ + 1 == slider_position_count
                ? last_delay_of(config)
                : delay_at_slider_position(static_cast<double>(next_delay_index_) / (slider_position_count - 1));
        verdicts_[next_delay_index_] =
            uses_measured_frame_times() ? judge_loop_with_delay(config, delay, measured_frame_times_, 0, refresh_period)
                                        : judge_loop_with_delay(config, delay);
        depends_on_first_frame_[next_delay_index_] =
            uses_measured_frame_times() &&
            judge_loop_with_delay(config, delay, measured_frame_times_, 1, refresh_period).kind !=
                verdicts_[next_delay_index_]->kind;
    }
}

} // namespace lab
