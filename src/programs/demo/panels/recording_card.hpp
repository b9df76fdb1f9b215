// programs/demo/panels/recording_card.hpp -- data of the recording card, the dialog about an opened recording
#pragma once

#include "timestep/preset.hpp"
#include "timestep/time.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
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
    float median_ms        = 0.0F;
    float longest_frame_ms = 0.0F;
    /// Start times of at most 200 hitches, as fractions of the recording's duration, 0 to 1.
    std::vector<float> hitch_positions{};
    double duration_s = 0.0;

    bool empty() const { return longest_ms_by_column.empty(); }
    /// The start time of frame `frame_index`, as a fraction of the recording's duration, 0 to 1.
    double start_fraction_of_frame(std::size_t frame_index) const
    {
        if (empty()) return 0.0;
        const auto next_column =
            std::upper_bound(first_frame_index_by_column.begin(), first_frame_index_by_column.end(), frame_index);
        const auto column = std::max<std::ptrdiff_t>(next_column - first_frame_index_by_column.begin() - 1, 0);
        const auto begin  = first_frame_index_by_column[static_cast<std::size_t>(column)];
        const auto end    = next_column == first_frame_index_by_column.end() ? begin + 1 : *next_column;
        const double column_fraction = static_cast<double>(frame_index - std::min(begin, frame_index)) /
                                       static_cast<double>(std::max(end, begin + 1) - begin);
        return std::min((static_cast<double>(column) + std::min(column_fraction, 1.0)) /
                            static_cast<double>(first_frame_index_by_column.size()),
                        1.0);
    }
    /// Index of the first frame in the plot's column at `position`, a fraction of the recording's duration, 0 to 1.
    std::size_t first_frame_index_at(double position) const
    {
        if (empty()) return 0;
        const auto column = static_cast<std::size_t>(std::clamp(position, 0.0, 1.0) *
                                                     static_cast<double>(first_frame_index_by_column.size()));
        return first_frame_index_by_column[std::min(column, first_frame_index_by_column.size() - 1)];
    }
};

/// A second recording, drawn over the plot of the first recording on the same time axis.
struct PlotOverlay
{
    std::string name{}; ///< name of the file, without its folder
    /// This recording's longest frame time in each column of the plot, in ms; 0 in columns after the recording's end.
    std::vector<float> longest_ms_by_column{};
};

struct RecordingSummary
{
    struct Hitch
    {
        double start_s   = 0.0; ///< time since the start of the recording, in seconds
        double length_ms = 0.0;
    };
    struct RankedLoop
    {
        timestep::PresetId preset_id{};
        timestep::Rate rate{60, 1};
        std::string title{};           ///< name and step rate of the loop
        std::string advantage{};       ///< one sentence about the loop's main advantage
        std::string statistics_line{}; ///< line with animation error, jumps, latency and step rate
        std::string rank_label{}; ///< "advised"; "one of two" if undecided; "tied" if equally smooth; otherwise empty
    };

    std::string name{};        ///< file name without folder; for a part, also its start and end times
    std::string origin_line{}; ///< line with recording tool, number of frames, duration, and kind of frame time
    /// Number of frames in each bin of the frame times; bins begin at 0 ms. The last bin also counts all longer frames.
    std::vector<std::int64_t> histogram{};
    double bin_width_ms = 1.0;            ///< width of a bin
    std::vector<Hitch> longest_hitches{}; ///< longest first
    std::size_t hitch_count = 0;
    /// Sentences that say how smooth the game is, whether short and long frames alternate, and which loop is best.
    std::vector<std::string> verdict_sentences{};
    std::vector<RankedLoop> best_loops{}; ///< best first; empty if no loop is recommended
    std::string unplayable_reason{};      ///< why loops cannot run with these frame times; empty if they can
    bool is_part = false; ///< true: the summary covers only a part of the played recording, selected by the user
    /// The recording's frame times; null if `unplayable_reason` is not empty.
    std::shared_ptr<const std::vector<timestep::Nanos>> frame_times{};
};

/// FileOpener executes these requests once per frame.
namespace card_request
{

struct Open
{
    std::string path{}; ///< path of the file; if empty, the dialog asks the user for it
};
/// Requests the list of files whose paths begin with the typed text.
struct ListPathCompletions
{
};
/// Runs the loops with the frame times of the opened recording from its start, and selects the recommended loop.
struct PlayWithRecommendedLoop
{
};
struct SeekToFrame
{
    std::size_t frame_index = 0;
};
/// Ranks the loops for a part of the played recording, given as fractions (0 to 1) of the recording's duration.
struct RankLoopsForSelectedPart
{
    double begin_fraction = 0.0, end_fraction = 0.0;
};
struct PlayWholeRecordingAfterPart
{
};
/// Adds the recording that the dialog shows to the plot of the played recording, for comparison.
struct OverlayOpenedOnPlayedRecording
{
};
/// Ends the playback of the recording, and restores the loop and the lag from before the playback.
struct StopPlaybackAndRestoreSettings
{
};

} // namespace card_request

using CardRequest =
    std::variant<card_request::Open, card_request::ListPathCompletions, card_request::PlayWithRecommendedLoop,
                 card_request::SeekToFrame, card_request::RankLoopsForSelectedPart,
                 card_request::PlayWholeRecordingAfterPart, card_request::OverlayOpenedOnPlayedRecording,
                 card_request::StopPlaybackAndRestoreSettings>;

/// The dialog that asks for a file and shows the summary of a recording; and the recording that is played.
struct RecordingCard
{
    enum class State : std::uint8_t
    {
        closed,
        asking_for_path, ///< the dialog asks for the path of a file
        reading_file,    ///< another thread reads the file
        showing_summary,
    };
    State state = State::closed;
    std::string path{}; ///< path of the file, which the user typed or dropped on the window
    /// Completions of the typed path: folders, which end in "/", then readable files.
    std::vector<std::string> completions{};
    std::string searched_folder{}; ///< folder of `completions`
    std::string error_text{};      ///< one line: why the file cannot be read; empty if it can
    RecordingSummary summary{};
    RecordingPlot playback_plot{};       ///< plot of the recording whose frame times the loops use
    std::vector<PlotOverlay> overlays{}; ///< recordings that are drawn over `playback_plot`
    bool plays_part = false;             ///< true: the played recording is a part of a longer recording
    std::vector<CardRequest> requests{};
};

} // namespace demo
