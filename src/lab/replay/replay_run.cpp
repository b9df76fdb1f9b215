#include "lab/replay/replay_run.hpp"

#include "lab/settings/assignments.hpp"
#include "timestep/latched_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <numeric>
#include <utility>

namespace lab
{

namespace
{

constexpr LaneFeatures replay_lane_features{.has_fine_step_reference = false, .max_samples = 2};

Nanos one_step_frame_time(const LaneConfig& config) { return timestep::step_ns(config.loop.rate) + Nanos{1}; }

Nanos duration_of(const Replay& replay)
{
    return std::accumulate(replay.frame_times.begin(), replay.frame_times.end(), Nanos{});
}

// Adds the frame times of a run with one frame per step. The inputs and events get their times in that run, because
// the recorded times belong to other frames.
std::shared_ptr<const Replay> with_single_step_frames(const std::shared_ptr<const Replay>& replay)
{
    Replay timed = *replay;
    timed.has_frame_times = true;
    auto event = timed.events.begin();
    auto input = timed.inputs.begin();
    ReplayRun run{replay};
    for (;;)
    {
        const Nanos frame_start = run.now();
        const std::int64_t first_tick = run.tick();
        for (; event != timed.events.end() && event->next_tick <= first_tick; ++event)
        {
            event->next_frame = run.frame_count();
            event->frame_start_time = frame_start;
        }
        if (!run.simulate_frame()) break;
        timed.frame_times.push_back(run.now() - frame_start);
        const timestep::StepTimes step_times{run.now(), run.lane().samples().back().plan};
        for (; input != timed.inputs.end() && input->tick < run.tick(); ++input)
            input->step_end_time = step_times.end_time(input->tick - first_tick);
    }
    timed.frame_count = run.frame_count();
    return std::make_shared<const Replay>(std::move(timed));
}

// Puts the hand between its places in two successive inputs, unless it jumps to the later one.
void move_hand_between(const InputChange& earlier, const InputChange& later, Nanos step_end, sim::Input& input)
{
    const bool jumps = later.input.drag_velocity_x == 0.0 && later.input.drag_velocity_y == 0.0;
    if (!later.input.grabbed || jumps || later.step_end_time <= earlier.step_end_time) return;
    const double share = timestep::to_seconds(step_end - earlier.step_end_time) /
                         timestep::to_seconds(later.step_end_time - earlier.step_end_time);
    const auto put_between = [&](double sim::Input::*value)
    { input.*value = std::lerp(earlier.input.*value, later.input.*value, std::clamp(share, 0.0, 1.0)); };
    for (const auto value : {&sim::Input::drag_target_x, &sim::Input::drag_target_y, &sim::Input::drag_velocity_x,
                             &sim::Input::drag_velocity_y})
        put_between(value);
}

std::size_t estimated_lane_bytes(const Lane& lane) { return sizeof(Lane) + 4096 + 6 * lane.world().state_bytes(); }

} // namespace

std::string difference_text(const DifferenceFromFile& difference)
{
    using enum DifferenceFromFile::Kind;
    const auto [kind, tick, recorded_hash, run_hash] = difference;
    const std::int64_t last_equal_tick = (tick - 1) / hash_interval_ticks * hash_interval_ticks;
    switch (kind)
    {
    case state_hash:
        return fmt::format(
            "tick {} differs: the recorded state hash is {:08x}, this run has {:08x}; the hashes of tick {} are equal",
            tick, recorded_hash, run_hash, last_equal_tick);
    case not_comparable: return fmt::format("no comparison after tick {}: the state contains a NaN", last_equal_tick);
    case more_ticks: return fmt::format("tick {} was not recorded: the run differs before it", tick);
    case fewer_ticks:
        return fmt::format("ends after tick {}, but more ticks were recorded: the run differs before", tick);
    case end_hash:
        return fmt::format("the end after tick {} differs: the recorded state hash is {:08x}, this run has {:08x}",
                           tick, recorded_hash, run_hash);
    case frame_times: return "the states are equal, but the frame times differ";
    case answer:
        return fmt::format("the program answers frame {} differently: it is another one, or not deterministic", tick);
    case text: return fmt::format("the states are equal, but line {} is not what a recording of this run writes", tick);
    }
    return "";
}

ReplayRun::ReplayRun(std::shared_ptr<const Replay> replay, FrameTimeSource frame_time_source,
                     std::shared_ptr<ForeignLoop> program)
    : replay_{std::move(replay)}
    , program_{std::move(program)}
    , frame_time_source_{frame_time_source}
    , applies_inputs_by_time_{frame_time_source == FrameTimeSource::machine && !replay_->has_only_fixed_steps}
    , recorded_end_time_{duration_of(*replay_)}
    , state_{.config = replay_->start_config,
             .lane = Lane{replay_->start_config, replay_lane_features},
             .one_step_frame_time = one_step_frame_time(replay_->start_config),
             .digest = ReplayDigest{replay_->header_checksum}}
{
    attach_pc();
    if (has_ended()) finish_run();
    save_snapshot();
}

ReplayRun::ReplayRun(const ReplayRun& from, const ForkSettings& fork_settings)
    : replay_{from.replay_->has_frame_times ? from.replay_ : with_single_step_frames(from.replay_)}
    , program_{from.program_}
    , frame_time_source_{fork_settings.frame_time_source}
    , applies_inputs_by_time_{true}
    , recorded_end_time_{duration_of(*replay_)}
    , state_{from.state_}
{
    for (const Assignment& change : differences_from_baseline(fork_settings.config, state_.config))
        overridden_paths_.push_back(change.key);
    state_.config = fork_settings.config;
    state_.lane.apply(state_.config);
    attach_pc();
}

void ReplayRun::compare_with_file(std::string text)
{
    if (!replay_->has_frame_times || !replay_->end_checksums) return;
    file_text_ = std::move(text);
    recorder_.emplace(replay_->start_config);
}

void ReplayRun::attach_pc()
{
    state_.lane.set_step_interceptor(this);
    // Another seed, so that a rerun on a virtual PC gets other random delays than the recorded run.
    pc_.emplace(state_.config.seed + 1);
    if (frame_time_source_ == FrameTimeSource::recorded) pc_->begin_frame(state_.config.machine, state_.now);
}

bool ReplayRun::has_ended() const
{
    const std::int64_t recorded_tick_count = replay_->tick_count;
    if (is_stopped_) return true;
    if (applies_inputs_by_time_ && replay_->has_frame_times && frame_time_source_ == FrameTimeSource::machine)
        return state_.now >= recorded_end_time_;
    if (frame_time_source_ == FrameTimeSource::machine) return state_.tick >= recorded_tick_count;
    if (replay_->has_frame_times) return state_.frame_count >= replay_->frame_count;
    return state_.frame_count >= 2 * recorded_tick_count || state_.tick >= recorded_tick_count;
}

bool ReplayRun::simulate_frame()
{
    if (has_ended()) return false;
    if (frame_time_source_ == FrameTimeSource::machine && state_.frame_count == 0)
        state_.lane.wait_for_first_frame(state_.config, *pc_);
    const bool is_recorded = frame_time_source_ == FrameTimeSource::recorded;
    if (!applies_inputs_by_time_) apply_due_events();
    Nanos frame_time{};
    if (is_recorded)
    {
        const Nanos recorded_frame_time = next_frame_time();
        if (replay_->has_frame_times) state_.digest.add(recorded_frame_time);
        frame_time = pc_->begin_frame(state_.config.machine, recorded_frame_time);
    }
    else
    {
        frame_time = pc_->begin_frame(state_.config.machine);
        standstill_detector_.add_frame(pc_->frame_start_time());
    }
    state_.now += frame_time;
    if (applies_inputs_by_time_) apply_due_events();

    // The frame ends where the recorded one did; without recorded frame times, before the next event.
    std::int64_t max_steps = max_steps_per_replay_frame;
    if (!applies_inputs_by_time_ && uses_recorded_frame_times())
        max_steps =
            truncated_frame_step_count_ > 0 ? truncated_frame_step_count_ : replay_->tick_count - state_.tick + 1;
    else if (!applies_inputs_by_time_)
        max_steps =
            (state_.next_event_index < replay_->events.size() ? replay_->events[state_.next_event_index].next_tick
                                                              : replay_->tick_count) -
            state_.tick;
    pc_->set_remaining_steps(std::clamp<std::int64_t>(max_steps, 1, max_steps_per_replay_frame));
    truncated_frame_step_count_ = 0;

    const Nanos refresh_period = is_recorded ? state_.refresh_period : pc_->refresh_period(state_.config.machine);
    state_.lane.begin_frame({frame_time, refresh_period}, state_.config, no_input, *pc_);
    if (!is_recorded) state_.lane.end_frame(state_.config, *pc_);
    ++state_.frame_count;
    if (has_ended()) finish_run();
    save_snapshot();
    return true;
}

void ReplayRun::run_to_end()
{
    while (simulate_frame())
    {
    }
}

Nanos ReplayRun::next_frame_time() const
{
    return replay_->has_frame_times ? replay_->frame_times[static_cast<std::size_t>(state_.frame_count)]
                                    : state_.one_step_frame_time;
}

bool ReplayRun::is_due(const FrameBoundaryEvent& event) const
{
    if (uses_recorded_frame_times()) return event.next_frame <= state_.frame_count;
    return applies_inputs_by_time_ ? event.frame_start_time <= state_.now : event.next_tick <= state_.tick;
}

bool ReplayRun::call_continue_check()
{
    is_stopped_ = is_stopped_ || (continue_check_ && !continue_check_());
    return !is_stopped_;
}

void ReplayRun::apply_due_events()
{
    const auto& events = replay_->events;
    std::int64_t changed_frame = -1; // recorded frame whose changed settings are not applied yet; -1 for none
    const auto apply_changed_settings = [&]
    {
        if (changed_frame >= 0) state_.lane.apply(state_.config);
        changed_frame = -1;
    };
    const bool is_at_end = has_ended();
    while (state_.next_event_index < events.size() && call_continue_check())
    {
        const FrameBoundaryEvent& event = events[state_.next_event_index];
        if (!is_at_end && !is_due(event)) break;
        const bool is_setting = std::holds_alternative<SettingEvent>(event.data);
        if (!is_setting || changed_frame != event.next_frame) apply_changed_settings();
        if (std::holds_alternative<ResetEvent>(event.data))
        {
            state_.lane = Lane{state_.config, replay_lane_features};
            state_.lane.set_step_interceptor(this);
            state_.config.loop.is_foreign = false;
            if (recorder_) recorder_->after_reset();
        }
        if (const auto* answer = std::get_if<AnswerEvent>(&event.data))
        {
            state_.config.loop.is_foreign = true;
            recorded_answer_ = answer->plan;
            if (!program_)
                state_.lane.use_recorded_answer(answer->plan);
            else if (!state_.lane.foreign_loop()) // at the start, after a reset and after a seek back
            {
                program_->reset();
                state_.lane.use_foreign_loop(program_);
            }
        }
        if (const auto* refresh = std::get_if<RefreshPeriodEvent>(&event.data)) state_.refresh_period = refresh->period;
        if (const auto* truncated_frame = std::get_if<TruncatedFrameEvent>(&event.data))
            truncated_frame_step_count_ = truncated_frame->executed_steps;
        const auto* change = std::get_if<SettingEvent>(&event.data);
        if (change != nullptr && std::ranges::find(overridden_paths_, change->key) == overridden_paths_.end())
        {
            // Fails if the loop or the scene of this run has no such setting.
            static_cast<void>(assign_by_path(state_.config, change->key, change->value));
            state_.one_step_frame_time = one_step_frame_time(state_.config);
        }
        state_.digest.add(event);
        if (is_setting) changed_frame = event.next_frame;
        ++state_.next_event_index;
    }
    apply_changed_settings();
}

void ReplayRun::after_answer(const timestep::StepPlan& answer)
{
    if (!uses_recorded_frame_times() || applies_inputs_by_time_ || first_difference_) return;
    recorded_answer_.filtered_frame_time = answer.filtered_frame_time;
    if (recorded_answer_ != answer)
        first_difference_ = {.kind = DifferenceFromFile::Kind::answer, .tick = state_.frame_count + 1};
}

void ReplayRun::before_apply(const LaneConfig& config)
{
    if (recorder_) recorder_->before_apply(config);
}

void ReplayRun::after_plan(const timestep::FrameInput& frame_input, const timestep::StepPlan& plan_to_store)
{
    if (recorder_) recorder_->after_plan(frame_input, plan_to_store);
    if (recorder_ && state_.config.loop.is_foreign) recorder_->after_answer(recorded_answer_);
    plan_ = plan_to_store;
    frame_step_count_ = 0;
}

bool ReplayRun::is_due(const InputChange& change, Nanos step_end) const
{
    return applies_inputs_by_time_ ? change.step_end_time <= step_end : change.tick <= state_.tick;
}

void ReplayRun::before_step(double h, sim::Input& input)
{
    const auto& inputs = replay_->inputs;
    const Nanos step_end = timestep::StepTimes{state_.now, plan_}.end_time(frame_step_count_++);
    state_.game_clock.add(h);
    sim::Input& current_input = state_.input;
    current_input.pressed = current_input.released = {};
    while (state_.next_input_index < inputs.size() && is_due(inputs[state_.next_input_index], step_end))
    {
        const sim::Input earlier_input = current_input;
        state_.digest.add(inputs[state_.next_input_index]);
        current_input = inputs[state_.next_input_index].input;
        current_input.pressed = combined(current_input.pressed, earlier_input.pressed);
        current_input.released = combined(current_input.released, earlier_input.released);
        ++state_.next_input_index;
    }
    input = current_input;
    if (applies_inputs_by_time_ && input.grabbed && state_.next_input_index > 0 &&
        state_.next_input_index < inputs.size())
        move_hand_between(inputs[state_.next_input_index - 1], inputs[state_.next_input_index], step_end, input);
    if (recorder_) recorder_->before_step(h, input);
}

void ReplayRun::after_step(const scenes::World& stepped_world)
{
    ++state_.tick;
    if (recorder_) recorder_->after_step(stepped_world);
    using enum DifferenceFromFile::Kind;
    if (!applies_inputs_by_time_ && state_.tick > replay_->tick_count)
        compare_hashes(more_ticks, 0, 1);
    else if (!applies_inputs_by_time_ && state_.tick % hash_interval_ticks == 0)
        compare_hashes(state_hash, replay_->hashes[static_cast<std::size_t>(state_.tick / hash_interval_ticks) - 1],
                       state_.digest.checkpoint_hash(stepped_world));
    if (step_observer_)
        step_observer_({stepped_world.observables(), state_.game_clock.seconds(), short_state_hash(stepped_world)});
    if (!call_continue_check()) pc_->set_remaining_steps(0); // stops the frame after this step
}

void ReplayRun::compare_hashes(DifferenceFromFile::Kind kind, std::uint32_t recorded_hash, std::uint32_t run_hash)
{
    const bool both_have_nan = recorded_hash == 0 && run_hash == 0; // the hash 0 stands for a state that contains a NaN
    if (first_difference_ || (recorded_hash == run_hash && !both_have_nan)) return;
    first_difference_ = {both_have_nan ? DifferenceFromFile::Kind::not_comparable : kind, state_.tick, recorded_hash,
                         run_hash};
}

void ReplayRun::finish_run()
{
    using enum DifferenceFromFile::Kind;
    if (is_stopped_) return;
    apply_due_events();
    if (applies_inputs_by_time_ || is_stopped_) return;
    if (state_.tick < replay_->tick_count) compare_hashes(fewer_ticks, 1, 0);
    if (!replay_->end_checksums || (replay_->frame_count == 0 && replay_->events.empty())) return;
    compare_hashes(DifferenceFromFile::Kind::end_hash, replay_->end_checksums->checkpoint_hash,
                   state_.digest.checkpoint_hash(state_.lane.world()));
    if (frame_time_source_ == FrameTimeSource::recorded)
        compare_hashes(frame_times, replay_->end_checksums->frames_checksum,
                       state_.digest.frames_checksum_including(replay_->frame_count, replay_->tick_count,
                                                               replay_->has_only_fixed_steps));
    if (!recorder_) return;
    recorder_->finish(state_.lane.world());
    const std::string& again = recorder_->text();
    const auto difference = std::ranges::mismatch(again, file_text_);
    if (!first_difference_ && (difference.in1 != again.end() || difference.in2 != file_text_.end()))
        first_difference_ = {.kind = text, .tick = 1 + std::count(again.begin(), difference.in1, '\n')};
    recorder_.reset();
}

// Saves a snapshot if one is due. Above the memory limit, deletes every second one and doubles their interval.
void ReplayRun::save_snapshot()
{
    if (frame_time_source_ != FrameTimeSource::recorded || applies_inputs_by_time_) return;
    if (program_ && !snapshots_.empty()) return; // a program has no copy
    if (!snapshots_.empty() && state_.frame_count < snapshots_.back().frame_count + snapshot_interval_) return;
    snapshots_.push_back(state_);
    snapshot_bytes_ += estimated_lane_bytes(state_.lane);
    while (snapshot_bytes_ > max_snapshot_bytes && snapshots_.size() > 1)
    {
        std::vector<State> kept_snapshots;
        snapshot_bytes_ = 0;
        for (std::size_t i = 0; i < snapshots_.size(); i += 2)
        {
            kept_snapshots.push_back(std::move(snapshots_[i]));
            snapshot_bytes_ += estimated_lane_bytes(kept_snapshots.back().lane);
        }
        snapshots_ = std::move(kept_snapshots);
        snapshot_interval_ *= 2;
    }
}

void ReplayRun::seek(Nanos wall_time)
{
    const auto is_before = [&](const State& state) { return state.now <= wall_time; };
    if (!snapshots_.empty())
    {
        const auto first_later = std::ranges::partition_point(snapshots_, is_before);
        const State& newest_before = first_later == snapshots_.begin() ? snapshots_.front() : *(first_later - 1);
        if (!is_before(state_) || newest_before.frame_count > state_.frame_count)
        {
            state_ = newest_before;
            attach_pc();
        }
    }
    while (!has_ended() && state_.now + next_frame_time() <= wall_time) simulate_frame();
}

namespace
{

class StepQueue
{
public:
    explicit StepQueue(ReplayRun& run)
        : run_{run}
    {
        run.set_step_observer([this](const StepResult& result) { unread_.push_back(result); });
    }
    StepQueue(const StepQueue&) = delete;
    void operator=(const StepQueue&) = delete;
    ~StepQueue() { run_.set_step_observer({}); }

