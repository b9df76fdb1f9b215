#include "play/player.hpp"

#include "lab/set_up.hpp"
#include "timestep/latched_input.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace play
{

namespace
{

constexpr lab::LaneKeeps little{.mathematics = false, .samples = 2};
constexpr std::int64_t most_steps = 1'000'000; // of a frame, where nobody counted them

Nanos step_length(const lab::Settings& settings) { return timestep::step_ns(settings.loop.rate()) + Nanos{1}; }

physics::Buttons either(const physics::Buttons& a, const physics::Buttons& b)
{
    return {a.left || b.left, a.right || b.right, a.jump || b.jump, a.dash || b.dash};
}

// About as many as a copy of it needs.
std::size_t bytes_of(const lab::Lane& lane) { return sizeof(lab::Lane) + 4096 + 6 * lane.world().state_bytes(); }

} // namespace

Player::Player(std::shared_ptr<const Play> play, Frames frames)
    : play_{std::move(play)}
    , frames_{frames}
    , by_clock_{frames == Frames::machine && !play_->all.whole}
    , until_{std::accumulate(play_->all.lengths.begin(), play_->all.lengths.end(), Nanos{})}
    , at_{.settings = play_->start, .lane = lab::Lane{play_->start, little}, .step_length = step_length(play_->start)}
{
    restore(at_);
    keep();
}

Player::Player(const Player& from, const WhatIf& other)
    : play_{from.play_}
    , frames_{other.frames}
    , by_clock_{true}
    , until_{from.until_}
    , at_{from.at_}
{
    for (const lab::Change& change : lab::differences(other.settings, at_.settings)) overridden_.push_back(change.key);
    at_.settings = other.settings;
    at_.lane.obey(at_.settings);
    restore(at_);
}

void Player::restore(const State& state)
{
    if (&state != &at_) at_ = state;
    at_.lane.intercept_steps(this);
    pc_.emplace(at_.settings.machine, at_.settings.seed + 1); // that of the play had other frames
    if (frames_ == Frames::recorded) pc_->begin_recorded_frame(at_.now);
}

bool Player::ended() const
{
    const Block& all = play_->all;
    if (by_clock_ && play_->has_lengths && frames_ == Frames::machine) return at_.now >= until_;
    if (frames_ == Frames::machine) return at_.tick >= all.ticks;
    if (play_->has_lengths) return at_.frame >= std::ssize(all.lengths);
    return at_.frame >= (by_clock_ ? all.ticks : 2 * all.ticks) || (!by_clock_ && at_.tick >= all.ticks);
}

bool Player::frame()
{
    if (ended()) return false;
    if (frames_ == Frames::machine && at_.frame == 0) at_.lane.wait_first(at_.settings, pc_->inner());
    if (!by_clock_) obey();
    const Nanos length = measure();
    at_.now += length;
    if (by_clock_) obey();
    pc_->allow(allowed());
    brake_              = 0;
    const bool recorded = frames_ == Frames::recorded;
    const Nanos refresh = recorded ? at_.refresh : pc_->refresh_period(at_.settings.machine);
    at_.lane.begin_frame({length, refresh}, at_.settings, {}, *pc_);
    if (!recorded) at_.lane.end_frame(at_.settings, *pc_);
    ++at_.frame;
    keep();
    return true;
}

void Player::play_to_end()
{
    while (frame())
    {
    }
}

Nanos Player::measure()
{
    if (frames_ == Frames::recorded) return pc_->begin_recorded_frame(next_length());
    const Nanos measured = pc_->begin_frame(at_.settings.machine);
    standstill_.check(pc_->time());
    return measured;
}

Nanos Player::next_length() const
{
    return play_->has_lengths ? play_->all.lengths[static_cast<std::size_t>(at_.frame)] : at_.step_length;
}

bool Player::is_due(const Turned& turned) const
{
    if (frames_ == Frames::recorded && play_->has_lengths) return turned.frame <= at_.frame;
    return by_clock_ ? turned.at <= at_.now : turned.tick <= at_.tick;
}

// A file without frames has frames of its own: what was turned after the last of its steps comes in none of them.
void Player::obey()
{
    const auto& all          = play_->all.turned;
    const std::size_t before = at_.turned;
    while (at_.turned < all.size() && is_due(all[at_.turned])) obey(all[at_.turned++]);
    if (at_.turned != before) at_.lane.obey(at_.settings);
}

void Player::obey(const Turned& turned)
{
    if (std::holds_alternative<Reset>(turned.what)) at_.lane.reset();
    if (const auto* refresh = std::get_if<Refresh>(&turned.what)) at_.refresh = refresh->period;
    if (const auto* brake = std::get_if<Brake>(&turned.what)) brake_ = brake->steps;
    if (const auto* change = std::get_if<Set>(&turned.what)) set(*change);
}

// Another loop or scene may not have that control: then it means nothing.
void Player::set(const Set& set)
{
    if (std::ranges::find(overridden_, set.path) != overridden_.end()) return;
    static_cast<void>(lab::set(at_.settings, set.path, set.text));
    if (!by_clock_) at_.step_length = step_length(at_.settings);
}

// By ticks, a frame ends where the next thing was turned, and at the end of the record.
std::int64_t Player::allowed() const
{
    const auto& turned = play_->all.turned;
    if (by_clock_) return most_steps;
    if (brake_ > 0) return brake_;
    if (frames_ == Frames::recorded && play_->has_lengths)
        return std::clamp<std::int64_t>(play_->all.ticks - at_.tick + 1, 1, most_steps);
    const std::int64_t next = at_.turned < turned.size() ? turned[at_.turned].tick : play_->all.ticks;
    return std::clamp<std::int64_t>(next - at_.tick, 1, most_steps);
}

void Player::begin_frame(const lab::Settings& /*settings*/, const timestep::FrameInput& /*in*/,
                         const timestep::StepPlan& plan)
{
    plan_  = plan;
    steps_ = 0;
}

bool Player::is_due(const Given& given, Nanos step_end) const
{
    return by_clock_ ? given.at <= step_end : given.tick <= at_.tick;
}

void Player::before_step(double h, physics::Input& input)
{
    const auto& all      = play_->all.given;
    const Nanos step_end = timestep::StepTimes{at_.now, plan_}.end(steps_++);
    at_.game.add(h);
    physics::Input& hand = at_.input;
    hand.pressed = hand.released = {};
    for (; at_.given < all.size() && is_due(all[at_.given], step_end); ++at_.given)
    {
        const auto pressed = hand.pressed, released = hand.released;
        hand          = all[at_.given].input;
        hand.pressed  = either(hand.pressed, pressed);
        hand.released = either(hand.released, released);
    }
    input = hand;
}

void Player::after_step(const physics::World& world)
{
    ++at_.tick;
    if (!by_clock_) compare(world);
    if (see_) see_({at_.game.seconds(), world.probe(), short_hash(world)});
}

void Player::compare(const physics::World& world)
{
    if (difference_) return;
    const auto place = static_cast<std::size_t>(at_.tick / hashed_ticks) - 1;
    if (at_.tick > play_->all.ticks)
        difference_ = {.tick = at_.tick, .is = short_hash(world), .has_more_ticks = true};
    else if (at_.tick % hashed_ticks == 0)
        if (const auto is = short_hash(world), was = play_->all.hashes[place]; is != was)
            difference_ = {.tick = at_.tick, .was = was, .is = is};
}

// When they are too many, every other one goes.
void Player::keep()
{
    const bool is_new = kept_.empty() || at_.frame >= kept_.back().frame + apart_;
    if (frames_ != Frames::recorded || by_clock_ || !is_new) return;
    kept_.push_back(at_);
    bytes_ += bytes_of(at_.lane);
    while (bytes_ > budget && kept_.size() > 1)
    {
        std::vector<State> fewer;
        bytes_ = 0;
        for (std::size_t i = 0; i < kept_.size(); i += 2)
        {
            fewer.push_back(std::move(kept_[i]));
            bytes_ += bytes_of(fewer.back().lane);
        }
        kept_ = std::move(fewer);
        apart_ *= 2;
    }
}

// `before` of a snapshot: it is not too late. The nearest is taken if that is nearer than where the player is.
template <class Before>
void Player::go_back(Before before)
{
    if (kept_.empty()) return;
    const auto after     = std::ranges::partition_point(kept_, before);
    const State& nearest = after == kept_.begin() ? kept_.front() : *(after - 1);
    if (!before(at_) || nearest.frame > at_.frame) restore(nearest);
}

void Player::seek(Nanos at)
{
    go_back([&](const State& state) { return state.now <= at; });
    while (!ended() && at_.now + next_length() <= at) frame();
}

void Player::seek_tick(std::int64_t tick)
{
    go_back([&](const State& state) { return state.tick <= tick; });
    while (!ended() && at_.tick < tick) frame();
}

} // namespace play
