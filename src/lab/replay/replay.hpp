// lab/replay/replay.hpp -- a replay: the set-up, the user's inputs and changes with their times, and hashes of the
// world
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

/// A hash of the world is kept after every so many steps.
inline constexpr std::int64_t hashed_ticks = 60;

/// The input from a step on, counted from 0; presses and releases are of that step alone.
struct InputChange
{
    std::int64_t tick = 0;
    Nanos at{}; ///< when the step ends, on the wall clock of the replay, which stands still in a pause
    sim::Input input{};

    friend bool operator==(const InputChange&, const InputChange&) = default;
};

/// The world went back to its start.
struct ResetEvent
{
    friend bool operator==(const ResetEvent&, const ResetEvent&) = default;
};
/// A control, by its path, has that value now.
struct SetEvent
{
    std::string path, text;

    friend bool operator==(const SetEvent&, const SetEvent&) = default;
};
/// The display has that period now, as loops are told; zero when nobody knows.
struct RefreshEvent
{
    Nanos period{};

    friend bool operator==(const RefreshEvent&, const RefreshEvent&) = default;
};
/// The frame that comes was given up on after so many steps (telemetry::brake).
struct BrakeEvent
{
    std::int64_t steps = 0;

    friend bool operator==(const BrakeEvent&, const BrakeEvent&) = default;
};

/// What happened between two frames: a reset, a setting, a refresh period or a brake.
struct ReplayEvent
{
    std::int64_t frame = 0; ///< the one that comes, counted from 0
    std::int64_t tick  = 0; ///< the step that comes
    Nanos at{};             ///< when that frame was measured
    std::variant<ResetEvent, SetEvent, RefreshEvent, BrakeEvent> what{};

    friend bool operator==(const ReplayEvent&, const ReplayEvent&) = default;
};

/// About a second of a replay.
struct ReplayBlock
{
    std::int64_t frames = 0;
    std::int64_t ticks  = 0;
    bool whole          = true; ///< all its steps were of one size, unless a control changed the rate
    std::vector<Nanos> lengths{};
    std::vector<InputChange> inputs{};
    std::vector<ReplayEvent> events{};
    std::vector<std::uint32_t> hashes{};
};

struct Replay
{
    bool has_lengths       = true;
    bool ended             = false; ///< by itself: whoever recorded it was not killed
    std::uint64_t end_byte = 0;     ///< of the file, as far as it could be read
    Settings start{};
    ReplayBlock all{}; ///< all of its blocks as one
};

/// What stands for a state in a replay: 32 bits, never 0 but for a state that has a NaN in it.
inline std::uint32_t short_hash(const scenes::World& world)
{
    const auto hash = world.state_hash();
    if (!hash) return 0;
    const auto folded = static_cast<std::uint32_t>(*hash ^ *hash >> 32U);
    return folded == 0 ? 1 : folded;
}

/// Whether a replay keeps that control; how a window looks is no part of it.
bool is_kept(std::string_view path);

} // namespace lab
