// lab/replay/replay.hpp -- the data of a replay: the set-up, the user's inputs and changes of settings with their
// times, and hashes of the world
#pragma once

#include "lab/settings/changes.hpp"
#include "scenes/world.hpp"
#include "sim/physics/input.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace lab
{

using timestep::Nanos;

/// Number of steps between two stored hashes of the world.
inline constexpr std::int64_t hashed_ticks = 60;

/// A change of the user's input.
struct InputChange
{
    std::int64_t tick = 0; ///< first step with the new input, from 0
    Nanos at{};            ///< end of that step on the replay's wall clock, which stands still in a pause
    sim::Input input{};    ///< the input from that step on; presses and releases are valid for that step only

    friend bool operator==(const InputChange&, const InputChange&) = default;
};

/// The world was put back to its start.
struct ResetEvent
{
    friend bool operator==(const ResetEvent&, const ResetEvent&) = default;
};
/// The control with that path was set to the value in `text`.
struct SetEvent
{
    std::string path, text;

    friend bool operator==(const SetEvent&, const SetEvent&) = default;
};
/// The display's refresh period, as loops get it, changed to `period`; zero if it is unknown.
struct RefreshEvent
{
    Nanos period{};

    friend bool operator==(const RefreshEvent&, const RefreshEvent&) = default;
};
/// The brake (telemetry::brake) stops the next frame after `steps` steps.
struct BrakeEvent
{
    std::int64_t steps = 0;

    friend bool operator==(const BrakeEvent&, const BrakeEvent&) = default;
};

/// An event before a frame: a reset, a change of a setting or of the refresh period, or a brake.
struct ReplayEvent
{
    std::int64_t frame = 0; ///< number of the next frame, from 0
    std::int64_t tick  = 0; ///< number of the next step, from 0
    Nanos at{};             ///< time at which that frame was measured
    std::variant<ResetEvent, SetEvent, RefreshEvent, BrakeEvent> what{};

    friend bool operator==(const ReplayEvent&, const ReplayEvent&) = default;
};

/// A part of a replay, about one second long.
struct ReplayBlock
{
    std::int64_t frames = 0;
    std::int64_t ticks  = 0;
    bool whole          = true;   ///< all steps had the same size, except after a change of a setting
    std::vector<Nanos> lengths{}; ///< frame times; empty if the replay has none
    std::vector<InputChange> inputs{};
    std::vector<ReplayEvent> events{};
    std::vector<std::uint32_t> hashes{}; ///< short_hash() after every 60th step
};

struct Replay
{
    bool has_lengths       = true;  ///< the replay has frame times
    bool ended             = false; ///< the file has an end: the program that wrote it was not killed
    std::uint64_t end_byte = 0;     ///< position in the file up to which it could be read
    Settings start{};               ///< settings at the start
    ReplayBlock all{};              ///< all of its blocks as one
};

/// Returns the 32-bit hash of a world's state that a replay stores. It is 0 only for a state that contains a NaN.
inline std::uint32_t short_hash(const scenes::World& world)
{
    const auto hash = world.state_hash();
    if (!hash) return 0;
    const auto folded = static_cast<std::uint32_t>(*hash ^ *hash >> 32U);
    return folded == 0 ? 1 : folded;
}

/// True if a replay stores the control with that path. Controls of the window and of other stages are not stored.
bool is_kept(std::string_view path);

} // namespace lab
