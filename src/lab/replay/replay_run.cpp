#include "lab/replay/replay_run.hpp"

#include "lab/settings/set_up.hpp"
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

constexpr LaneLimits replay_lane_limits{.fine_reference = false, .samples = 2};

Nanos step_length(const Settings& settings) { return timestep::step_ns(settings.loop.rate) + Nanos{1}; }

// Estimates the memory of a copy in bytes. A lane has three worlds (the loop's and two for comparison) with two states
// each; 4096 is a guess for its other buffers.
std::size_t lane_bytes(const Lane& lane) { return sizeof(Lane) + 4096 + 6 * lane.world().state_bytes(); }

} // namespace

std::string text_of(const ReplayDifference& difference)
{
    using enum ReplayDifference::Kind;
    const auto [kind, tick, was, is] = difference;
    const std::int64_t before        = (tick - 1) / hashed_ticks * hashed_ticks;
    switch (kind)
    {
    case state:
        return fmt::format("tick {} differs: its hash was {:08x}, and is {:08x}; the hash at tick {} was equal", tick,
                           was, is, before);
    case unknown: return fmt::format("no comparison after tick {}: the state contains a NaN", before);
    case more_ticks: return fmt::format("tick {} was not recorded: the run differs before it", tick);
    case fewer_ticks:
        return fmt::format("ends after tick {}, but more ticks were recorded: the run differs before", tick);
    case end: return fmt::format("the end after tick {} differs: its hash was {:08x}, and is {:08x}", tick, was, is);
    case frames: return "the states are equal, but the frame times differ";
    }
    return "";
}

ReplayRun::ReplayRun(std::shared_ptr<const Replay> replay, FrameSource frames)
    : replay_{std::move(replay)}
    , frames_{frames}
    , has_timed_inputs_{frames == FrameSource::machine && !replay_->whole}
    , recorded_end_{std::accumulate(replay_->lengths.begin(), replay_->lengths.end(), Nanos{})}
    , at_{.settings    = replay_->start,
          .lane        = Lane{replay_->start, replay_lane_limits},
          .step_length = step_length(replay_->start),
          .digest      = ReplayDigest{replay_->beginning}}
{
    restore(at_);
    compare_end();
    save_snapshot();
}

ReplayRun::ReplayRun(const ReplayRun& from, const WhatIf& other)
    : replay_{from.replay_}
    , frames_{other.frames}
    , has_timed_inputs_{true}
    , recorded_end_{from.recorded_end_}
    , at_{from.at_}
{
    for (const Change& change : differences(other.settings, at_.settings)) overridden_paths_.push_back(change.key);
    at_.settings = other.settings;
    at_.lane.apply(at_.settings);
    restore(at_);
}

void ReplayRun::restore(const State& state)
{
    if (&state != &at_) at_ = state;
    at_.lane.intercept_steps(this);
    // FrameSource::machine must give new frame times, so the random seed differs from that of the recorded run.
    pc_.emplace(at_.settings.machine, at_.settings.seed + 1);
    if (frames_ == FrameSource::recorded) pc_->begin_recorded_frame(at_.now);
}

bool ReplayRun::ended() const
{
    const std::int64_t ticks = replay_->ticks;
    if (stopped_) return true;
    if (has_timed_inputs_ && replay_->has_lengths && frames_ == FrameSource::machine) return at_.now >= recorded_end_;
    if (frames_ == FrameSource::machine) return at_.tick >= ticks;
    if (replay_->has_lengths) return at_.frame >= replay_->frames;
    return at_.frame >= (has_timed_inputs_ ? ticks : 2 * ticks) || (!has_timed_inputs_ && at_.tick >= ticks);
}

bool ReplayRun::simulate_frame()
{
    if (ended()) return false;
    if (frames_ == FrameSource::machine && at_.frame == 0) at_.lane.wait_first(at_.settings, *pc_);
    if (!has_timed_inputs_) apply_due_events();
    const Nanos length = begin_measured_frame();
    at_.now += length;
    if (has_timed_inputs_) apply_due_events();
    pc_->set_allowed_steps(allowed_steps());
    stop_after_steps_   = 0;
    const bool recorded = frames_ == FrameSource::recorded;
    const Nanos refresh = recorded ? at_.refresh : pc_->refresh_period(at_.settings.machine);
    at_.lane.begin_frame({length, refresh}, at_.settings, {}, *pc_);
    if (!recorded) at_.lane.end_frame(at_.settings, *pc_);
    ++at_.frame;
    compare_end();
    save_snapshot();
    return true;
}

