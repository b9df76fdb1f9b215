// programs/demo/window/recording_summary.hpp -- computes what the card about a recording shows: how smoothly the game
// ran, its longest hitches, and the best loops for its frame times
#pragma once

#include "base/message.hpp"
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
base::Result<RecordingSummary> summary_of(const std::filesystem::path& path);
/// Returns the summary of a recording that has already been read.
RecordingSummary summary_of(const recordings::Recording& recording);

/// Returns the summary of the part of a recording that begins and ends at these shares of its duration, 0 to 1. `name`
/// is the name of the recording, `frames` are all its frame times. The part has at least one frame.
RecordingSummary summary_of_part(const std::string& name, const std::vector<timestep::Nanos>& frames, double from,
                                 double to);

/// Returns the line of a second recording that is drawn over `below`, the strip with the frame times of the recording
/// that the loops use. The line has the time axis of this strip. `name` and `frames` are those of the second recording.
ScrubOverlay overlay_of(std::string name, std::span<const timestep::Nanos> frames, const Scrub& below);
/// Returns the data of the strip below the loops' pictures that shows the frame times of a whole recording. `frames`
/// are its frame times; there must be at least one.
Scrub scrub_of(std::span<const timestep::Nanos> frames);

} // namespace demo
