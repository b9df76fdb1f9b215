// scenes/net/set_up.hpp -- the settings of a game that several PCs play over a network, with its world and its loop
#pragma once

#include "scenes/net/kinds.hpp"
#include "scenes/world.hpp"
#include "timestep/loop.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <span>
#include <string_view>

namespace scenes
{

struct PeerComputer
{
    std::string_view name;
    Nanos frame; ///< shortest duration of a frame of this PC
    Nanos draw;  ///< time that the PC needs to draw a frame
    Nanos step;  ///< time that the PC needs to compute one step
};
/// A game with n PCs uses the first n.
inline constexpr std::array<PeerComputer, most_pcs> computers{{
    {"gaming PC", 6'944'444ns, 2ms, 500us},
    {"television", 16'683'333ns, 6ms, 2ms},
    {"old PC", 33'333'333ns, 20ms, 3ms},
    {"laptop", 16'666'667ns, 8ms, 2ms},
}};
/// A PC that is too slow for 60 steps a second: each frame takes four steps of 32 ms.
inline constexpr PeerComputer below_minimum{"too slow", 16'666'667ns, 5'333'333ns, 32ms};

struct NetworkSetUp
{
    NetworkKind kind = NetworkKind::lockstep;
    std::size_t pcs  = 2; ///< number of PCs, from fewest_pcs to most_pcs
    NetworkLink link{};
    /// Number of ticks, 0 to 60, between the reading of an input and the tick that uses it.
    int input_delay = 6;
    /// Rollback only: largest number of ticks, 1 to 60, that a PC may take beyond the first missing input.
    int window         = 8;
    std::uint64_t seed = 1; ///< seed of the random delays and losses, and of the players' inputs
    World world{*find_scene("chaos")};
    timestep::Rate rate{60, 1};
    /// The loop of a free game. In the other kinds of games, all PCs take whole steps at `rate`.
    timestep::Loop loop{};
};

/// The last PC of a game of the kind slow_pc is the slow one.
constexpr const PeerComputer& computer_of(const NetworkSetUp& set_up, std::size_t pc)
{
    return set_up.kind == NetworkKind::slow_pc && pc + 1 == set_up.pcs ? below_minimum : computers[pc];
}

} // namespace scenes
