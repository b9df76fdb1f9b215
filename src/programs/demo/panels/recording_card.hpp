// programs/demo/panels/recording_card.hpp -- the data of the card about a recording that the user opens: its state, its
// contents, and the user's requests
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

/// A recording in columns of equal durations, for the strip that shows it.
struct RecordingStrip
{
    static constexpr std::size_t max_columns = 512;

    /// Longest frame time in each column, in ms; empty if the loops do not get their frame times from a recording.
    std::vector<float> longest_ms{};
    std::vector<std::size_t> first_frame{}; ///< index in the recording of the first frame in each column
    float median_ms        = 0.0F;          ///< median frame time of the recording in ms
    float longest_frame_ms = 0.0F;          ///< longest frame time of the recording in ms
    /// Times at which hitches start, as shares of the recording's duration, 0 to 1; at most 200.
    std::vector<float> hitch_shares{};
    double seconds = 0.0; ///< duration of the recording in seconds

    bool empty() const { return longest_ms.empty(); }
    /// The start of frame number `frame` as a share of the recording's duration, at most 1.
    double share_of(std::size_t frame) const
    {
        if (empty()) return 0.0;
        const auto next_column = std::upper_bound(first_frame.begin(), first_frame.end(), frame);
        const auto column      = std::max<std::ptrdiff_t>(next_column - first_frame.begin() - 1, 0);
        const auto begin       = first_frame[static_cast<std::size_t>(column)];
        const auto end         = next_column == first_frame.end() ? begin + 1 : *next_column;
        const double share_of_column =
            static_cast<double>(frame - std::min(begin, frame)) / static_cast<double>(std::max(end, begin + 1) - begin);
        return std::min((static_cast<double>(column) + std::min(share_of_column, 1.0)) /
                            static_cast<double>(first_frame.size()),
                        1.0);
    }
    /// The number of the first frame in the column at `share`, which is a share of the recording's duration, 0 to 1.
    std::size_t frame_at(double share) const
    {
        if (empty()) return 0;
        const auto column =
            static_cast<std::size_t>(std::clamp(share, 0.0, 1.0) * static_cast<double>(first_frame.size()));
        return first_frame[std::min(column, first_frame.size() - 1)];
    }
};

/// Another recording that is drawn over the strip, on the same time axis.
struct StripOverlay
{
    std::string name{}; ///< name of the file, without its folder
    /// Longest frame time in each column of the strip, in ms; 0 in the columns after the end of this recording.
    std::vector<float> longest_ms{};
};

struct RecordingSummary
{
    struct Bin
    {
        double from_ms     = 0.0;
        std::int64_t count = 0;
    };
    struct Hitch
    {
        double start_s   = 0.0; ///< time since the start of the recording, in seconds
        double length_ms = 0.0;
    };
    struct RankedLoop
    {
        timestep::LoopId preset{};
        timestep::Rate rate{60, 1};
        std::string title{};   ///< name and step rate of the loop
        std::string promise{}; ///< the sentence of the catalogue about the loop's advantage
        std::string figures{}; ///< one line with animation error, jumps, latency and step rate
        std::string mark{};    ///< "advised", "one of two" (undecided), "tied" for a loop that is as smooth, else empty
    };

    std::string name{};        ///< name of the file, without its folder
    std::string source_line{}; ///< a line with the recording tool, number of frames, duration, and kind of frame time
    std::vector<Bin> histogram{}; ///< histogram of the frame times; the last bin also counts all longer frames
    double bin_ms = 1.0;
    std::vector<Hitch> longest_hitches{}; ///< the longest hitches, in order of decreasing length
    std::size_t hitch_count = 0;
    /// Sentences: how smoothly the game ran, whether its frames alternate, and the recommended loop.
    std::vector<std::string> verdict_sentences{};
    std::vector<RankedLoop> best_loops{}; ///< the best loops, best first; empty if no loop is recommended
    /// The reason why loops cannot run with the recording's frame times; empty if they can.
    std::string unplayable_reason{};
    bool is_part = false; ///< true: the card is about a part that the user cut out of the played recording
    /// The recording's frame times; null if they cannot be used as the frame times of loops.
    std::shared_ptr<const std::vector<timestep::Nanos>> frame_times{};
    RecordingStrip strip{};
};

/// demo::Opener carries them out once per frame.
namespace card_request
{

struct Open
{
    std::string path{}; ///< path of the file; if empty, the window asks for the path
};
/// Find the files whose paths begin with the typed text.
struct CompletePath
{
};
/// Run the loops with the frame times of this recording from its beginning, and choose the recommended loop.
struct PlayRecording
{
};
/// Continue with frame number `frame` of the recording from which the loops get their frame times.
struct Seek
{
    std::size_t frame = 0;
};
/// Judge the loops on a part of the recording from which the loops get their frame times, and show its card.
struct JudgePart
{
    double from = 0.0, to = 0.0; ///< start and end of the part, as shares of the recording's duration, 0 to 1
};
/// Run the loops with the whole recording of which they get a part.
struct PlayWhole
{
};
/// Draw the frame times of the recording on the card over those of the recording that is being played.
struct AddOverlay
{
};
/// Stop the recording. From then on, the loops get the frame times of this PC.
struct StopPlayback
{
};

} // namespace card_request

using CardRequest = std::variant<card_request::Open, card_request::CompletePath, card_request::PlayRecording,
                                 card_request::Seek, card_request::JudgePart, card_request::PlayWhole,
                                 card_request::AddOverlay, card_request::StopPlayback>;

struct RecordingCard
{
    enum class State : std::uint8_t
    {
        closed,
        asking,  ///< the window shows a field in which the user types a path
        reading, ///< the file is being read on another thread
        shown,
    };
    State state = State::closed;
    std::string path{}; ///< path that the user typed or dropped
    /// Folders, which end in "/", and then readable files whose paths begin with the typed path.
    std::vector<std::string> matches{};
    std::string folder{}; ///< the folder of the matches
    /// Reason why the file cannot be read, in one line; empty if it can.
    std::string refusal{};
    RecordingSummary summary{};
    /// Data of the strip that shows the recording from which the loops get their frame times.
    RecordingStrip strip{};
    std::vector<StripOverlay> overlays{}; ///< other recordings that are drawn over the strip
    bool plays_part = false; ///< true: the recording from which the loops get their frame times is a part of another
    std::vector<CardRequest> requests{}; ///< requests of the user that have not been carried out yet
};

} // namespace demo
