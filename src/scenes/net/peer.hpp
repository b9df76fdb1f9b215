// scenes/net/peer.hpp -- one of the PCs: its frames, its world, what it knows of the others, and what it waited for
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

/// How long what happened is kept, to be looked at.
inline constexpr Nanos looked_back{4'000'000'000};

/// A state that nothing changes any more.
struct ConfirmedState
{
    double seconds     = 0.0; ///< of the game
    double x           = 0.0; ///< of the scene's probe
    std::uint64_t hash = 0;
};

/// From the frame in which a tick was due to the one that could take it.
struct InputWait
{
    Nanos from{};
    Nanos to{};
};

/// Ticks that were taken again.
struct Rollback
{
    Nanos at{};
    std::int64_t tick  = 0; ///< back to this one
    std::int64_t depth = 0; ///< so many
};

struct PeerTotals
{
    std::int64_t frames = 0;
    std::int64_t steps  = 0; ///< all that cost time
    std::int64_t waits  = 0; ///< that are over
    Nanos waited{};          ///< in them
    Nanos longest{};
    std::int64_t given_up     = 0; ///< ticks that the clock asked for and nobody will take
    std::int64_t rollbacks    = 0;
    std::int64_t taken_again  = 0; ///< ticks, in them
    std::int64_t deepest      = 0; ///< rollback, in ticks
    std::int64_t sent         = 0; ///< messages
    std::int64_t lost         = 0; ///< of those
    std::int64_t inputs       = 0; ///< in those that were sent
    std::int64_t inputs_again = 0; ///< of those, in a message before
};

/// A frame as it came out.
struct PeerFrame
{
    Nanos at{};
    Nanos measured{};
    timestep::StepPlan plan{}; ///< with the steps that were taken
    Nanos stepping{};          ///< what they cost
};

class Peer
{
public:
    Peer(const NetworkSetUp& set_up, std::size_t place);

    /// Computes the frame that is next, with the messages that have arrived by then.
    void frame(std::span<const Message> arrived);
    /// What is due to the PC at that place when the frame ends; nothing when there is nothing to say.
    std::optional<Message> message_to(std::size_t other);
    void count_loss() { ++totals_.lost; }

    std::string_view name() const { return computer_->name; }
    Nanos next_frame_at() const { return next_; }
    const PeerFrame& last_frame() const { return frame_; }
    const World& world() const { return world_; }
    /// Steps of its world.
    std::int64_t tick() const { return tick_; }
    /// The states of its ticks that are final, in their order.
    const std::vector<ConfirmedState>& marks() const { return marks_; }
    const PeerTotals& totals() const { return totals_; }
    /// Since when it waits, if it does.
    std::optional<Nanos> waits_since() const { return waits_since_; }
    /// The last few seconds of them, oldest first.
    const std::deque<InputWait>& waits() const { return waits_; }
    const std::deque<Rollback>& rollbacks() const { return rollbacks_; }
    /// The times of its newest ticks, oldest first.
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
    std::int64_t owed_ = 0; ///< ticks that are due

    struct Other
    {
        Inputs inputs{};                                          ///< of its player
        std::int64_t said    = 0;                                 ///< it has ours of the ticks before this one
        std::int64_t sent_to = 0;                                 ///< those before this one were in a message
        Nanos told{std::numeric_limits<std::int64_t>::min() / 2}; ///< when it was last sent something
        sim::Input fresh{}; ///< presses and releases that no step has seen, of those who run free
    };
    std::vector<Other> others_; ///< by place; its own player is one of them

    struct Taken
    {
        World before;
        sim::Input input;
    };
    std::deque<Taken> taken_; ///< ticks whose inputs were guessed, or may have been: from `settled_` on
    std::int64_t settled_ = 0;

    std::vector<ConfirmedState> marks_;
    PeerTotals totals_{};
    std::optional<Nanos> waits_since_;
    std::deque<InputWait> waits_;
    std::deque<Rollback> rollbacks_;
    std::deque<Nanos> tick_times_;
};

} // namespace scenes
