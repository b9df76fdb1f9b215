// scenes/net/sync_method.hpp -- SyncMethod, the kinds of synchronisation of a networked game, and ConnectionQuality
#pragma once

#include "timestep/time.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace scenes
{

using timestep::Nanos;
using namespace std::chrono_literals;

inline constexpr std::size_t min_pcs = 2;
inline constexpr std::size_t max_pcs = 4;

/// The method by which the worlds of several PCs are synchronised.
enum class SyncMethod : std::uint8_t
{
    /// A PC waits for all players' inputs of a tick (P. Bettner and M. Terrano, "1500 Archers on a 28.8", GDC 2001).
    lockstep,
    /// Lockstep in which the PC with the highest index is too slow, so that all other PCs wait for it.
    lockstep_slow_pc,
    unsynced, ///< no PC waits for another; each PC applies an input when it arrives

    /// A PC predicts missing inputs instead of waiting, and reruns wrongly predicted ticks (GGPO, T. Cannon 2006).
    rollback,
};

struct SyncMethodInfo
{
    std::string_view name; ///< name in kebab-case, for the command line
    std::string_view title;
    std::string_view tooltip;
};
inline constexpr std::array<SyncMethodInfo, 4> all_sync_methods{{
    {"lockstep", "Lockstep", "A tick runs when the inputs of all PCs for this tick have arrived."},
    {"slow-pc", "Slow PC", "Lockstep with a PC that is too slow for its steps: all PCs wait for the slow PC."},
    {"free", "Free", "Each PC runs the chosen loop without waiting, and applies each input when it arrives."},
    {"rollback", "Rollback", "Missing inputs are predicted; after a wrong prediction, the PC runs the ticks again."},
}};
constexpr const SyncMethodInfo& info_of(SyncMethod id) { return all_sync_methods[static_cast<std::size_t>(id)]; }

/// Delay and loss of a connection between two PCs. A message arrives after `delay` plus a random time, 0 to `jitter`.
struct ConnectionQuality
{
    Nanos delay{50ms}; ///< shortest time from sending to arrival, 0 to 1 s
    /// Largest random time that is added to `delay`, 0 to 1 s. A later message can overtake an earlier one.
    Nanos jitter{10ms};
    double loss = 0.02; ///< probability that a message never arrives, 0 to 0.99

    friend bool operator==(const ConnectionQuality&, const ConnectionQuality&) = default;
};

} // namespace scenes
