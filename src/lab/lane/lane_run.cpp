#include "lab/lane/lane_run.hpp"

#include "base/number.hpp"
#include "base/threads.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace lab
{

namespace
{

using namespace std::chrono_literals;

// Percentiles are exact up to this number of drawn frames. Beyond it, their relative error is at most 1/8192.
constexpr std::size_t max_exact_frames_shown = 65'536;
constexpr std::size_t max_exact_frames_headless = 1'000'000; // 4.6 hours at 60 fps

using StateHash = std::optional<std::uint64_t>; // empty if the state contains a NaN

struct StateHashRecorder : StepInterceptor
{
    std::vector<StateHash> state_hashes{};

    void after_step(const scenes::World& world) override { state_hashes.push_back(world.state_hash()); }
};

void run_to_end(LaneRun& run, const RunLimits& limits, const SampleSink& on_frame)
{
    std::size_t unsent_count = 0;
    const auto send_frames_but = [&](std::size_t unsettled_count)
    {
        const auto& samples = run.lane().samples();
        for (; unsent_count > unsettled_count; --unsent_count)
            on_frame(samples[samples.size() - std::min(unsent_count, samples.size())]);
    };
    ClockStandstillDetector standstill;
    while (run.has_next_frame(limits))
    {
        standstill.add_frame(run.next_frame_start_time());
        run.simulate_frame();
        if (!on_frame) continue;
        ++unsent_count;
        send_frames_but(run.lane().unsettled_frame_count());
    }
    send_frames_but(0);
}

} // namespace

std::string first_set_limit_text(const RunLimits& limits)
{
    if (limits.max_wall_time)
        return fmt::format("{} s", base::number_text(timestep::to_seconds(*limits.max_wall_time)));
    if (limits.max_frames) return fmt::format("{} frames", *limits.max_frames);
    return fmt::format("{} steps", limits.max_steps.value_or(0));
}

Nanos next_frame_start_time(const LaneSetup& setup, const sim::Pc& pc)
{
    const auto recorded_frame_time = setup.recording ? setup.recording->peek_next_frame_time() : std::nullopt;
    return pc.frame_start_time() + (recorded_frame_time ? *recorded_frame_time : pc.time_in_frame());
}

bool has_next_frame(const LaneSetup& setup, const sim::Pc& pc, const RunLimits& limits, std::int64_t frame_count,
                    std::int64_t step_count)
{
    const bool has_recording_ended = setup.recording && !setup.recording->peek_next_frame_time();
    return !has_recording_ended && (!limits.max_frames || frame_count < *limits.max_frames) &&
           (!limits.max_wall_time || next_frame_start_time(setup, pc) <= *limits.max_wall_time) &&
           (!limits.max_steps || step_count < *limits.max_steps);
}

std::shared_ptr<ForeignLoop> start_foreign_loop(const LaneSetup& setup, const sim::Pc& pc, bool is_polled)
{
    if (setup.command.empty()) return nullptr;
    const LoopGreeting greeting{.rate = setup.config.loop.rate,
                                .refresh_period = pc.refresh_period(setup.config.machine),
                                .seed = setup.config.seed};
    return is_polled ? ForeignLoop::start_polled(setup.command, greeting)
                     : std::make_shared<ForeignLoop>(setup.command, greeting);
}

LaneRun::LaneRun(LaneSetup setup, bool can_be_drawn)
    : setup_{std::move(setup)}
    , lane_{setup_.config,
            can_be_drawn ? shown_lane_features : LaneFeatures{.has_fine_step_reference = false, .max_samples = 1024}}
    , pc_{setup_.config.seed}
    , max_exact_percentile_frames_{can_be_drawn ? max_exact_frames_shown : max_exact_frames_headless}
    , meter_{max_exact_percentile_frames_}
    , can_be_drawn_{can_be_drawn}
{
    if (auto loop = start_foreign_loop(setup_, pc_, can_be_drawn)) lane_.use_foreign_loop(std::move(loop));
}

void LaneRun::join(const LaneRun& other)
{
    LaneSetup setup = std::move(setup_);
    std::shared_ptr<ForeignLoop> loop = lane_.foreign_loop();
    *this = other;
    setup_ = std::move(setup);
    lane_.use_foreign_loop(std::move(loop));
    lane_.set_step_interceptor(nullptr);
    apply_setup();
}

bool LaneRun::poll_plan(Nanos timeout)
{
    if (!lane_.foreign_loop()) return true;
    if (!begun_frame_) begun_frame_ = begin_frame_on_pc();
    return lane_.poll_plan(begun_frame_->input, timeout);
}

void LaneRun::begin_live_frame(const timestep::FrameInput& frame_input, const InputTrack& input, sim::Pc& pc)
{
    if (!begun_frame_) begun_frame_ = {frame_input};
    if (lane_.poll_plan(begun_frame_->input, ForeignLoop::window_timeout))
        lane_.begin_frame(std::exchange(begun_frame_, std::nullopt)->input, setup_.config, input, pc);
    else
        lane_.record_pause(pc);
}

LaneRun::BegunFrame LaneRun::begin_frame_on_pc()
{
    const LaneConfig& config = setup_.config;
    std::optional<Nanos> recorded_frame_time; // empty at the end of the recording
    if (setup_.recording)
    {
        const int earlier_restart_count = setup_.recording->restart_count();
        recorded_frame_time = setup_.recording->take_next_frame_time();
        if (setup_.recording->restart_count() != earlier_restart_count) lane_.add_events(telemetry::recording_looped);
    }

    const bool is_first = !std::exchange(has_begun_, true);
    if (!recorded_frame_time && is_first)
        lane_.wait_for_first_frame(config, pc_);
    else if (lane_.is_restart_pending())
        pc_.restart_refreshes();
    Nanos frame_time = pc_.begin_frame(config.machine, recorded_frame_time);
    if (is_first) frame_time += timestep::from_seconds(config.start_phase / timestep::to_hertz(config.loop.rate));
    return {{frame_time, pc_.refresh_period(config.machine)}, recorded_frame_time.has_value()};
}

const telemetry::FrameSample& LaneRun::simulate_frame(const InputTrack& input)
{
    const LaneConfig& config = setup_.config;
    const BegunFrame frame = begun_frame_ ? *std::exchange(begun_frame_, std::nullopt) : begin_frame_on_pc();
    lane_.begin_frame(frame.input, config, input, pc_);

    // Empty in the last recorded frame, whose length is unknown.
    const auto next_recorded_frame_time =
        frame.has_recorded_time ? setup_.recording->peek_next_frame_time() : std::nullopt;
    if (next_recorded_frame_time || !frame.has_recorded_time) lane_.end_frame(config, pc_, next_recorded_frame_time);

    measure_newest_frame();
    const telemetry::FrameSample& sample = lane_.samples().back();
    if (!can_be_drawn_ || !sample.is_displayed) return sample;
    if (lane_.has_replaced_frame() && !queued_moments_.empty()) queued_moments_.pop_back();
    constexpr std::size_t max_moments = 4096; // reached only if advance_display_to() is never called
    if (queued_moments_.size() == max_moments) queued_moments_.pop_front();
    queued_moments_.push_back(copy_moment(lane_.newest_moment()));
    return sample;
}

void LaneRun::measure_newest_frame()
{
    const auto& samples = lane_.samples();
    const std::size_t unsettled_count = lane_.unsettled_frame_count();
    for (++unmeasured_count_; unmeasured_count_ > unsettled_count; --unmeasured_count_)
    {
        const telemetry::FrameSample& sample = samples[samples.size() - std::min(unmeasured_count_, samples.size())];
        if ((sample.events & telemetry::period_start_events) != 0)
            meter_ = telemetry::MetricsMeter{max_exact_percentile_frames_};
        meter_.add(sample);
    }
}

telemetry::Metrics LaneRun::metrics() const
{
    if (unmeasured_count_ == 0) return meter_.result(lane_.start_energy());
    telemetry::MetricsMeter meter = meter_;
    const auto& samples = lane_.samples();
    for (std::size_t count = std::min(unmeasured_count_, samples.size()); count > 0; --count)
        meter.add(samples[samples.size() - count]);
    return meter.result(lane_.start_energy());
}

Judgement LaneRun::judgement() const { return lane_.judgement_of_run(meter_.picture_counts()); }

LaneResult LaneRun::result() const
{
    const scenes::World& world = lane_.world();
    sim::EventCounts events = world.events();
    for (const sim::EventKind& kind : sim::event_kinds)
        events.*kind.counter -= lane_.judged_period().events_at_start.*kind.counter;
    return {.setup = setup_,
            .metrics = metrics(),
            .events = events,
            .failures = lane_.judged_period().failures,
            .step_count = world.step_count(),
            .state_hash = world.state_hash()};
}

DisplayContent LaneRun::advance_display_to(Nanos wall_time)
{
    const timestep::Rate refresh_rate = setup_.config.machine.refresh_rate;
    const double refresh_period_ns = 1e9 / timestep::to_hertz(refresh_rate);
    // Without VSYNC, nothing keeps the refreshes in phase with the frames: here they are half a period apart, so that
    // frames of one refresh are torn in the middle.
    const Nanos phase = setup_.config.machine.vsync == sim::VsyncMode::off
                            ? Nanos{static_cast<std::int64_t>(0.5 * refresh_period_ns)}
                            : Nanos{};
    const auto scanned_share = [&](Nanos time) { return sim::tear_position(time + phase, refresh_rate); };
    const Nanos last_refresh =
        wall_time - Nanos{static_cast<std::int64_t>(scanned_share(wall_time) * refresh_period_ns)};

    const auto is_oldest_replaced = [&]
    {
        return queued_moments_[1].sample.screen_time <= last_refresh &&
               queued_moments_[0].sample.frame_number <= newest_displayed_frame_number_;
    };
    while (queued_moments_.size() > 1 && is_oldest_replaced()) queued_moments_.pop_front();
    DisplayContent content;
    for (const scenes::StoredMoment& moment : queued_moments_)
    {
        const telemetry::FrameSample& sample = moment.sample;
        if (sample.screen_time > wall_time) break;
        const bool is_torn = sample.is_torn && sample.screen_time > last_refresh && !content.screen_bands.empty();
        if (!is_torn) content.screen_bands.clear();
        content.screen_bands.push_back({is_torn ? scanned_share(sample.screen_time) : 0.0, moment.as_moment()});
        if (sample.frame_number <= newest_displayed_frame_number_) continue;
        newest_displayed_frame_number_ = sample.frame_number;
        content.new_moments.push_back(moment.as_moment());
    }
    const bool is_shown_moment_deleted = content.screen_bands.empty() && !queued_moments_.empty() &&
                                         queued_moments_.front().sample.frame_number > lane_.first_frame_number();
    if (is_shown_moment_deleted) content.screen_bands.push_back({0.0, queued_moments_.front().as_moment()});
    return content;
}

LaneRuns::LaneRuns(std::span<const LaneSetup> setups, const RunLimits& limits, bool can_be_drawn)
    : limits_{limits}
    , can_be_drawn_{can_be_drawn}
{
    runs_.reserve(setups.size());
    for (const LaneSetup& setup : setups) runs_.emplace_back(setup, can_be_drawn);
}

void LaneRuns::replace(std::span<const LaneSetup> setups, std::span<const std::optional<std::size_t>> kept)
{
    const auto first_kept = std::ranges::find_if(kept, [](const auto& index) { return index.has_value(); });
    std::size_t followed = **first_kept;
    std::vector<LaneRun> runs;
    runs.reserve(setups.size());
    for (std::size_t i = 0; i < setups.size(); ++i)
        if (kept[i])
            runs.push_back(runs_[followed = *kept[i]]);
        else
            runs.emplace_back(setups[i], can_be_drawn_).join(runs_[followed]);
    runs_ = std::move(runs);
}

std::vector<LaneResult> LaneRuns::results() const
{
    std::vector<LaneResult> results;
    for (const LaneRun& run : runs_) results.push_back(run.result());
    return results;
}

void LaneRuns::set_button(Nanos wall_time, Button button, bool is_down)
{
    for (LaneRun& run : runs_) run.lane().set_button(wall_time, button, is_down);
}

void LaneRuns::add_events(telemetry::EventBits events)
{
    for (LaneRun& run : runs_) run.lane().add_events(events);
}

bool LaneRuns::advance_to(Nanos wall_time, std::int64_t max_frames_per_lane)
{
    wall_time_ = std::max(wall_time_, wall_time);
    const auto has_due_frame = [&](const LaneRun& run)
    { return run.has_next_frame(limits_) && run.next_frame_start_time() <= wall_time; };
    for (LaneRun& run : runs_)
        if (has_due_frame(run)) run.poll_plan(Nanos::zero()); // the program plans while the other lanes run
    for (const bool is_foreign : {false, true})
    {
        const auto deadline = std::chrono::steady_clock::now() + ForeignLoop::window_timeout;
        const auto time_left = [&]
        { return std::max<Nanos>(deadline - std::chrono::steady_clock::now(), Nanos::zero()); };
        for (LaneRun& run : runs_)
        {
            if ((run.lane().foreign_loop() != nullptr) != is_foreign) continue;
            for (std::int64_t frame_count = 0; has_due_frame(run); ++frame_count)
            {
                if (frame_count == max_frames_per_lane) return false;
                if (!run.poll_plan(time_left())) break;
                run.simulate_frame(input);
            }
            // A page cannot wait: it asks for the plan of the next frame now, to have it when that frame is due.
            if (is_foreign && base::runs_scripts_of_page && run.has_next_frame(limits_)) run.poll_plan(Nanos::zero());
        }
    }
    return true;
}

const telemetry::FrameSample* LaneRuns::simulate_earliest_next_frame()
{
    LaneRun* earliest = nullptr;
    for (LaneRun& run : runs_)
        if (run.has_next_frame(limits_) && run.poll_plan(ForeignLoop::window_timeout) &&
            (earliest == nullptr || run.next_frame_start_time() < earliest->next_frame_start_time()))
            earliest = &run;
    if (earliest == nullptr) return nullptr;
    wall_time_ = std::max(wall_time_, earliest->next_frame_start_time());
    return &earliest->simulate_frame(input);
}

bool LaneRuns::has_ended() const
{
    return std::ranges::none_of(runs_, [&](const LaneRun& run) { return run.has_next_frame(limits_); });
}

LaneResult run_lane(LaneSetup setup, const RunLimits& limits, const SampleSink& on_frame, const VerdictWriter& judge)
{
    LaneRun run{std::move(setup)};
    run_to_end(run, limits, on_frame);
    LaneResult result = run.result();
    if (judge && !run.lane().samples().empty()) judge(run, result);
    return result;
}

std::vector<LaneResult> run_lanes(std::span<const LaneSetup> setups, const RunLimits& limits,
                                  const VerdictWriter& judge)
{
    std::vector<LaneResult> results(setups.size());
    base::parallel_for(setups.size(), [&](std::size_t i) { results[i] = run_lane(setups[i], limits, {}, judge); });
    return results;
}

bool test_reproducibility(const LaneSetup& setup, std::size_t max_steps)
{
    LaneSetup setups[]{setup, setup};
    LaneSetup& other = setups[1];
    other.recording = std::nullopt;
    ++other.config.seed;
    other.config.machine = {.vsync = sim::VsyncMode::off, .render_cost = 3ms};
    other.config.machine.lag.added_lags = {sim::lag::Random{{}, 23ms}};
    return !find_differing_step(setups, max_steps);
}

std::optional<std::size_t> find_differing_step(std::span<const LaneSetup> setups, std::size_t max_steps)
{
    std::vector<std::vector<StateHash>> hashes_by_setup;
    std::size_t compared_step_count = max_steps;
    for (const LaneSetup& setup : setups)
    {
        StateHashRecorder recorder;
        LaneRun run{setup};
        run.lane().set_step_interceptor(&recorder);
        run_to_end(run, {.max_wall_time = 10s, .max_steps = static_cast<std::int64_t>(max_steps)}, {});
        compared_step_count = std::min(compared_step_count, recorder.state_hashes.size());
        hashes_by_setup.push_back(std::move(recorder.state_hashes));
    }
    for (std::size_t i = 0; i < compared_step_count; ++i)
        for (const auto& hashes : hashes_by_setup)
            if (!hashes[i] || hashes[i] != hashes_by_setup.front()[i]) return i + 1;
    return std::nullopt;
}

} // namespace lab
