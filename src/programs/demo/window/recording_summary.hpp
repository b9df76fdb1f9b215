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

/// The reason in one line if the file cannot be read. Simulates the loops with the frame times: 1 to 2 s on all cores.
base::Result<RecordingSummary> summary_of(const std::filesystem::path& path);
RecordingSummary summary_of(const recordings::Recording& recording);

/// `from` and `to` are shares of the duration, 0 to 1; `frames` are those of the whole recording. The part has at least
/// one frame.
RecordingSummary summary_of_part(const std::string& name, const std::vector<timestep::Nanos>& frames, double from,
                                 double to);

/// A second recording on the time axis of the strip `below`.
StripOverlay overlay_of(std::string name, std::span<const timestep::Nanos> frames, const RecordingStrip& below);
/// `frames` must not be empty.
RecordingStrip strip_of(std::span<const timestep::Nanos> frames);

} // namespace demo
