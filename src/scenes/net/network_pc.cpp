#include "scenes/net/network_pc.hpp"

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

// In each 48 ticks, a simulated player makes at most one gesture (key press or grab).
constexpr std::int64_t gesture_period_ticks = 48;

struct Gesture
{
    // In ticks; `end_tick` is exclusive.
    std::int64_t first_tick = 0, end_tick = 0;
    sim::Input input{};
};

Gesture gesture_of(std::uint64_t seed, std::size_t player_index, std::int64_t gesture_index)
{
    const std::uint64_t player_seed = sim::stream_seed(seed, 1000 + player_index);
    const auto random_number = [&](std::uint64_t number_index)
    { return sim::uniform_random(player_seed, static_cast<std::uint64_t>(gesture_index) * 8 + number_index); };
    Gesture gesture;
    gesture.first_tick = 1 + static_cast<std::int64_t>(16 * random_number(0));
    gesture.end_tick = gesture.first_tick + 6 + static_cast<std::int64_t>(20 * random_number(1));
    const int gesture_choice = static_cast<int>(6 * random_number(2));
    gesture.input = {.grabbed = gesture_choice == 4,
                     .drag_target_x = 1.6 * random_number(3) - 0.8,
                     .drag_target_y = 1.6 * random_number(4) - 0.8,
                     .held = {.left = gesture_choice == 0,
                              .right = gesture_choice == 1 || gesture_choice == 2,
                              .jump = gesture_choice == 2,
                              .dash = gesture_choice == 3}};
    if (!gesture.input.grabbed) gesture.input.drag_target_x = gesture.input.drag_target_y = 0.0;
    return gesture;
}

constexpr std::int64_t max_steps_per_frame = 4; // in a lockstep or rollback game
// Largest number of ticks that a PC can be behind: 0.25 s at 60 Hz. Ticks beyond this number are dropped.
constexpr std::int64_t max_due_ticks = 15;

timestep::Loop loop_of(const NetworkSetup& setup)
{
    if (setup.sync_method == SyncMethod::unsynced) return setup.loop ? *setup.loop : timestep::Loop{};
    timestep::Loop loop = timestep::find_preset("interpolated")->make(setup.rate);
    loop.overload = timestep::Unlimited{};
    return loop;
}

} // namespace

sim::Input simulated_input(std::uint64_t seed, std::size_t player_index, std::int64_t tick)
{
    if (tick < 0) return {};
    const Gesture gesture = gesture_of(seed, player_index, tick / gesture_period_ticks);
    const std::int64_t tick_in_period = tick % gesture_period_ticks;
    sim::Input input =
        tick_in_period >= gesture.first_tick && tick_in_period < gesture.end_tick ? gesture.input : sim::Input{};
    if (tick_in_period == gesture.first_tick) input.pressed = gesture.input.held;
    if (tick_in_period == gesture.end_tick) input.released = gesture.input.held;
    return input;
}

sim::Input combined_input(std::span<const sim::Input> inputs)
{
    sim::Input merged;
    int grabbing_player_count = 0;
    for (const sim::Input& input : inputs)
    {
        merged.held = combined(merged.held, input.held);
        merged.pressed = combined(merged.pressed, input.pressed);
        merged.released = combined(merged.released, input.released);
        if (!input.grabbed) continue;
        ++grabbing_player_count;
        merged.drag_target_x += input.drag_target_x;
        merged.drag_target_y += input.drag_target_y;
        merged.drag_velocity_x += input.drag_velocity_x;
        merged.drag_velocity_y += input.drag_velocity_y;
    }
    if (grabbing_player_count == 0) return merged;
    merged.grabbed = true;
    merged.drag_target_x /= grabbing_player_count;
    merged.drag_target_y /= grabbing_player_count;
    merged.drag_velocity_x /= grabbing_player_count;
    merged.drag_velocity_y /= grabbing_player_count;
    return merged;
}

std::optional<Nanos> OneWayConnection::transmit(Nanos sent_time)
{
    const double random_for_loss = sim::uniform_random(seed, 2 * message_count);
    const double random_for_jitter = sim::uniform_random(seed, 2 * message_count + 1);
    ++message_count;
    if (random_for_loss < quality.loss) return std::nullopt;
    return sent_time + quality.delay +
           Nanos{static_cast<std::int64_t>(random_for_jitter * static_cast<double>(quality.jitter.count()))};
}

std::optional<double> ConfirmedStates::x_at(double seconds) const
{
    if (values.empty() || (first_tick > 1 && seconds < values.front().seconds)) return std::nullopt;
    return sim::interpolated_x(values, seconds);
}