void ReplayRun::run_to_end()
{
    while (simulate_frame())
    {
    }
}

Nanos ReplayRun::begin_measured_frame()
{
    if (frames_ == FrameSource::recorded)
    {
        const Nanos length = next_length();
        if (replay_->has_lengths) at_.digest.add(length);
        return pc_->begin_recorded_frame(length);
    }
    const Nanos measured = pc_->begin_frame(at_.settings.machine);
    standstill_.check(pc_->time());
    return measured;
}

Nanos ReplayRun::next_length() const
{
    return replay_->has_lengths ? replay_->lengths[static_cast<std::size_t>(at_.frame)] : at_.step_length;
}

bool ReplayRun::is_due(const ReplayEvent& event) const
{
    if (has_recorded_frames()) return event.frame <= at_.frame;
    return has_timed_inputs_ ? event.at <= at_.now : event.tick <= at_.tick;
}

bool ReplayRun::ask_to_continue()
{
    stopped_ = stopped_ || (may_continue_ && !may_continue_());
    return !stopped_;
}

// Applies due events; at the end of the replay, all remaining ones. Changes of settings that were recorded before the
// same frame take effect together, even if a frame of this run covers several recorded frames.
void ReplayRun::apply_due_events()
{
    const auto& all      = replay_->events;
    std::int64_t changed = -1; // recorded frame whose changed settings are not applied to the lane yet; -1 for none
    const auto apply_changed_settings = [&]
    {
        if (std::exchange(changed, -1) >= 0) at_.lane.apply(at_.settings);
    };
    for (const bool ends = ended(); at_.next_event < all.size() && ask_to_continue(); ++at_.next_event)
    {
        const ReplayEvent& event = all[at_.next_event];
        if (!ends && !is_due(event)) break;
        const bool is_set = std::holds_alternative<SetEvent>(event.what);
        if (!is_set || changed != event.frame) apply_changed_settings();
        apply(event);
        at_.digest.add(event);
        if (is_set) changed = event.frame;
    }
    apply_changed_settings();
}

void ReplayRun::apply(const ReplayEvent& event)
{
    if (std::holds_alternative<ResetEvent>(event.what)) at_.lane.reset();
    if (const auto* refresh = std::get_if<RefreshEvent>(&event.what)) at_.refresh = refresh->period;
    if (const auto* brake = std::get_if<BrakeEvent>(&event.what)) stop_after_steps_ = brake->steps;
    if (const auto* change = std::get_if<SetEvent>(&event.what)) set(*change);
}

// Does nothing if the fork has changed this setting, or if its loop or scene does not have it.
void ReplayRun::set(const SetEvent& set)
{
    if (std::ranges::find(overridden_paths_, set.path) != overridden_paths_.end()) return;
    static_cast<void>(lab::set(at_.settings, set.path, set.text));
    if (!has_timed_inputs_) at_.step_length = step_length(at_.settings);
}

// If inputs take effect at recorded steps, a frame must end at the next recorded event or at the end of the replay.
std::int64_t ReplayRun::allowed_steps() const
{
    const auto& events = replay_->events;
    if (has_timed_inputs_) return max_steps_per_replay_frame;
    if (has_recorded_frames())
        return std::clamp<std::int64_t>(stop_after_steps_ > 0 ? stop_after_steps_ : replay_->ticks - at_.tick + 1, 1,
                                        max_steps_per_replay_frame);
    const std::int64_t next = at_.next_event < events.size() ? events[at_.next_event].tick : replay_->ticks;
    return std::clamp<std::int64_t>(next - at_.tick, 1, max_steps_per_replay_frame);
}

void ReplayRun::begin_frame(const timestep::FrameInput&, const timestep::StepPlan& plan)
{
    plan_  = plan;
    steps_ = 0;
}

