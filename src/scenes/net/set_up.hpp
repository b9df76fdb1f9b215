// scenes/net/set_up.hpp -- a game that several PCs play over a network: who plays, over which wires, and how they keep
// together
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

/// How the worlds of several PCs are kept together.
enum class NetworkKind : std::uint8_t
{
    lockstep, ///< a tick is taken when everybody's input for it is there (Bettner and Terrano, "1500 Archers on a
              ///< 28.8", GDC 2001)
    slow_pc,  ///< the same, and the steps of the last PC cost more than they are worth
    free,     ///< everybody runs on, and obeys an input when it arrives
    rollback, ///< everybody runs on, guesses the inputs that are missing, and goes back where the guess was wrong
              ///< (Cannon, GGPO, 2006)
};

/// What people call them.
struct NetworkKindRow
{
    std::string_view name;  ///< kebab-case
    std::string_view title; ///< a few words
    std::string_view tip;   ///< one sentence
};
inline constexpr std::array<NetworkKindRow, 4> all_kinds{{
    {"lockstep", "Lockstep", "A tick is taken when the input of all PCs for it is there."},
    {"slow-pc", "Slow PC", "Lockstep with a PC whose steps cost more than they are worth: all wait for it."},
    {"free", "Free", "Every PC runs on with the chosen loop, and obeys inputs when they arrive."},
    {"rollback", "Rollback", "Missing inputs are guessed; where the guess was wrong, the ticks are taken again."},
}};
constexpr const NetworkKindRow& row_of(NetworkKind kind) { return all_kinds[static_cast<std::size_t>(kind)]; }

/// From one PC to another. Each message is late by `delay`, and by up to `jitter` more.
struct NetworkLink
{
    Nanos delay{50ms};  ///< one way, 0 to 1 s
    Nanos jitter{10ms}; ///< 0 to 1 s; messages may overtake each other
    double loss = 0.02; ///< share of messages that never arrive, 0 to 0.99
};

/// A PC as far as the game is concerned.
struct PeerComputer
{
    std::string_view name;
    Nanos frame; ///< a frame takes at least so long
    Nanos draw;  ///< and what this and its steps cost
    Nanos step;
};
inline constexpr std::size_t fewest_pcs = 2;
inline constexpr std::size_t most_pcs   = 4;
/// In the order in which they join.
inline constexpr std::array<PeerComputer, most_pcs> computers{{
    {"gaming PC", 6'944'444ns, 2ms, 500us},
    {"television", 16'683'333ns, 6ms, 2ms},
    {"old PC", 33'333'333ns, 20ms, 3ms},
    {"laptop", 16'666'667ns, 8ms, 2ms},
}};
/// Below the minimum at 60 Hz: 30 steps in each second, four in a frame.
inline constexpr PeerComputer below_minimum{"too slow", 16'666'667ns, 5'333'333ns, 32ms};

struct NetworkSetUp
{
    NetworkKind kind = NetworkKind::lockstep;
    std::size_t pcs  = 2; ///< fewest_pcs to most_pcs
    NetworkLink link{};
    /// Ticks, 0 to 60: an input is for the tick that comes so much later.
    int input_delay = 6;
    /// Ticks, 1 to 60: further than that nobody runs ahead of the inputs that are missing (in GGPO 8).
    int window         = 8;
    std::uint64_t seed = 1; ///< of the wires and of the hands
    World world{Chaos{}};
    timestep::Rate rate{60, 1};
    timestep::Loop loop{}; ///< of those that run free; the others take whole steps at `rate`
};

/// The PC at that place.
constexpr const PeerComputer& computer_of(const NetworkSetUp& set_up, std::size_t pc)
{
    return set_up.kind == NetworkKind::slow_pc && pc + 1 == set_up.pcs ? below_minimum : computers[pc];
}

} // namespace scenes