NetworkPc::NetworkPc(const NetworkSetup& outliving_setup, std::size_t pc_index)
    : world{outliving_setup.world}
    , setup_{&outliving_setup}
    , hardware_{&hardware_of(outliving_setup, pc_index)}
    , pc_index_{pc_index}
    , loop_{std::make_shared<timestep::Loop>(loop_of(outliving_setup))}
    , step_seconds_{timestep::step_seconds(outliving_setup.rate)}
    , input_channels_(outliving_setup.pc_count)
{
}

void NetworkPc::simulate_frame(std::span<const InputMessage> arrived)
{
    const Nanos frame_time = totals.frame_count == 0 ? Nanos::zero() : next_frame_start_time - last_frame.start_time;
    last_frame = {.start_time = next_frame_start_time, .frame_time = frame_time};
    for (const InputMessage& message : arrived)
    {
        InputChannel& channel = input_channels_[message.sender];
        channel.acknowledged_end_tick = std::max(channel.acknowledged_end_tick, message.acknowledged_end_tick);
        if (message.first_tick <= channel.inputs.end_tick()) generate_inputs(message.sender, message.end_tick);
    }

    const std::int64_t old_step_count = totals.step_count;
    if (uses(SyncMethod::unsynced))
        run_unsynced_steps(frame_time);
    else
        run_ticks(frame_time);
    ++totals.frame_count;
    last_frame.stepping_time = (totals.step_count - old_step_count) * hardware_->step_time;
    next_frame_start_time += std::max(hardware_->min_frame_time, hardware_->draw_time + last_frame.stepping_time);
    drop_older_than(waits, next_frame_start_time - history_duration, &InputWait::end);
    drop_older_than(rollbacks, next_frame_start_time - history_duration, &RollbackRecord::time);
    drop_older_than(tick_times, next_frame_start_time - history_duration, std::identity{});
}

// Runs the due ticks, at most `max_steps_per_frame`. Stops before a tick that cannot run, because inputs are missing.
void NetworkPc::run_ticks(Nanos frame_time)
{
    timestep::StepPlan plan = loop_->plan({frame_time, hardware_->min_frame_time});
    due_ticks_ += plan.steps;
    totals.dropped_ticks += std::max<std::int64_t>(due_ticks_ - max_due_ticks, 0);
    due_ticks_ = std::min(due_ticks_, max_due_ticks);
    generate_inputs(pc_index_, next_tick_ + setup_->input_delay + 1);
    roll_back();

    plan.steps = 0;
    while (due_ticks_ > 0 && plan.steps < max_steps_per_frame && inputs_allow_next_tick())
    {
        if (wait_start)
        {
            const InputWait wait{*wait_start, last_frame.start_time};
            wait_start.reset();
            waits.push_back(wait);
            ++totals.wait_count;
            totals.total_wait += wait.end - wait.start;
            totals.longest_wait = std::max(totals.longest_wait, wait.end - wait.start);
        }

        const sim::Input input = tick_input(next_tick_);
        unconfirmed_ticks_.values.push_back({world, input});
        world.step(step_seconds_, input);
        ++next_tick_;
        ++totals.step_count;
        record_tick_time();
        generate_inputs(pc_index_, next_tick_ + setup_->input_delay + 1);
        ++plan.steps;
        --due_ticks_;
    }

    confirm_states();
    if (due_ticks_ > 0 && !wait_start && !inputs_allow_next_tick()) wait_start = last_frame.start_time;
    plan.stepped = plan.steps * plan.dt;
    if (due_ticks_ > 0) plan.alpha = 1.0; // ticks are overdue, so the newest state is drawn
    last_frame.plan = plan;
}

bool NetworkPc::inputs_allow_next_tick() const
{
    if (uses(SyncMethod::rollback)) return next_tick_ - first_missing_tick() < setup_->rollback_window;
    return next_tick_ < first_missing_tick();
}

std::int64_t NetworkPc::first_missing_tick() const
{
    std::int64_t min_end_tick = std::numeric_limits<std::int64_t>::max();
    for (const InputChannel& channel : input_channels_)
        min_end_tick = std::min(min_end_tick, channel.inputs.end_tick());
    return min_end_tick;
}

sim::Input NetworkPc::tick_input(std::int64_t tick) const
{
    std::array<sim::Input, max_pcs> inputs{};
    for (std::size_t i = 0; i < input_channels_.size(); ++i)
    {
        const TickInputs& known_inputs = input_channels_[i].inputs;
        inputs[i] =
            tick < known_inputs.end_tick() ? known_inputs[tick] : sim::without_key_changes(known_inputs.newest());
    }
    return combined_input({inputs.data(), input_channels_.size()});
}