bool ReplayRun::is_due(const InputChange& change, Nanos step_end) const
{
    return has_timed_inputs_ ? change.at <= step_end : change.tick <= at_.tick;
}

void ReplayRun::before_step(double h, sim::Input& input)
{
    const auto& all      = replay_->inputs;
    const Nanos step_end = timestep::StepTimes{at_.now, plan_}.end(steps_++);
    at_.game.add(h);
    sim::Input& current = at_.input;
    current.pressed = current.released = {};
    for (; at_.next_input < all.size() && is_due(all[at_.next_input], step_end); ++at_.next_input)
    {
        const auto pressed = current.pressed, released = current.released;
        at_.digest.add(all[at_.next_input]);
        current          = all[at_.next_input].input;
        current.pressed  = either(current.pressed, pressed);
        current.released = either(current.released, released);
    }
    input = current;
}

void ReplayRun::after_step(const scenes::World& world)
{
    ++at_.tick;
    if (!has_timed_inputs_) compare(world);
    if (step_observer_) step_observer_({at_.game.seconds(), world.probe(), short_hash(world)});
    if (!ask_to_continue()) pc_->set_allowed_steps(0); // the run is stopped: the frame runs no further steps
}

void ReplayRun::compare(const scenes::World& world)
{
    using enum ReplayDifference::Kind;
    if (at_.tick > replay_->ticks)
        compare(more_ticks, 0, 1);
    else if (at_.tick % hashed_ticks == 0)
        compare(state, replay_->hashes[static_cast<std::size_t>(at_.tick / hashed_ticks) - 1], at_.digest.mark(world));
}

void ReplayRun::compare(ReplayDifference::Kind kind, std::uint32_t was, std::uint32_t is)
{
    const bool unknown = was == 0 && is == 0; // true: both states contain a NaN and have no hashes
    if (difference_ || (was == is && !unknown)) return;
    difference_ = {unknown ? ReplayDifference::Kind::unknown : kind, at_.tick, was, is};
}

// Compares the checksums of the whole replay with those in the file.
void ReplayRun::compare_end()
{
    using enum ReplayDifference::Kind;
    if (!ended() || stopped_) return;
    apply_due_events();
    if (has_timed_inputs_ || stopped_) return;
    if (at_.tick < replay_->ticks) compare(fewer_ticks, 1, 0);
    const Replay& all = *replay_;
    // True if the replay contains neither a frame nor an event.
    const bool is_empty = all.frames == 0 && all.events.empty();
    if (!replay_->end || is_empty) return;
    compare(ReplayDifference::Kind::end, replay_->end->hash, at_.digest.mark(at_.lane.world()));
    if (frames_ == FrameSource::recorded)
        compare(frames, replay_->end->frames, at_.digest.frames(all.frames, all.ticks, all.whole));
}

// Saves a snapshot every `snapshot_interval_` frames. Over `budget`, deletes every second one and doubles the interval.
void ReplayRun::save_snapshot()
{
    const bool is_new = snapshots_.empty() || at_.frame >= snapshots_.back().frame + snapshot_interval_;
    if (frames_ != FrameSource::recorded || has_timed_inputs_ || !is_new) return;
    snapshots_.push_back(at_);
    snapshot_bytes_ += lane_bytes(at_.lane);
    while (snapshot_bytes_ > budget && snapshots_.size() > 1)
    {
        std::vector<State> remaining;
        snapshot_bytes_ = 0;
        for (std::size_t i = 0; i < snapshots_.size(); i += 2)
        {
            remaining.push_back(std::move(snapshots_[i]));
            snapshot_bytes_ += lane_bytes(remaining.back().lane);
        }
        snapshots_ = std::move(remaining);
        snapshot_interval_ *= 2;
    }
}

// Restores the latest snapshot for which `before` is true, unless the present state is later and `before` is true, too.
template <class Before>
void ReplayRun::restore_nearest(Before before)
{
    if (snapshots_.empty()) return;
    const auto next      = std::ranges::partition_point(snapshots_, before);
    const State& nearest = next == snapshots_.begin() ? snapshots_.front() : *(next - 1);
    if (!before(at_) || nearest.frame > at_.frame) restore(nearest);
}

