// programs/demo/window/recording_summary.hpp -- computes the texts and numbers of the card about a recording: how
// smoothly the game ran, its longest hitches (very long frames), and the best loops for it
#pragma once

#include "programs/demo/panels/recording_card.hpp"
#include "recordings/formats/recording.hpp"

#include <filesystem>
#include <span>
#include <string>
#include <variant>

namespace demo
{

/// Returns the summary of a recording file. If it cannot be read, returns the reason in one line. Ranks the loops for
/// the recording, which takes one or two seconds on all cores.
std::variant<RecordingSummary, std::string> summary_of(const std::filesystem::path& path);
/// Returns the summary of a recording that has already been read.
RecordingSummary summary_of(const recordings::Recording& recording);

/// Returns the data of the strip that shows all frame times. `frames` must not be empty.
Scrub scrub_of(std::span<const timestep::Nanos> frames);

} // namespace demo
