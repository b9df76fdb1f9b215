#include "play/stage.hpp"

#include "lab/controls.hpp"
#include "lab/set_up.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace play
{

namespace
{

bool is_of_machine(const lab::Change& change)
{
    return change.key.starts_with("machine.") || change.key.starts_with("clock.") || change.key.starts_with("sleep.");
}

// What a play keeps of the one is put into the other.
void take_over(lab::Settings& to, const lab::Settings& from)
{
    for (const lab::Change& change : lab::differences(from, to))
        if (is_kept(change.key)) static_cast<void>(lab::set(to, change.key, change.value));
}

std::optional<double> x_at(const auto& steps, double seconds)
{
    const auto after = std::ranges::partition_point(steps, [&](const auto& step) { return step.seconds < seconds; });
    if (after == steps.end()) return std::nullopt;
    if (after == steps.begin()) return after->x;
    const auto& before = *(after - 1);
    return std::lerp(before.x, after->x, (seconds - before.seconds) / (after->seconds - before.seconds));
}

} // namespace

OnStage::OnStage(std::shared_ptr<const Play> play, std::string name, lab::Desk& desk)
    : play_{std::move(play)}
    , player_{std::make_unique<Player>(play_)}
    , lanes_{std::span<const lab::LaneSetup>{}}
{
    take_over(desk.settings, play_->start);
    desk.settings.play_at = 0.0;
    base_                 = desk.settings;
    story_.name           = std::move(name);
    const auto& lengths   = play_->all.lengths;
    story_.length         = play_->has_lengths ? std::accumulate(lengths.begin(), lengths.end(), Nanos{})
                                               : play_->all.ticks * timestep::step_ns(play_->start.loop.rate());
    player_->frame();
    set_lanes();
}

// From where they are now: what is behind them is another time's.
void OnStage::set_lanes()
{
    std::vector<lab::LaneSetup> setups;
    setups.push_back({.name = other_ ? "as it was" : "played again", .settings = player_->settings()});
    if (other_) setups.push_back({.name = "what if: " + story_.what_if, .settings = other_->settings()});
    lanes_ = lab::Lanes{setups};
    lanes_.note(telemetry::reset);
    follow(0, *player_);
    if (other_) follow(1, *other_);
}

void OnStage::follow(std::size_t lane, const Player& player)
{
    const auto& samples = player.lane().samples();
    if (samples.empty()) return;
    const telemetry::FrameSample& sample = samples.back();
    lab::LaneRunner& shown               = lanes_[lane];
    shown.setup().settings               = player.settings();
    shown.obey();
    shown.show(player.now(), sample.measured, sample.plan, sample.stepping, player.lane().world());
}

void OnStage::begin_frame(lab::Desk& desk)
{
    const Nanos passed = desk.begin_watched_frame();
    if (desk.settings.play_at != shown_at_)
        seek(timestep::from_seconds(desk.settings.play_at));
    else if (desk.take_single_frame())
    {
        if (player_->frame()) follow(0, *player_);
        at_ = player_->now();
        advance_to(at_);
    }
    else
        advance_to(std::min(at_ + passed, story_.length));
    if (other_) compare();
    tell();
    shown_at_ = desk.settings.play_at = timestep::to_seconds(at_);
}

void OnStage::advance_to(Nanos at)
{
    at_ = at;
    while (player_->now() < at && player_->frame()) follow(0, *player_);
    while (other_ && other_->now() < at && other_->frame()) follow(1, *other_);
}

// What might have been has no snapshots: it is played again from the fork.
void OnStage::seek(Nanos at)
{
    at_ = std::clamp(at, Nanos::zero(), story_.length);
    if (other_ && at_ < *story_.forked) join();
    if (other_)
    {
        player_->watch({});
        player_->seek(*story_.forked);
        part();
        while (player_->now() < at_ && player_->frame())
        {
        }
        while (other_->now() < at_ && other_->frame())
        {
        }
    }
    else
        player_->seek(at_);
    set_lanes();
}

void OnStage::fork(lab::Desk& desk)
{
    if (other_) join();
    std::vector<lab::Change> changes;
    for (lab::Change& change : lab::differences(desk.settings, base_))
        if (is_kept(change.key)) changes.push_back(std::move(change));
    if (changes.empty())
    {
        desk.requests.emplace_back(
            lab::request::Notice{"what if what? Turn something first: loop, rate, integrator, delay"});
        return;
    }
    what_if_ = {player_->settings(), std::ranges::any_of(changes, is_of_machine) ? Frames::machine : Frames::recorded};
    story_.what_if.clear();
    for (const lab::Change& change : changes)
    {
        static_cast<void>(lab::set(what_if_.settings, change.key, change.value));
        const lab::Control* row = lab::find_control(what_if_.settings, change.key);
        const std::string name{row != nullptr ? row->label : change.key};
        story_.what_if += (story_.what_if.empty() ? "" : ", ") + name + " " + change.value;
    }
    story_.forked = player_->now();
    part();
    set_lanes();
}

// Here and now.
void OnStage::part()
{
    other_     = std::make_unique<Player>(*player_, what_if_);
    fork_tick_ = player_->tick();
    compared_  = 0;
    story_.parted.reset();
    story_.apart.clear();
    steps_.clear();
    other_steps_.clear();
    player_->watch([this](const Mark& mark) { steps_.push_back({mark.seconds, mark.probe.x, mark.hash}); });
    other_->watch([this](const Mark& mark) { other_steps_.push_back({mark.seconds, mark.probe.x, mark.hash}); });
}

void OnStage::join()
{
    other_.reset();
    player_->watch({});
    story_.forked.reset();
    story_.parted.reset();
    story_.apart.clear();
    story_.what_if.clear();
    set_lanes();
}

// Tick by tick until they part; then how far they are apart, twenty times a second.
void OnStage::compare()
{
    for (; !story_.parted && compared_ < std::min(steps_.size(), other_steps_.size()); ++compared_)
    {
        const Step &a = steps_[compared_], &b = other_steps_[compared_];
        if (a.hash == b.hash && a.seconds == b.seconds) continue;
        story_.parted_tick = fork_tick_ + static_cast<std::int64_t>(compared_) + 1;
        const double after = steps_.empty() ? 0.0 : a.seconds - steps_.front().seconds;
        story_.parted      = *story_.forked + timestep::from_seconds(after);
    }
    if (steps_.empty()) return;
    constexpr Nanos apart{50'000'000};
    const double began = steps_.front().seconds;
    for (;;)
    {
        const Nanos at  = story_.apart.empty() ? *story_.forked : story_.apart.back().at + apart;
        const double of = began + timestep::to_seconds(at - *story_.forked);
        const auto a = x_at(steps_, of), b = x_at(other_steps_, of);
        if (!a || !b) return;
        story_.apart.push_back({at, std::abs(*a - *b)});
    }
}

void OnStage::tell()
{
    story_.at     = at_;
    story_.hashes = player_->tick() / hashed_ticks;
    story_.broken = player_->difference() ? std::optional{player_->difference()->tick} : std::nullopt;
}

} // namespace play
