// recordings/identify/probed_loop.hpp -- the frame times, steps and simulated times of a game's loop, as a probe in the
// game (timestep/probe.hpp) recorded them
#pragma once

#include "recordings/formats/recording.hpp"

namespace recordings
{

/// The frames of a game's loop. A vector that is not empty has one entry for each frame. At least one of `steps` and
/// `simulated` is not empty.
struct ProbedLoop
{
    std::string name; ///< name of the file, used in messages
    std::vector<Nanos> frames{};
    std::vector<std::int64_t> steps{}; ///< number of steps in each frame; empty if the file lacks a number
    /// Simulated time of each frame: the sum of its steps; empty if the file lacks a value.
    std::vector<Nanos> simulated{};
    std::vector<double> alpha{}; ///< blend factor of each picture, 0 to 1; NaN if not recorded; empty if never recorded
    bool measured_by_probe = false; ///< true: the probe read the clock, shortly before or after the game's loop did
};

/// Reads a file that the probe of timestep/probe.hpp wrote, or a table of `timestep_lab slow --csv` for a game with a
/// probe. `name` is only used in messages. Returns a Refusal for invalid input; throws no exception for it.
std::variant<ProbedLoop, Refusal> read_probe(std::string_view bytes, std::string_view name);

} // namespace recordings
