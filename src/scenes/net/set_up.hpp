// scenes/net/set_up.hpp -- the set-up of a game that several PCs play over a network: the PCs, the connections, and the
// kind of synchronisation
#pragma once

#include "scenes/world.hpp"
#include "timestep/presets.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <span>
#include <string_view>

namespace scenes
{

using timestep::Nanos;
using namespace std::chrono_literals;

/// How the worlds of several PCs are synchronised.
enum class NetworkKind : std::uint8_t
{
    /// A tick is taken when the inputs of all players for it have arrived (Bettner and Terrano, "1500 Archers on a
    /// 28.8", GDC 2001).
    lockstep,
    slow_pc, ///< lockstep; the last PC is too slow, and all PCs wait for it
    free,    ///< each PC runs on, and applies an input when it arrives

    /// Each PC runs on, predicts missing inputs, and computes ticks again after a wrong prediction (Cannon, GGPO,
    /// 2006).
    rollback,
};

/// The names of a NetworkKind for the user.
struct NetworkKindRow
{
    std::string_view name;  ///< kebab-case
    std::string_view title; ///< a few words
    std::string_view tip;   ///< one sentence for the tooltip
};
inline constexpr std::array<NetworkKindRow, 4> all_kinds{{
    {"lockstep", "Lockstep", "A tick is taken when the inputs of all PCs for it have arrived."},
    {"slow-pc", "Slow PC", "Lockstep with a PC that is too slow for its steps: all PCs wait for it."},
    {"free", "Free", "Every PC runs on with the chosen loop, and applies inputs when they arrive."},
    {"rollback", "Rollback", "Missing inputs are guessed; after a wrong guess, the ticks are computed again."},
}};
constexpr const NetworkKindRow& row_of(NetworkKind kind) { return all_kinds[static_cast<std::size_t>(kind)]; }

/// A connection from one PC to another. Each message arrives after `delay` plus a random time of up to `jitter`.
struct NetworkLink
{
    Nanos delay{50ms};  ///< delay in one direction, 0 to 1 s
    Nanos jitter{10ms}; ///< largest additional delay, 0 to 1 s; messages may overtake each other
    double loss = 0.02; ///< share of messages that never arrive, 0 to 0.99
};

/// The speed of a PC.
struct PeerComputer
{
    std::string_view name;
    Nanos frame; ///< shortest time of a frame
    Nanos draw;  ///< time to draw a frame
    Nanos step;  ///< time to compute a step
};
inline constexpr std::size_t fewest_pcs = 2;
inline constexpr std::size_t most_pcs   = 4;
/// The PCs, in the order in which they join a game.
inline constexpr std::array<PeerComputer, most_pcs> computers{{
    {"gaming PC", 6'944'444ns, 2ms, 500us},
    {"television", 16'683'333ns, 6ms, 2ms},
    {"old PC", 33'333'333ns, 20ms, 3ms},
    {"laptop", 16'666'667ns, 8ms, 2ms},
}};
/// A PC that is too slow for 60 steps a second: it takes 30 a second, four in each frame.
inline constexpr PeerComputer below_minimum{"too slow", 16'666'667ns, 5'333'333ns, 32ms};

struct NetworkSetUp
{
    NetworkKind kind = NetworkKind::lockstep;
    std::size_t pcs  = 2; ///< number of PCs, from fewest_pcs to most_pcs
    NetworkLink link{};
    /// Ticks, 0 to 60, from the reading of an input to the tick that uses it.
    int input_delay = 6;
    /// Ticks, 1 to 60: how far a PC may run ahead of the first missing input in a rollback game (in GGPO 8).
    int window         = 8;
    std::uint64_t seed = 1; ///< seed of the random delays and losses, and of the players' inputs
    World world{Chaos{}};
    timestep::Rate rate{60, 1};
    timestep::Loop loop{}; ///< loop of a free game; the other kinds take whole steps at `rate`
};

/// Returns the PC with that index.
constexpr const PeerComputer& computer_of(const NetworkSetUp& set_up, std::size_t pc)
{
    return set_up.kind == NetworkKind::slow_pc && pc + 1 == set_up.pcs ? below_minimum : computers[pc];
}

} // namespace scenes