void ReplayRun::seek(Nanos at)
{
    restore_nearest([&](const State& state) { return state.now <= at; });
    while (!ended() && at_.now + next_length() <= at) simulate_frame();
}

void ReplayRun::seek_tick(std::int64_t tick)
{
    restore_nearest([&](const State& state) { return state.tick <= tick; });
    while (!ended() && at_.tick < tick) simulate_frame();
}

namespace
{

// The physics steps of a replay, one by one.
class ReplaySteps
{
public:
    explicit ReplaySteps(ReplayRun& run)
        : run_{run}
    {
        run.set_step_observer([this](const StepMark& mark) { unread_.push_back(mark); });
    }
    ReplaySteps(const ReplaySteps&)    = delete;
    void operator=(const ReplaySteps&) = delete;
    ~ReplaySteps() { run_.set_step_observer({}); }

    /// Returns the next step; null at the end of the run.
    const StepMark* next()
    {
        while (unread_.empty() && run_.simulate_frame())
        {
        }
        return unread_.empty() ? nullptr : &unread_.front();
    }
    /// Removes the step that next() returns. There must be such a step.
    void take()
    {
        last_ = unread_.front();
        unread_.pop_front();
    }
    /// Removes all remaining steps and returns their number.
    std::int64_t count_rest()
    {
        std::int64_t count = 0;
        for (; next() != nullptr; ++count) take();
        return count;
    }
    /// The body's scenes::Probe::x at a simulated time, interpolated between two steps; empty after the last step.
    std::optional<double> x_at(double seconds)
    {
        while (next() != nullptr && next()->seconds < seconds) take();
        if (next() == nullptr) return std::nullopt;
        if (!last_) return next()->probe.x;
        const double part = (seconds - last_->seconds) / (next()->seconds - last_->seconds);
        return std::lerp(last_->probe.x, next()->probe.x, part);
    }

private:
    ReplayRun& run_;
    std::deque<StepMark> unread_;
    std::optional<StepMark> last_;
};

bool is_same_mark(const StepMark& a, const StepMark& b)
{
    return a.seconds == b.seconds && a.hash == b.hash && a.probe == b.probe;
}

Divergence describe_divergence(const StepMark& a, const StepMark& b, std::int64_t tick)
{
    Divergence divergence{.tick = tick, .seconds = a.seconds};
    const auto compare_values = [&](std::string_view what, double value_a, double value_b)
    {
        if (value_a == value_b || !divergence.what.empty()) return;
        divergence.what = what;
        divergence.a    = value_a;
        divergence.b    = value_b;
    };
    compare_values("time", a.seconds, b.seconds);
    compare_values("x", a.probe.x, b.probe.x);
    compare_values("v", a.probe.v, b.probe.v);
    compare_values("energy", a.probe.energy, b.probe.energy);
    if (divergence.what.empty()) divergence.what = "state";
    return divergence;
}

} // namespace

ReplayComparison compare(ReplayRun& a, ReplayRun& b)
{
    const std::int64_t start = a.tick();
    ReplaySteps steps_of_a{a}, steps_of_b{b};
    ReplayComparison found;
    const auto is_next_equal = [&]
    {
        const StepMark *step_a = steps_of_a.next(), *step_b = steps_of_b.next();
        return step_a != nullptr && step_b != nullptr && is_same_mark(*step_a, *step_b);
    };
    while (is_next_equal())
    {
        steps_of_a.take();
        steps_of_b.take();
        ++found.common;
    }
    if (steps_of_a.next() == nullptr || steps_of_b.next() == nullptr)
    {
        found.more_a = steps_of_a.count_rest();
        found.more_b = steps_of_b.count_rest();
        return found;
    }
    found.divergence = describe_divergence(*steps_of_a.next(), *steps_of_b.next(), start + found.common + 1);
    for (std::size_t i = 0; i < distance_times.size(); ++i)
    {
        const double at = found.divergence->seconds + distance_times[i];
        const auto x_a = steps_of_a.x_at(at), x_b = steps_of_b.x_at(at);
        if (x_a && x_b) found.divergence->apart[i] = std::abs(*x_a - *x_b);
    }
    return found;
}

} // namespace lab
