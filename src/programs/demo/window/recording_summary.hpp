// programs/demo/window/recording_summary.hpp -- computes what the card about a recording shows: how smoothly the game
// ran, its longest hitches (very long frames), and the best loops for its frame times
#pragma once

#include "programs/demo/panels/recording_card.hpp"
#include "recordings/formats/recording.hpp"

#include <filesystem>
#include <span>
#include <string>
#include <variant>

namespace demo
{

/// Reads a recording file and returns its summary, or the reason in one line if it cannot be read. Ranks the loops by
/// simulating them with the recorded frame times, which takes one or two seconds on all cores.
std::variant<RecordingSummary, std::string> summary_of(const std::filesystem::path& path);
/// Returns the summary of a recording that has already been read.
RecordingSummary summary_of(const recordings::Recording& recording);

/// Returns the data of the strip that shows a whole recording. `frames` are its frame times; it must not be empty.
Scrub scrub_of(std::span<const timestep::Nanos> frames);

} // namespace demo
