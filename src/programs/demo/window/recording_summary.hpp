// programs/demo/window/recording_summary.hpp -- evaluates a recording of frame times, and ranks the game loops for it
#pragma once

#include "base/message.hpp"
#include "programs/demo/panels/recording_card.hpp"
#include "programs/demo/panels/recording_scrubber.hpp"
#include "recordings/formats/recording.hpp"

#include <filesystem>
#include <span>
#include <string>

namespace demo
{

/// Reads a recording and ranks the loops for it, in 1 to 2 s on all cores. Returns a one-line message if reading fails.
base::Result<RecordingSummary> read_summary(const std::filesystem::path& path);
/// The display's refresh period, by the file; empty if the file is unreadable or does not tell it.
std::optional<timestep::Nanos> refresh_period_of_file(const std::string& path);
RecordingSummary summarise_recording(const recordings::Recording& recording);

/// `begin_fraction` and `end_fraction` are 0 to 1, of the recording's length. `frame_times` must not be empty.
/// `refresh_period` is that of RecordingSummary.
RecordingSummary summarise_part(const std::string& name, const std::vector<timestep::Nanos>& frame_times,
                                std::optional<timestep::Nanos> refresh_period, double begin_fraction,
                                double end_fraction);

/// Converts a second recording to a curve over `plot`, the plot of the first recording.
PlotOverlay make_aligned_overlay(std::string name, std::span<const timestep::Nanos> frame_times,
                                 const RecordingPlot& plot);
/// Computes the data of a recording's plot. `frame_times` must not be empty.
RecordingPlot make_recording_plot(std::span<const timestep::Nanos> frame_times);

} // namespace demo
