// programs/demo/panels/recording_scrubber.hpp -- data of the scrubber, the plot in which the user seeks in a recording
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <variant>
#include <vector>

namespace demo
{

/// Data of the plot of a recording's frame times, in columns of equal duration.
struct RecordingPlot
{
    static constexpr std::size_t max_columns = 512;

    /// The longest frame time in each column of the plot, in ms; empty without a recording.
    std::vector<float> longest_ms_by_column{};
    std::vector<std::size_t> first_frame_index_by_column{}; ///< index of the first frame in each column of the plot
    float median_ms = 0.0F;
    float longest_frame_ms = 0.0F;
    /// Start times of at most 200 hitches, as fractions of the recording's duration, 0 to 1.
    std::vector<float> hitch_positions{};
    double duration_s = 0.0;

    bool empty() const { return longest_ms_by_column.empty(); }
    double start_fraction_of_frame(std::size_t frame_index) const
    {
        if (empty()) return 0.0;
        const auto& first_frames = first_frame_index_by_column; // the first column begins with frame 0
        const auto next_column = std::upper_bound(first_frames.begin(), first_frames.end(), frame_index);
        const auto column = next_column - 1;
        const std::size_t end = next_column == first_frames.end() ? *column + 1 : *next_column;
        const double column_fraction = static_cast<double>(frame_index - *column) / static_cast<double>(end - *column);
        return (static_cast<double>(column - first_frames.begin()) + std::min(column_fraction, 1.0)) /
               static_cast<double>(first_frames.size());
    }
    /// Index of the first frame in the plot's column at `position`, a fraction of the recording's duration, 0 to 1.
    std::size_t first_frame_index_at(double position) const
    {
        if (empty()) return 0;
        const auto column_index = static_cast<std::size_t>(std::clamp(position, 0.0, 1.0) *
                                                           static_cast<double>(first_frame_index_by_column.size()));
        return first_frame_index_by_column[std::min(column_index, first_frame_index_by_column.size() - 1)];
    }
};

/// A second recording, drawn over the plot of the first recording on the same time axis.
struct PlotOverlay
{
    std::string name{}; ///< name of the file, without its folder
    /// This recording's longest frame time in each column of the plot, in ms; 0 in columns after the recording's end.
    std::vector<float> longest_ms_by_column{};
};

/// PlaybackControl executes these requests once per frame.
namespace playback_request
{

/// Runs the loops with the frame times of the opened recording from its start, and selects the recommended loop.
struct PlayRecommendedLoop
{
};
struct PlayFromFrame
{
    std::size_t frame_index = 0;
};
/// Ranks the loops for a part of the played recording, given as fractions (0 to 1) of the recording's duration.
struct RankSelectedPart
{
    double begin_fraction = 0.0, end_fraction = 0.0;
};
struct PlayWholeRecording
{
};
struct OverlayRecording
{
};
struct StopPlayback
{
};

} // namespace playback_request

using PlaybackRequest = std::variant<playback_request::PlayRecommendedLoop, playback_request::PlayFromFrame,
                                     playback_request::RankSelectedPart, playback_request::PlayWholeRecording,
                                     playback_request::OverlayRecording, playback_request::StopPlayback>;

struct RecordingScrubber
{
    RecordingPlot plot{};
    std::vector<PlotOverlay> overlays{}; ///< recordings that are drawn over `plot`
    bool plays_part = false; ///< true: the played recording is a part of a longer recording
    std::vector<PlaybackRequest> requests{};
};

} // namespace demo
