#include "lab/replay/replay_player.hpp"

#include "base/stopping.hpp"
#include "lab/settings/controls.hpp"
#include "lab/settings/set_up.hpp"
#include "sim/physics/vectors.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lab
{

namespace
{

// A run of a replay calls this function after each step, because a frame of very many steps takes minutes.
bool is_not_stopped() { return base::stopped_by() == 0; }

// Copies the settings that a replay stores.
void copy_run_settings(Settings& to, const Settings& from)
{
    for (const Change& change : differences(from, to, scope::run)) static_cast<void>(set(to, change.key, change.value));
}

} // namespace

ReplayPlayer::ReplayPlayer(std::shared_ptr<const Replay> replay, std::string name)
    : replay_{std::move(replay)}
    , run_{std::make_unique<ReplayRun>(replay_)}
    , lanes_{std::span<const LaneSetup>{}}
{
    story_.name         = std::move(name);
    const auto& lengths = replay_->lengths;
    story_.length       = replay_->has_lengths ? std::accumulate(lengths.begin(), lengths.end(), Nanos{})
                                               : replay_->ticks * timestep::step_ns(replay_->start.loop.rate);
    run_->set_continue_check(is_not_stopped);
    run_->simulate_frame();
    set_lanes();
}

void ReplayPlayer::enter(Settings& settings)
{
    if (before_) return;
    before_ = settings;
    copy_run_settings(settings, replay_->start);
    base_ = settings;
}

Settings ReplayPlayer::settings_after_replay(const Settings& now) const
{
    if (!before_) return now;
    Settings settings               = now;
    const std::vector<Change> users = differences(now, base_);
    for (const Change& old : differences(*before_, now, scope::run))
        if (std::ranges::find(users, old.key, &Change::key) == users.end())
            static_cast<void>(set(settings, old.key, old.value));
    return settings;
}

void ReplayPlayer::leave(Settings& settings)
{
    settings = settings_after_replay(settings);
    before_.reset();
}

// The new lanes start at the present states of the replay and of its fork. Frame records of another time of the replay
// are not kept.
void ReplayPlayer::set_lanes()
{
    std::vector<LaneSetup> setups;
    setups.push_back({.name = other_ ? "as it was" : "replay", .settings = run_->settings()});
    if (other_) setups.push_back({.name = "what if: " + story_.what_if, .settings = other_->settings()});
    lanes_ = Lanes{setups};
    lanes_.add_events(telemetry::reset);
    follow(0, *run_);
    if (other_) follow(1, *other_);
}

void ReplayPlayer::follow(std::size_t lane, const ReplayRun& run)
{
    const auto& samples = run.lane().samples();
    if (samples.empty()) return;
    const telemetry::FrameSample& sample = samples.back();
    LaneRun& shown                       = lanes_[lane];
    shown.setup().settings               = run.settings();
    shown.apply();
    shown.lane().record_computed_frame(run.now(), sample.measured, sample.plan, sample.stepping, run.lane().world());
    shown.lane().copy_failures(run.lane());
    shown.count_frame();
}

void ReplayPlayer::begin_frame(Desk& desk)
{
    const Nanos passed = desk.begin_virtual_frame();
    if (desk.settings.replay_at != shown_at_)
        seek(timestep::from_seconds(desk.settings.replay_at));
    else if (desk.take_single_frame())
    {
        if (run_->simulate_frame()) follow(0, *run_);
        at_ = run_->now();
        advance_to(at_);
    }
    else
        advance_to(std::min(at_ + passed, story_.length));
    if (other_) compare();
    update_story();
    shown_at_ = desk.settings.replay_at = timestep::to_seconds(at_);
}

void ReplayPlayer::advance_to(Nanos at)
{
    at_ = at;
    while (run_->now() < at && run_->simulate_frame()) follow(0, *run_);
    if (!other_) return;
    while (other_->now() < at && other_->simulate_frame()) follow(1, *other_);
}

// Moves to a time of the replay. A fork has no snapshots, so it runs again from its start.
void ReplayPlayer::seek(Nanos at)
{
    at_ = std::clamp(at, Nanos::zero(), story_.length);
    if (other_ && at_ < *story_.fork_start) end_what_if_run();
    if (other_)
    {
        run_->set_step_observer({});
        run_->seek(*story_.fork_start);
        part();
        while (run_->now() < at_ && run_->simulate_frame())
        {
        }
        while (other_->now() < at_ && other_->simulate_frame())
        {
        }
    }
    else
        run_->seek(at_);
    set_lanes();
}

void ReplayPlayer::start_what_if_run(Desk& desk)
{
    if (other_) end_what_if_run();
    const std::vector<Change> changes = differences(desk.settings, base_, scope::run);
    if (changes.empty())
    {
        const request::Notice notice{"first change loop, rate or delay, then press What if"};
        desk.requests.emplace_back(notice); // gcc 12 -O3 wrongly reports array-bounds if a temporary is moved here
        return;
    }
    // At the end of the replay no step is left in which the run with other settings could be compared with it.
    if (at_ >= story_.length) seek(Nanos::zero());
    what_if_ = {run_->settings(),
                std::ranges::any_of(changes, is_of_machine) ? FrameSource::machine : FrameSource::recorded};
    story_.what_if.clear();
    for (const Change& change : changes)
    {
        static_cast<void>(set(what_if_.settings, change.key, change.value));
        const Control* row = find_control(what_if_.settings, change.key);
        const std::string name{row != nullptr ? row->label : change.key};
        story_.what_if += (story_.what_if.empty() ? "" : ", ") + name + " " + change.value;
    }
    story_.fork_start = run_->now();
    part();
    set_lanes();
}

// Starts the fork at the replay's present state.
void ReplayPlayer::part()
{
    other_ = std::make_unique<ReplayRun>(*run_, what_if_);
    other_->set_continue_check(is_not_stopped);
    fork_tick_ = run_->tick();
    compared_  = 0;
    story_.diverged_at.reset();
    story_.distances.clear();
    steps_.clear();
    other_steps_.clear();
    run_->set_step_observer(
        [this](const StepMark& mark) {
            steps_.push_back({mark.seconds, mark.probe.x, mark.hash});
        });
    other_->set_step_observer(
        [this](const StepMark& mark) {
            other_steps_.push_back({mark.seconds, mark.probe.x, mark.hash});
        });
}

void ReplayPlayer::end_what_if_run()
{
    other_.reset();
    run_->set_step_observer({});
    story_.fork_start.reset();
    story_.diverged_at.reset();
    story_.distances.clear();
    story_.what_if.clear();
    set_lanes();
}

// Compares the replay and the fork step by step until the first difference. Also computes their distance every 0.05 s.
void ReplayPlayer::compare()
{
    for (; !story_.diverged_at && compared_ < std::min(steps_.size(), other_steps_.size()); ++compared_)
    {
        const Step &a = steps_[compared_], &b = other_steps_[compared_];
        if (a.hash == b.hash && a.seconds == b.seconds) continue;
        story_.first_different_step = fork_tick_ + static_cast<std::int64_t>(compared_) + 1;
        const double after          = steps_.empty() ? 0.0 : a.seconds - steps_.front().seconds;
        story_.diverged_at          = *story_.fork_start + timestep::from_seconds(after);
    }
    if (steps_.empty()) return;
    constexpr Nanos apart{50'000'000};
    const double began = steps_.front().seconds;
    for (;;)
    {
        const Nanos at  = story_.distances.empty() ? *story_.fork_start : story_.distances.back().at + apart;
        const double of = began + timestep::to_seconds(at - *story_.fork_start);
        const auto a = sim::x_at(steps_, of), b = sim::x_at(other_steps_, of);
        if (!a || !b) return;
        story_.distances.push_back({at, std::abs(*a - *b)});
    }
}

void ReplayPlayer::update_story()
{
    story_.at               = at_;
    story_.compared_hashes  = run_->tick() / hashed_ticks;
    story_.first_difference = run_->difference() ? std::optional{text_of(*run_->difference())} : std::nullopt;
}

} // namespace lab
