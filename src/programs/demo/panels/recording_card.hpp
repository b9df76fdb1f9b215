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
struct Scrub
{
    static constexpr std::size_t columns = 512;

    /// Longest frame time in each column, in ms; empty if the loops do not get their frame times from a recording.
    std::vector<float> longest_ms{};
    std::vector<std::size_t> first_frame{}; ///< index in the recording of the first frame in each column
    float usual_ms = 0.0F;                  ///< median frame time of the recording in ms
    float most_ms  = 0.0F;                  ///< longest frame time of the recording in ms
    /// Times at which hitches start, as shares of the recording's duration, 0 to 1; at most 200.
    std::vector<float> hitches{};
    double seconds = 0.0; ///< duration of the recording in seconds

    bool empty() const { return longest_ms.empty(); }
    /// As a share of the duration, at most 1.
    double share_of(std::size_t frame) const
    {
        if (empty()) return 0.0;
        const auto after  = std::upper_bound(first_frame.begin(), first_frame.end(), frame);
        const auto column = std::max<std::ptrdiff_t>(after - first_frame.begin() - 1, 0);
        const auto first  = first_frame[static_cast<std::size_t>(column)];
        const auto last   = after == first_frame.end() ? first + 1 : *after;
        const double part = static_cast<double>(frame - std::min(first, frame)) /
                            static_cast<double>(std::max(last, first + 1) - first);
        return std::min((static_cast<double>(column) + std::min(part, 1.0)) / static_cast<double>(first_frame.size()),
                        1.0);
    }
    /// `share` is the time as a share of the duration, clamped to 0 to 1.
    std::size_t frame_at(double share) const
    {
        if (empty()) return 0;
        const auto column =
            static_cast<std::size_t>(std::clamp(share, 0.0, 1.0) * static_cast<double>(first_frame.size()));
        return first_frame[std::min(column, first_frame.size() - 1)];
    }
};

/// Another recording that is drawn over the strip, on the same time axis.
struct ScrubOverlay
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
    struct Moment
    {
        double at_s = 0.0, length_ms = 0.0;
    };
    struct Choice
    {
        timestep::LoopId preset{};
        timestep::Rate rate{60, 1};
        std::string title, promise, figures;
        std::string mark{}; ///< "advised", "one of two" (undecided), "tied" for a loop that is as smooth, else empty
    };

    std::string name{};  ///< name of the file, without its folder
    std::string about{}; ///< a line with the recording tool, number of frames, duration, and kind of frame time
    std::vector<Bin> histogram{}; ///< histogram of the frame times; the last bin contains all longer frames, too
    double bin_ms = 1.0;
    std::vector<Moment> worst{}; ///< the longest hitches, in order of decreasing length
    std::size_t hitches = 0;
    /// Sentences: how smoothly the game ran, whether its frames alternate, and the recommended loop.
    std::vector<std::string> verdict{};
    std::vector<Choice> choices{}; ///< the best loops, best first; empty if no loop is recommended
    /// The reason why loops cannot run with the recording's frame times; empty if they can.
    std::string why_not{};
    bool is_part = false; ///< true: the card is about a part that the user cut out of the played recording
    /// The recording's frame times; null if they cannot be used as the frame times of loops.
    std::shared_ptr<const std::vector<timestep::Nanos>> frames{};
    Scrub scrub{};
};

/// demo::Opener carries them out once per frame.
namespace card_request
{

struct Open
{
    std::string path{}; ///< path of the file; if empty, the window asks for the path
};
/// Find the files whose paths begin with the typed text.
struct Complete
{
};
/// Run the loops with the frame times of this recording from its beginning, and choose the recommended loop.
struct Watch
{
};
/// Request: continue with frame number `frame` of the recording from which the loops get their frame times.
struct Seek
{
    std::size_t frame = 0;
};
/// Request: judge the loops on a part of the recording from which the loops get their frame times, and show its card.
struct Cut
{
    double from = 0.0, to = 0.0; ///< start and end of the part, as shares of the recording's duration, 0 to 1
};
/// Request: continue with the whole recording from which the played part was cut.
struct Whole
{
};
/// Request: draw the frame times of the recording on the card over those of the recording that is being played.
struct DrawOver
{
};
/// Request: stop the recording. From then on, the loops get the frame times of this PC.
struct Stop
{
};

} // namespace card_request

using CardRequest = std::variant<card_request::Open, card_request::Complete, card_request::Watch, card_request::Seek,
                                 card_request::Cut, card_request::Whole, card_request::DrawOver, card_request::Stop>;

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
    Scrub scrub{};
    std::vector<ScrubOverlay> overlays{}; ///< other recordings that are drawn over the strip
    bool plays_part = false; ///< true: the recording from which the loops get their frame times is a part of another
    std::vector<CardRequest> requests{}; ///< requests of the user that have not been carried out yet
};

} // namespace demo
