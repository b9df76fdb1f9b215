// programs/demo/window/recording_summary.hpp -- computes the contents of the recording card: the smoothness of the
// game, its longest hitches, and the best loops for its frame times
#pragma once

#include "base/message.hpp"
#include "programs/demo/panels/recording_card.hpp"
#include "recordings/formats/recording.hpp"

#include <filesystem>
#include <span>
#include <string>

namespace demo
{

/// Reads a recording and ranks the loops for its frame times, in 1 to 2 s on all cores. If the file cannot be read,
/// returns a message of one line.
base::Result<RecordingSummary> read_summary(const std::filesystem::path& path);
RecordingSummary summarise(const recordings::Recording& recording);

/// The summary of a part of the recording `name`, whose frame times are `frame_times`. The part lies between
/// `begin_fraction` and `end_fraction`, fractions of the recording's duration, 0 to 1. The part has at least one frame.
RecordingSummary summarise_part(const std::string& name, const std::vector<timestep::Nanos>& frame_times,
                                double begin_fraction, double end_fraction);

/// The `frame_times` of a second recording on the time axis of `strip`.
StripOverlay make_overlay(std::string name, std::span<const timestep::Nanos> frame_times, const RecordingStrip& strip);
/// The plot of a recording's frame times. `frame_times` must not be empty.
RecordingStrip make_strip(std::span<const timestep::Nanos> frame_times);

} // namespace demo