    /// Returns the next step without removing it; null at the end of the run.
    const StepResult* peek()
    {
        while (unread_.empty() && run_.simulate_frame())
        {
        }
        return unread_.empty() ? nullptr : &unread_.front();
    }
    /// Removes the next step, which must exist.
    void pop()
    {
        last_popped_ = unread_.front();
        unread_.pop_front();
    }
    /// Runs to the end. Returns the number of popped steps.
    std::int64_t pop_all()
    {
        std::int64_t step_count = 0;
        for (; peek() != nullptr; ++step_count) pop();
        return step_count;
    }
    /// Pops the steps before a simulated time. Returns the body's coordinate at this time, interpolated between two
    /// steps; empty after the last step.
    std::optional<double> take_x_at(double seconds)
    {
        while (peek() != nullptr && peek()->seconds < seconds) pop();
        if (peek() == nullptr) return std::nullopt;
        if (!last_popped_) return peek()->x;
        const double fraction = (seconds - last_popped_->seconds) / (peek()->seconds - last_popped_->seconds);
        return std::lerp(last_popped_->x, peek()->x, fraction);
    }

private:
    ReplayRun& run_;
    std::deque<StepResult> unread_;
    std::optional<StepResult> last_popped_;
};

Divergence divergence_of(const StepResult& a, const StepResult& b, std::int64_t tick)
{
    struct Value
    {
        std::string_view quantity;
        double a, b;
    };
    for (const Value& value : {Value{"time", a.seconds, b.seconds}, Value{"x", a.x, b.x}, Value{"v", a.v, b.v},
                               Value{"energy", a.energy, b.energy}})
        if (value.a != value.b)
            return {
                .tick = tick, .seconds = a.seconds, .quantity = value.quantity, .value_a = value.a, .value_b = value.b};
    return {.tick = tick, .seconds = a.seconds, .quantity = "state"};
}

} // namespace

ReplayComparison compare_replays(ReplayRun& a, ReplayRun& b)
{
    const std::int64_t start_tick = a.tick();
    StepQueue steps_of_a{a}, steps_of_b{b};
    ReplayComparison comparison;
    while (steps_of_a.peek() != nullptr && steps_of_b.peek() != nullptr && *steps_of_a.peek() == *steps_of_b.peek())
    {
        steps_of_a.pop();
        steps_of_b.pop();
        ++comparison.equal_step_count;
    }
    if (steps_of_a.peek() == nullptr || steps_of_b.peek() == nullptr)
    {
        comparison.extra_step_count_a = steps_of_a.pop_all();
        comparison.extra_step_count_b = steps_of_b.pop_all();
        return comparison;
    }
    comparison.divergence =
        divergence_of(*steps_of_a.peek(), *steps_of_b.peek(), start_tick + comparison.equal_step_count + 1);
    for (std::size_t i = 0; i < times_after_divergence_s.size(); ++i)
    {
        const double seconds = comparison.divergence->seconds + times_after_divergence_s[i];
        const auto x_a = steps_of_a.take_x_at(seconds);
        const auto x_b = steps_of_b.take_x_at(seconds);
        if (x_a && x_b) comparison.divergence->distances[i] = std::abs(*x_a - *x_b);
    }
    return comparison;
}

} // namespace lab
