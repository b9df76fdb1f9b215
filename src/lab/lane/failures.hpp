// lab/lane/failures.hpp -- the circumstances of a lane's failures, such as bodies that passed through a wall
#pragma once

#include "sim/physics/events.hpp"
#include "telemetry/frames.hpp"

#include <array>
#include <optional>

namespace lab
{

using timestep::Nanos;

/// The circumstances of one failure. The "frame of the failure" is the frame in whose steps it happened.
struct Failure
{
    Nanos wall{};          ///< wall time at the start of the frame of the failure
    Nanos game{};          ///< game clock at the end of the frame's steps
    Nanos step{};          ///< longest step in the frame of the failure
    Nanos shortest{};      ///< shortest step in the frame of the failure and the second before it
    Nanos longest{};       ///< longest step in the second before the frame of the failure; zero if none
    double energy = 1.0;   ///< energy of the world after the frame of the failure / at the last reset
    bool hiccup   = false; ///< true if a hiccup of this PC made the frame of the failure long
};

/// The first and the newest failure of one kind.
struct Failures
{
    Failure first{};
    Failure newest{};
};
/// The failures of each kind in sim::event_kinds, in its order; empty for a kind that has not happened.
using FailuresByKind = std::array<std::optional<Failures>, sim::event_kinds.size()>;

/// Returns the kinds of events whose counts are not equal, as bits of sim::event_kinds.
std::uint32_t new_events(const sim::Events& before, const sim::Events& now);
/// Records the circumstances of each kind of failure in `events` (bits of sim::event_kinds), which happened in the
/// newest of `frames`. `start_energy` is the world's energy at the last reset.
void record_failures(std::uint32_t events, const telemetry::Frames& frames, double start_energy,
                     FailuresByKind& failures);
/// Returns the failures of one kind; null if it has not happened.
const Failures* find_failures(const FailuresByKind& failures, const sim::EventKind& kind);

} // namespace lab
