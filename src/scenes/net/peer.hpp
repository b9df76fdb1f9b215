// scenes/net/peer.hpp -- one of the PCs: its frames, its world, the inputs that it knows, and its waits for inputs
#pragma once

#include "scenes/net/inputs.hpp"
#include "scenes/net/wire.hpp"

#include <deque>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace scenes
{

/// How long waits, rollbacks, tick times and messages are kept for the display.
inline constexpr Nanos looked_back{4'000'000'000};

/// The final state of a tick: all inputs up to the tick are known, so the state never changes.
struct ConfirmedState
{
    double seconds     = 0.0; ///< seconds of the game
    double x           = 0.0; ///< x of the scene's probe
    std::uint64_t hash = 0;
};

/// A wait for missing inputs, from the frame in which a tick was due to the frame that took it.
struct InputWait
{
    Nanos from{};
    Nanos to{};
};

/// A rollback: ticks that were computed again after a wrong prediction.
struct Rollback
{
    Nanos at{};
    std::int64_t tick  = 0; ///< first tick that was computed again
    std::int64_t depth = 0; ///< number of ticks that were computed again
};

struct PeerTotals
{
    std::int64_t frames = 0;
    std::int64_t steps  = 0;       ///< all computed steps, including those of rollbacks
    std::int64_t waits  = 0;       ///< finished waits
    Nanos waited{};                ///< total time of the finished waits
    Nanos longest{};               ///< longest finished wait
    std::int64_t given_up     = 0; ///< ticks that were due and then dropped
    std::int64_t rollbacks    = 0;
    std::int64_t taken_again  = 0; ///< ticks that rollbacks computed again
    std::int64_t deepest      = 0; ///< most ticks in one rollback
    std::int64_t sent         = 0; ///< sent messages
    std::int64_t lost         = 0; ///< sent messages that were lost
    std::int64_t inputs       = 0; ///< inputs in the sent messages
    std::int64_t inputs_again = 0; ///< inputs that were also in an earlier message
};

/// The result of one frame.
struct PeerFrame
{
    Nanos at{};
    Nanos measured{};
    timestep::StepPlan plan{}; ///< plan, with the steps that were really taken
    Nanos stepping{};          ///< time that the steps took
};

class Peer
{
public:
    Peer(const NetworkSetUp& set_up, std::size_t place);

    /// Computes the next frame with the messages that have arrived by the start of the frame.
    void frame(std::span<const Message> arrived);
    /// Returns the message for another PC at the end of the frame; empty if there is nothing to send. `other` is the
    /// PC's index.
    std::optional<Message> message_to(std::size_t other);
    void count_loss() { ++totals_.lost; }

    std::string_view name() const { return computer_->name; }
    Nanos next_frame_at() const { return next_; }
    const PeerFrame& last_frame() const { return frame_; }
    const World& world() const { return world_; }
    /// Returns the number of ticks that the world has taken.
    std::int64_t tick() const { return tick_; }
    /// Returns the final states, one for each tick, in order.
    const std::vector<ConfirmedState>& marks() const { return marks_; }
    const PeerTotals& totals() const { return totals_; }
    /// Returns the start of the present wait; empty if the PC does not wait.
    std::optional<Nanos> waits_since() const { return waits_since_; }
    /// Returns the waits of the last four seconds, oldest first.
    const std::deque<InputWait>& waits() const { return waits_; }
    /// Returns the rollbacks of the last four seconds, oldest first.
    const std::deque<Rollback>& rollbacks() const { return rollbacks_; }
    /// Returns the times at which ticks were taken in the last four seconds, oldest first.
    const std::deque<Nanos>& tick_times() const { return tick_times_; }

private:
    void hear(const Message& message);
    void run_together(Nanos measured);
    void run_free(Nanos measured);
    bool may_step() const;
    void step();
    void end_wait();
    void roll_back();
    std::int64_t first_wrong() const;
    void settle();
    std::int64_t known_to() const;
    sim::Input best_input(std::int64_t tick) const;
    sim::Input free_input();
    void add_own_inputs(std::int64_t up_to);
    void keep_mark(const World& world);
    bool is(NetworkKind kind) const { return set_up_->kind == kind; }

    const NetworkSetUp* set_up_;
    const PeerComputer* computer_;
    std::size_t place_;
    timestep::Loop loop_;
    World world_;
    double h_;
    Nanos next_{};
    PeerFrame frame_{};
    std::int64_t tick_ = 0;
    std::int64_t owed_ = 0; ///< ticks that are due and not yet taken

    struct Other
    {
        Inputs inputs{};          ///< known inputs of that PC's player
        std::int64_t said    = 0; ///< that PC has our inputs of all ticks before this one
        std::int64_t sent_to = 0; ///< our inputs of all ticks before this one were sent to that PC
        Nanos told{std::numeric_limits<std::int64_t>::min() / 2}; ///< time of the last message to that PC
        sim::Input fresh{}; ///< presses and releases that no step has used yet, in a free game
    };
    std::vector<Other> others_; ///< one entry for each PC, by index; the entry at `place_` is this PC

    struct Taken
    {
        World before;
        sim::Input input;
    };
    std::deque<Taken> taken_; ///< ticks from `settled_` on, which may have used predicted inputs
    std::int64_t settled_ = 0;

    std::vector<ConfirmedState> marks_;
    PeerTotals totals_{};
    std::optional<Nanos> waits_since_;
    std::deque<InputWait> waits_;
    std::deque<Rollback> rollbacks_;
    std::deque<Nanos> tick_times_;
};

} // namespace scenes
