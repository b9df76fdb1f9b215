// recordings/identify/probed_loop.hpp -- what a probe (timestep/probe.hpp) wrote about a game's loop: its frame times,
// steps and simulated times
#pragma once

#include "recordings/formats/recording.hpp"

namespace recordings
{

/// The frames of a loop. A vector that is not empty has an entry for each frame; `steps` or `simulated` is not empty.
struct ProbedLoop
{
    std::string name; ///< name of the file, for messages
    std::vector<Nanos> frames{};
    std::vector<std::int64_t> steps{}; ///< steps of each frame; empty if the file does not have all
    std::vector<Nanos> simulated{};    ///< sum of each frame's steps; empty if the file does not have all
    std::vector<double> alpha{};       ///< blend of each picture, NaN where it was not given; empty without any
    bool measured_by_probe = false;    ///< true: the probe read its clock shortly before or after the game's loop
};

/// Reads a file of timestep/probe.hpp, or the frames of `timestep_lab slow --csv` whose game has a probe. `name` is
/// only used in messages. Returns a Refusal for invalid input; throws no exception for it.
std::variant<ProbedLoop, Refusal> read_probe(std::string_view bytes, std::string_view name);

} // namespace recordings
