#include "scenes/net/peer.hpp"

#include "sim/machine/random.hpp"
#include "sim/physics/vectors.hpp"
#include "timestep/presets.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace scenes
{

namespace
{

// Length in ticks of a phrase: one gesture (a key press or a grab), with pauses before and after it.
constexpr std::int64_t phrase = 48;

struct Gesture
{
    // The gesture lasts from the tick `from` to before the tick `to`, counted from the start of the phrase.
    std::int64_t from = 0, to = 0;
    sim::Input input{};
};

Gesture gesture_of(std::uint64_t seed, std::size_t player, std::int64_t number)
{
    const std::uint64_t own = sim::seed_of(seed, 1000 + player);
    const auto random       = [&](std::uint64_t what)
    { return sim::uniform(own, static_cast<std::uint64_t>(number) * 8 + what); };
    Gesture gesture;
    gesture.from  = 1 + static_cast<std::int64_t>(16 * random(0));
    gesture.to    = gesture.from + 6 + static_cast<std::int64_t>(20 * random(1));
    const int key = static_cast<int>(6 * random(2));
    gesture.input = {.grabbed = key == 4,
                     .hand_x  = 1.6 * random(3) - 0.8,
                     .hand_y  = 1.6 * random(4) - 0.8,
                     .held    = {.left = key == 0, .right = key == 1 || key == 2, .jump = key == 2, .dash = key == 3}};
    if (!gesture.input.grabbed) gesture.input.hand_x = gesture.input.hand_y = 0.0;
    return gesture;
}

constexpr std::int64_t most_steps = 4; // largest number of steps in one frame of a lockstep or rollback game
// Largest number of ticks that may be due: 0.25 s at 60 Hz. Further ticks are dropped (PeerTotals::dropped).
constexpr std::int64_t most_owed = 15;

timestep::Loop whole_steps(timestep::Rate rate)
{
    timestep::Loop loop = timestep::find_preset("interpolated")->make(rate);
    loop.overload       = timestep::Unlimited{};
    return loop;
}

template <class T, class At>
void drop_before(std::deque<T>& all, Nanos before, At at)
{
    while (!all.empty() && at(all.front()) < before) all.pop_front();
}

} // namespace

sim::Input input_of(std::uint64_t seed, std::size_t player, std::int64_t tick)
{
    if (tick < 0) return {};
    const Gesture gesture  = gesture_of(seed, player, tick / phrase);
    const std::int64_t now = tick % phrase;
    sim::Input input       = now >= gesture.from && now < gesture.to ? gesture.input : sim::Input{};
    if (now == gesture.from) input.pressed = gesture.input.held;
    if (now == gesture.to) input.released = gesture.input.held;
    return input;
}

sim::Input merged_input(std::span<const sim::Input> inputs)
{
    sim::Input all;
    int hands = 0;
    for (const sim::Input& one : inputs)
    {
        all.held     = either(all.held, one.held);
        all.pressed  = either(all.pressed, one.pressed);
        all.released = either(all.released, one.released);
        if (!one.grabbed) continue;
        ++hands;
        all.hand_x += one.hand_x;
        all.hand_y += one.hand_y;
    }
    if (hands == 0) return all;
    all.grabbed = true;
    all.hand_x /= hands;
    all.hand_y /= hands;
    return all;
}

std::optional<Nanos> Wire::transmit(Nanos sent)
{
    const double luck = sim::uniform(seed_, 2 * number_);
    const double late = sim::uniform(seed_, 2 * number_ + 1);
    ++number_;
    if (luck < link_.loss) return std::nullopt;
    return sent + link_.delay + Nanos{static_cast<std::int64_t>(late * static_cast<double>(link_.jitter.count()))};
}

std::optional<double> FinalStates::x_at(double seconds) const
{
    if (empty() || (first_ > 1 && seconds < states_.front().seconds)) return std::nullopt;
    return sim::interpolated_x(states_, seconds);
}

Peer::Peer(const NetworkSetUp& set_up, std::size_t place)
    : set_up_{&set_up}
    , computer_{&computer_of(set_up, place)}
    , place_{place}
    , loop_{set_up.kind == NetworkKind::free ? set_up.loop : whole_steps(set_up.rate)}
    , world_{set_up.world}
    , h_{timestep::step_seconds(set_up.rate)}
    , others_(set_up.pcs)
{
}

void Peer::compute_frame(std::span<const Message> arrived)
{
    const Nanos measured = totals_.frames == 0 ? Nanos::zero() : next_ - frame_.at;
    frame_               = {.at = next_, .measured = measured};
    for (const Message& message : arrived) receive(message);
    const std::int64_t before = totals_.steps;
    if (is(NetworkKind::free))
        run_free(measured);
    else
        run_together(measured);
    ++totals_.frames;
    frame_.stepping = (totals_.steps - before) * computer_->step;
    next_ += std::max(computer_->frame, computer_->draw + frame_.stepping);
    drop_before(waits_, next_ - looked_back, [](const InputWait& wait) { return wait.to; });
    drop_before(rollbacks_, next_ - looked_back, [](const Rollback& rollback) { return rollback.at; });
    drop_before(tick_times_, next_ - looked_back, [](Nanos at) { return at; });
}

void Peer::receive(const Message& message)
{
    Other& other       = others_[message.from];
    other.acknowledged = std::max(other.acknowledged, message.has);
    if (message.first <= other.inputs.end()) add_inputs(message.from, message.end);
}

// Takes due ticks until the input for a tick is missing.
void Peer::run_together(Nanos measured)
{
    timestep::StepPlan plan = loop_.plan({measured, computer_->frame});
    owed_ += plan.steps;
    totals_.dropped += std::max<std::int64_t>(owed_ - most_owed, 0);
    owed_ = std::min(owed_, most_owed);
    add_inputs(place_, tick_ + set_up_->input_delay + 1);
    roll_back();
    plan.steps = 0;
    while (owed_ > 0 && plan.steps < most_steps && may_step())
    {
        step();
        ++plan.steps;
        --owed_;
    }
    settle();
    if (owed_ > 0 && !waits_since_ && !may_step()) waits_since_ = frame_.at;
    plan.stepped = plan.steps * plan.dt;
    if (owed_ > 0) plan.alpha = 1.0; // the PC waits for inputs, so the newest state is drawn
    frame_.plan = plan;
}

bool Peer::may_step() const
{
    if (is(NetworkKind::rollback)) return tick_ - known_to() < set_up_->window;
    return tick_ < known_to();
}

void Peer::step()
{
    end_wait();
    const sim::Input input = best_input(tick_);
    pending_.push_back({world_, input});
    world_.step(h_, input);
    ++tick_;
    ++totals_.steps;
    keep_tick_time();
    add_inputs(place_, tick_ + set_up_->input_delay + 1);
}

// The missing inputs have arrived, and the tick is taken now.
void Peer::end_wait()
{
    if (!waits_since_) return;
    const InputWait wait{*waits_since_, frame_.at};
    waits_since_.reset();
    waits_.push_back(wait);
    ++totals_.waits;
    totals_.waited += wait.to - wait.from;
    totals_.longest = std::max(totals_.longest, wait.to - wait.from);
}

// The first tick for which the input of a player is missing.
std::int64_t Peer::known_to() const
{
    std::int64_t known = std::numeric_limits<std::int64_t>::max();
    for (const Other& other : others_) known = std::min(known, other.inputs.end());
    return known;
}

sim::Input Peer::best_input(std::int64_t tick) const
{
    std::array<sim::Input, most_pcs> inputs{};
    for (std::size_t i = 0; i < others_.size(); ++i)
    {
        const Inputs& known = others_[i].inputs;
        inputs[i]           = tick < known.end() ? known[tick] : sim::without_edges(known.last());
    }
    return merged_input({inputs.data(), others_.size()});
}

// The first tick that was taken with a wrong input; `tick_` if there is none.
std::int64_t Peer::first_wrong() const
{
    for (std::int64_t tick = final_ticks_; tick < tick_; ++tick)
        if (!(pending_[static_cast<std::size_t>(tick - final_ticks_)].input == best_input(tick))) return tick;
    return tick_;
}

void Peer::roll_back()
{
    const std::int64_t wrong = first_wrong();
    const std::int64_t depth = tick_ - wrong;
    if (depth == 0) return;
    world_ = pending_[static_cast<std::size_t>(wrong - final_ticks_)].before;
    for (std::int64_t tick = wrong; tick < tick_; ++tick)
    {
        Taken& taken = pending_[static_cast<std::size_t>(tick - final_ticks_)];
        taken        = {world_, best_input(tick)};
        world_.step(h_, taken.input);
    }
    ++totals_.rollbacks;
    totals_.steps += depth;
    totals_.taken_again += depth;
    totals_.deepest = std::max(totals_.deepest, depth);
    rollbacks_.push_back({frame_.at, wrong, depth});
}

// Makes all ticks final up to which the inputs of all players are known.
void Peer::settle()
{
    const std::int64_t to = std::min(known_to(), tick_);
    for (; final_ticks_ < to; ++final_ticks_)
    {
        pending_.pop_front();
        keep_final_state(pending_.empty() ? world_ : pending_.front().before);
    }
    for (Other& other : others_) other.inputs.drop_before(final_ticks_);
}

void Peer::keep_final_state(const World& world)
{
    final_states_.add({world.time(), world.probe().x, world.state_hash().value_or(0)});
}

// Keeps at most 10,000 times, because one frame of a slow PC can take more ticks than the display can show.
void Peer::keep_tick_time()
{
    constexpr std::size_t most = 10'000;
    if (tick_times_.size() == most) tick_times_.pop_front();
    tick_times_.push_back(frame_.at);
}

// An input is valid from a time of the game, not for a step, because the PCs may take steps of different sizes.
void Peer::run_free(Nanos measured)
{
    const timestep::StepPlan plan = loop_.plan({measured, computer_->frame});
    const double hz               = timestep::hertz(set_up_->rate);
    timestep::run_steps(plan,
                        [&](double h)
                        {
                            add_inputs(place_, static_cast<std::int64_t>(std::floor(world_.time() * hz + 1e-6)) + 1);
                            world_.step(h, free_input());
                            ++tick_;
                            ++totals_.steps;
                            keep_tick_time();
                            keep_final_state(world_);
                        });
    for (Other& other : others_) other.inputs.drop_before(other.inputs.end());
    frame_.plan = plan;
}

sim::Input Peer::free_input()
{
    std::array<sim::Input, most_pcs> inputs{};
    for (std::size_t i = 0; i < others_.size(); ++i)
    {
        inputs[i]          = others_[i].inputs.last();
        inputs[i].pressed  = others_[i].fresh.pressed;
        inputs[i].released = others_[i].fresh.released;
        others_[i].fresh   = {};
    }
    return merged_input({inputs.data(), others_.size()});
}

// Adds the inputs of the player at the PC `pc` for all ticks before `end`.
void Peer::add_inputs(std::size_t pc, std::int64_t end)
{
    Other& player = others_[pc];
    while (player.inputs.end() < end)
    {
        const sim::Input input = input_of(set_up_->seed, pc, player.inputs.end());
        player.inputs.add(input);
        const std::array both{player.fresh, sim::Input{.pressed = input.pressed, .released = input.released}};
        if (is(NetworkKind::free)) player.fresh = merged_input(both);
    }
}

std::optional<Message> Peer::take_message(std::size_t other_place)
{
    Other& other           = others_[other_place];
    const std::int64_t end = others_[place_].inputs.end();
    const Nanos sent       = frame_.at + frame_.stepping;
    const bool is_time     = sent - other.last_sent >= timestep::step_ns(set_up_->rate);
    if (end == other.sent_to && !is_time) return std::nullopt;
    Message message{.from  = place_,
                    .to    = other_place,
                    .sent  = sent,
                    .first = other.acknowledged,
                    .end   = end,
                    .has   = other.inputs.end()};
    message.resent  = std::max<std::int64_t>(other.sent_to - other.acknowledged, 0);
    other.sent_to   = end;
    other.last_sent = sent;
    ++totals_.sent;
    totals_.inputs += message.end - message.first;
    totals_.inputs_again += message.resent;
    return message;
}

} // namespace scenes
