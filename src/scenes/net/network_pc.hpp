// scenes/net/network_pc.hpp -- one PC of a networked game, and the messages and connections between PCs
#pragma once

#include "scenes/net/sync_method.hpp"
#include "scenes/world.hpp"
#include "sim/physics/input.hpp"
#include "timestep/preset.hpp"
#include "timestep/step_plan.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace scenes
{

struct NetworkPcHardware
{
    std::string_view name;
    Nanos min_frame_time;
    Nanos draw_time; ///< time to draw one frame
    Nanos step_time; ///< time to compute one step
};
/// The hardware of the simulated PCs of a networked game. A game with n PCs uses the first n of them.
inline constexpr std::array<NetworkPcHardware, max_pcs> network_pc_hardware{{
    {"gaming PC", 6'944'444ns, 2ms, 500us},
    {"television", 16'683'333ns, 6ms, 2ms},
    {"old PC", 33'333'333ns, 20ms, 3ms},
    {"laptop", 16'666'667ns, 8ms, 2ms},
}};
inline constexpr NetworkPcHardware too_slow_pc_hardware{"too slow", 16'666'667ns, 5'333'333ns, 32ms};

struct NetworkSetup
{
    SyncMethod sync_method = SyncMethod::lockstep;
    std::size_t pc_count = 2; ///< min_pcs to max_pcs
    ConnectionQuality connection{};
    /// Number of ticks, 0 to 60, between reading an input and the tick that uses it.
    int input_delay = 6;
    /// Used only with rollback: largest number of ticks, 1 to 60, that a PC may run with predicted inputs.
    int rollback_window = 8;
    std::uint64_t seed = 1; ///< seed of the random delays and losses, and of the players' inputs
    World world{*find_scene_defaults("chaos")};
    timestep::Rate rate{60, 1};
    std::shared_ptr<const timestep::Loop> loop{};
};

constexpr const NetworkPcHardware& hardware_of(const NetworkSetup& setup, std::size_t pc_index)
{
    return setup.sync_method == SyncMethod::lockstep_slow_pc && pc_index + 1 == setup.pc_count
               ? too_slow_pc_hardware
               : network_pc_hardware[pc_index];
}

/// The values of consecutive ticks, from the tick `first_tick` on. The oldest values can be dropped.
template <class Value>
struct TickValues
{
    std::int64_t first_tick = 0;
    std::deque<Value> values{};

    /// The tick after the newest one with a value.
    std::int64_t end_tick() const { return first_tick + static_cast<std::int64_t>(values.size()); }
    Value& operator[](std::int64_t tick) { return values[static_cast<std::size_t>(tick - first_tick)]; }
    const Value& operator[](std::int64_t tick) const { return values[static_cast<std::size_t>(tick - first_tick)]; }
    void drop_oldest()
    {
        values.pop_front();
        ++first_tick;
    }
};

/// Known inputs; end_tick() is the first tick whose input is not known yet.
struct TickInputs : TickValues<sim::Input>
{
    /// The newest known input; an input without keys if none is known.
    sim::Input newest() const { return values.empty() ? sim::Input{} : values.back(); }
    /// Removes the inputs of the ticks before `tick`, but never the newest input.
    void drop_before(std::int64_t tick)
    {
        while (first_tick < tick && values.size() > 1) drop_oldest();
    }
};

/// Pseudo-random input of a simulated player in `tick`: held keys, or a grab of the body with the mouse.
sim::Input simulated_input(std::uint64_t seed, std::size_t player_index, std::int64_t tick);

/// The union of all players' keys. If several players drag the body with the mouse, the means of their drag targets and
/// velocities.
sim::Input combined_input(std::span<const sim::Input> inputs);

/// A message that sends inputs to another PC. Source: G. Fiedler, "Deterministic Lockstep", 2014.
struct InputMessage
{
    std::int64_t serial_number = 0; ///< serial number of the message, from 0
    std::size_t sender = 0; ///< index of the sending PC
    std::size_t receiver = 0; ///< index of the receiving PC
    Nanos sent_time{};
    Nanos arrival_time{};
    bool is_lost = false; ///< true if the message will never arrive
    std::int64_t first_tick = 0; ///< tick of the first input in the message
    std::int64_t end_tick = 0; ///< one after the tick of the last input in the message
    std::int64_t resent_input_count = 0; ///< number of inputs that an earlier message already contained
    /// The sender acknowledges that it has received the other PC's inputs for all ticks before this tick number.
    std::int64_t acknowledged_end_tick = 0;
};

/// A connection from one PC to another. The delay and the loss of its n-th message depend only on the seed and on n.
struct OneWayConnection
{
    ConnectionQuality quality;
    std::uint64_t seed;
    std::uint64_t message_count = 0;

    /// Returns the arrival time of the next message, which is sent at `sent_time`; empty if the message is lost.
    std::optional<Nanos> transmit(Nanos sent_time);
};

/// The final state of the world after a tick: no rollback can change this state any more.
struct ConfirmedState
{
    double seconds = 0.0; ///< time in the game at the end of the tick, in seconds
    double x = 0.0; ///< the body's coordinate in metres or radians
    std::uint64_t hash = 0;

    friend bool operator==(const ConfirmedState& a, const ConfirmedState& b)
    {
        return a.hash == b.hash && a.seconds == b.seconds;
    }
};

/// The final states after consecutive ticks, from tick 1 on: no rollback can change them.
struct ConfirmedStates : TickValues<ConfirmedState>
{
    /// Largest number of stored states. They need 2.4 MB and are enough for 28 minutes at 60 ticks a second.
    static constexpr std::size_t max_states = 100'000;

    ConfirmedStates()
        : TickValues{.first_tick = 1}
    {
    }

    /// Appends the state of the next tick. Drops the oldest state first if `max_states` are stored already.
    void append(const ConfirmedState& state)
    {
        if (values.size() == max_states) drop_oldest();
        values.push_back(state);
    }
    /// Drops the states before `tick`, but keeps the states that x_at() needs from `seconds` of game time on.
    void drop_before(std::int64_t tick, double seconds)
    {
        while (values.size() > 1 && first_tick < tick && values[1].seconds <= seconds) drop_oldest();
    }
    /// Number of the newest tick with a stored state; 0 if no state is stored.
    std::int64_t last_tick() const { return end_tick() - 1; }
    /// The body's coordinate at the game time `seconds`, interpolated. Empty if no states around this time are stored.
    std::optional<double> x_at(double seconds) const;
};

/// Waits, rollbacks, messages and other events are stored for this time, because the network view draws the last 4 s.
inline constexpr Nanos history_duration{4'000'000'000};
void drop_older_than(auto& records, Nanos oldest_time, auto time_of)
{
    while (!records.empty() && std::invoke(time_of, records.front()) < oldest_time) records.pop_front();
}

/// A period in which a PC waited for inputs of other players, in wall time since the start of the game.
struct InputWait
{
    Nanos start{}; ///< start of the frame in which the tick was due
    Nanos end{}; ///< start of the frame that ran the tick
};

/// A rollback: after a wrong prediction, the PC ran some ticks again with the right inputs.
struct RollbackRecord
{
    Nanos time{};
    std::int64_t first_tick = 0; ///< first tick that was run again
    std::int64_t depth = 0; ///< number of ticks that were run again
};

struct NetworkPcTotals
{
    std::int64_t frame_count = 0;
    std::int64_t step_count = 0; ///< number of steps, including those of rollbacks
    std::int64_t wait_count = 0; ///< finished waits for inputs of other players
    Nanos total_wait{};
    Nanos longest_wait{};
    std::int64_t dropped_ticks = 0; ///< ticks that were due and never ran
    std::int64_t rollback_count = 0;
    std::int64_t rerun_ticks = 0; ///< ticks that were run again after rollbacks
    std::int64_t deepest_rollback = 0; ///< largest number of ticks that ran again after one rollback
    std::int64_t sent_message_count = 0;
    std::int64_t lost_message_count = 0;
    std::int64_t sent_input_count = 0; ///< inputs in all sent messages, including repetitions
    std::int64_t resent_input_count = 0; ///< sent inputs that an earlier message already contained
};

struct NetworkPcFrame
{
    Nanos start_time{};
    Nanos frame_time{}; ///< time since the start of the frame before
    /// Steps of this frame, without the steps that a rollback repeats.
    timestep::StepPlan plan{};
    Nanos stepping_time{}; ///< time to compute the frame's steps
};

class NetworkPc
{
public:
    NetworkPc(const NetworkSetup& outliving_setup, std::size_t pc_index);
    NetworkPc(NetworkPc&&) = default;
    NetworkPc(const NetworkPc&) = delete;
    NetworkPc& operator=(const NetworkPc&) = delete;

    /// Simulates one frame. `arrived` contains the messages that have arrived by the start of the frame.
    void simulate_frame(std::span<const InputMessage> arrived);
    /// Makes the message at the end of a frame; empty if there is nothing to send.
    std::optional<InputMessage> make_message(std::size_t receiver);
    std::string_view name() const { return hardware_->name; }
    /// Number of ticks that this PC of a networked game has run. A tick that a rollback repeats counts once.
    std::int64_t tick() const { return next_tick_; }

    // Only PeerToPeerGame can change these public members: all other code gets const references to a NetworkPc.
    Nanos next_frame_start_time{};
    NetworkPcFrame last_frame{};
    World world;
    ConfirmedStates confirmed_states{};
    NetworkPcTotals totals{};
    std::optional<Nanos> wait_start{}; ///< start of the current wait for inputs; empty if the PC does not wait
    std::deque<InputWait> waits{};
    std::deque<RollbackRecord> rollbacks{};
    std::deque<Nanos> tick_times{};

private:
    void run_ticks(Nanos frame_time);
    void run_unsynced_steps(Nanos frame_time);
    bool inputs_allow_next_tick() const;
    void roll_back();
    void confirm_states(); ///< also drops the inputs of the confirmed ticks
    /// The first tick for which the input of a player is not known yet.
    std::int64_t first_missing_tick() const;
    /// Merges all players' inputs for `tick`. For a missing input, predicts that keys and mouse grab do not change.
    sim::Input tick_input(std::int64_t tick) const;
    /// For SyncMethod::unsynced: merges all players' newest inputs and their key changes since the last step.
    sim::Input take_newest_input();
    void generate_inputs(std::size_t pc_index, std::int64_t end_tick);
    void append_confirmed_state(const World& confirmed_world);
    void record_tick_time();
    bool uses(SyncMethod method) const { return setup_->sync_method == method; }

    const NetworkSetup* setup_;
    const NetworkPcHardware* hardware_;
    std::size_t pc_index_;
    std::shared_ptr<timestep::Loop> loop_; ///< not shared, but a unique_ptr would need the complete type
    double step_seconds_;
    std::int64_t next_tick_ = 0;
    std::int64_t due_ticks_ = 0; ///< ticks that are due and have not run yet

    /// What this PC has received from another PC (inputs of its player, acknowledgements) and has sent to it.
    struct InputChannel
    {
        TickInputs inputs{}; ///< known inputs of the player at the other PC
        std::int64_t acknowledged_end_tick = 0; ///< the other PC has received this PC's inputs of all earlier ticks
        /// This PC has sent its own inputs of all ticks before this tick number to the other PC.
        std::int64_t sent_end_tick = 0;
        Nanos last_sent_time{std::numeric_limits<std::int64_t>::min() / 2};
        sim::Input unused_key_changes{};
    };
    /// Indexed by PC. The entry of this PC contains the inputs of its own player.
    std::vector<InputChannel> input_channels_;

    struct UnconfirmedTick
    {
        World world_before;
        sim::Input input;
    };
    TickValues<UnconfirmedTick>
        unconfirmed_ticks_; ///< the ticks that are not confirmed: some of them ran with predicted inputs
};

} // namespace scenes
