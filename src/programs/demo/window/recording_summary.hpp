// programs/demo/window/recording_summary.hpp -- what the window's card says of a recording: how the game ran, its worst
// moments, and which loops fit it
#pragma once

#include "programs/demo/panels/recording_card.hpp"
#include "recordings/formats/recording.hpp"

#include <filesystem>
#include <span>
#include <string>
#include <variant>

namespace demo
{

/// Returns the summary of a file, or the reader's one line. Ranks the loops as `timestep_lab rank` does, which takes a
/// second or two on all cores.
std::variant<RecordingSummary, std::string> summary_of(const std::filesystem::path& path);
/// Returns the summary of a recording that is already read.
RecordingSummary summary_of(const recordings::Recording& recording);

/// Returns the strip of `frames`, which must not be empty.
Scrub scrub_of(std::span<const timestep::Nanos> frames);

} // namespace demo