void NetworkPc::roll_back()
{
    std::int64_t first_tick = unconfirmed_ticks_.first_tick; // that ran with a wrong prediction of an input
    while (first_tick < next_tick_ && unconfirmed_ticks_[first_tick].input == tick_input(first_tick)) ++first_tick;
    if (first_tick >= next_tick_) return;

    const std::int64_t depth = next_tick_ - first_tick;
    world = unconfirmed_ticks_[first_tick].world_before;
    for (std::int64_t tick = first_tick; tick < next_tick_; ++tick)
    {
        unconfirmed_ticks_[tick] = {world, tick_input(tick)};
        world.step(step_seconds_, unconfirmed_ticks_[tick].input);
    }
    ++totals.rollback_count;
    totals.step_count += depth;
    totals.rerun_ticks += depth;
    totals.deepest_rollback = std::max(totals.deepest_rollback, depth);
    rollbacks.push_back({last_frame.start_time, first_tick, depth});
}

// Stores the state after each tick for which the inputs of all players are now known. Drops these inputs.
void NetworkPc::confirm_states()
{
    const std::int64_t end_tick = std::min(first_missing_tick(), next_tick_);
    while (unconfirmed_ticks_.first_tick < end_tick)
    {
        unconfirmed_ticks_.drop_oldest();
        append_confirmed_state(unconfirmed_ticks_.values.empty() ? world
                                                                 : unconfirmed_ticks_.values.front().world_before);
    }
    for (InputChannel& channel : input_channels_) channel.inputs.drop_before(unconfirmed_ticks_.first_tick);
}

void NetworkPc::append_confirmed_state(const World& confirmed_world)
{
    confirmed_states.append(
        {confirmed_world.time(), confirmed_world.observables().x, confirmed_world.state_hash().value_or(0)});
}

void NetworkPc::record_tick_time()
{
    constexpr std::size_t max_tick_times = 10'000;
    if (tick_times.size() == max_tick_times) tick_times.pop_front();
    tick_times.push_back(last_frame.start_time);
}

void NetworkPc::run_unsynced_steps(Nanos frame_time)
{
    const timestep::StepPlan plan = loop_->plan({frame_time, hardware_->min_frame_time});
    const double tick_hz = timestep::to_hertz(setup_->rate);
    timestep::run_steps(plan,
                        [&](double h)
                        {
                            generate_inputs(pc_index_,
                                            static_cast<std::int64_t>(std::floor(world.time() * tick_hz + 1e-6)) + 1);
                            world.step(h, take_newest_input());
                            ++next_tick_;
                            ++totals.step_count;
                            record_tick_time();
                            append_confirmed_state(world);
                        });
    for (InputChannel& channel : input_channels_) channel.inputs.drop_before(channel.inputs.end_tick());
    last_frame.plan = plan;
}

sim::Input NetworkPc::take_newest_input()
{
    std::array<sim::Input, max_pcs> inputs{};
    for (std::size_t i = 0; i < input_channels_.size(); ++i)
    {
        inputs[i] = input_channels_[i].inputs.newest();
        inputs[i].pressed = input_channels_[i].unused_key_changes.pressed;
        inputs[i].released = input_channels_[i].unused_key_changes.released;
        input_channels_[i].unused_key_changes = {};
    }
    return combined_input({inputs.data(), input_channels_.size()});
}

// Generates the inputs of the player at PC `pc_index` for all ticks before `end_tick` that have none yet.
void NetworkPc::generate_inputs(std::size_t pc_index, std::int64_t end_tick)
{
    InputChannel& channel = input_channels_[pc_index];
    while (channel.inputs.end_tick() < end_tick)
    {
        const sim::Input input = simulated_input(setup_->seed, pc_index, channel.inputs.end_tick());
        channel.inputs.values.push_back(input);
        const std::array key_changes{channel.unused_key_changes,
                                     sim::Input{.pressed = input.pressed, .released = input.released}};
        if (uses(SyncMethod::unsynced)) channel.unused_key_changes = combined_input(key_changes);
    }
}

std::optional<InputMessage> NetworkPc::make_message(std::size_t receiver)
{
    InputChannel& channel = input_channels_[receiver];
    const std::int64_t end_tick = input_channels_[pc_index_].inputs.end_tick();
    const Nanos sent_time = last_frame.start_time + last_frame.stepping_time;
    const bool is_resend_due = sent_time - channel.last_sent_time >= timestep::step_ns(setup_->rate);
    if (end_tick == channel.sent_end_tick && !is_resend_due) return std::nullopt;
    InputMessage message{.sender = pc_index_,
                         .receiver = receiver,
                         .sent_time = sent_time,
                         .first_tick = channel.acknowledged_end_tick,
                         .end_tick = end_tick,
                         .acknowledged_end_tick = channel.inputs.end_tick()};
    message.resent_input_count = std::max<std::int64_t>(channel.sent_end_tick - channel.acknowledged_end_tick, 0);
    channel.sent_end_tick = end_tick;
    channel.last_sent_time = sent_time;
    ++totals.sent_message_count;
    totals.sent_input_count += message.end_tick - message.first_tick;
    totals.resent_input_count += message.resent_input_count;
    return message;
}

} // namespace scenes
