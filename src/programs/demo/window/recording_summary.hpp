// programs/demo/window/recording_summary.hpp -- computes what the card about a recording shows: how smoothly the game
// ran, its longest hitches, and the best loops for its frame times
#pragma once

#include "base/message.hpp"
#include "programs/demo/panels/recording_card.hpp"
#include "recordings/formats/recording.hpp"

#include <filesystem>
#include <span>
#include <string>

namespace demo
{

/// Reads the recording and simulates the loops with its frame times, which takes 1 to 2 s on all cores. If the file
/// cannot be read, returns the reason in one line.
base::Result<RecordingSummary> summary_of(const std::filesystem::path& path);
RecordingSummary summary_of(const recordings::Recording& recording);

/// The summary of a part of the recording `name`. `frames` are the frame times of the whole recording. `from` and `to`
/// are the start and the end of the part as shares of the duration, 0 to 1. The part has at least one frame.
RecordingSummary summary_of_part(const std::string& name, const std::vector<timestep::Nanos>& frames, double from,
                                 double to);

/// A second recording on the time axis of `strip`.
StripOverlay overlay_of(std::string name, std::span<const timestep::Nanos> frames, const RecordingStrip& strip);
/// The strip of a recording with these frame times, at least one.
RecordingStrip strip_of(std::span<const timestep::Nanos> frames);

} // namespace demo
