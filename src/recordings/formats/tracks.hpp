// recordings/formats/tracks.hpp -- streams while they are being read: whose they are, running sums, time stamps
#pragma once

#include "recordings/formats/display_timing.hpp"
#include "recordings/formats/numbers.hpp"
#include "recordings/formats/source.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace recordings
{

/// What the stamps of a time column mean.
struct StreamClock
{
    enum class Mark : std::uint8_t
    {
        frame_start,
        frame_end,
    };

    Mark mark              = Mark::frame_end;
    bool seconds_or_millis = false; ///< read as seconds, may have been milliseconds: the frame times decide
};

/// One row, in whole nanoseconds.
struct Row
{
    Number frame;
    Number time; ///< missing where there is no time column
    std::size_t line = 0;
    std::string_view frame_text; ///< the frame time as written
};

constexpr std::int64_t longest_frame = 1'000'000'000'000'000; // 1e9 ms, 11 days
/// Whether `number` can be one.
bool is_frame_time(const Number& number);

/// Where the motion and the display are, in a stream that says when its pictures were shown; ns.
struct Motion
{
    struct Picture
    {
        std::int64_t simulated = 0, shown = 0;
    };
    std::int64_t simulated = 0; ///< when the simulation of the newest frame began
    std::int64_t started   = 0; ///< when the next frame starts
    std::int64_t step      = 0; ///< from the start of the newest frame to that
    std::optional<Picture> last{};
};

/// One stream, while it grows.
class Track
{
public:
    Stream stream;
    DisplayTiming timing;
    Motion motion;
    Number last_time;                 ///< of the newest row, where something else than rendered frames is in the file
    std::int64_t between         = 0; ///< ns that generated frames took since the newest rendered one
    std::size_t line_of_too_many = 0; ///< where the first frame is for which there is no place; 0 while there is

    void add(const Row& row, StreamClock::Mark mark);
    /// The stream, with its span.
    Stream finished();

private:
    void add_frame(const Row& row);
    void stamp(const Number& time);

    struct Stamp
    {
        std::int64_t time  = 0;
        std::int64_t total = 0; // of the frame times before it
    };

    std::int64_t total_ = 0;
    std::optional<Stamp> first_;
    Stamp last_;
};

/// Every stream of a file, found again by what its rows say about themselves.
class Tracks
{
public:
    explicit Tracks(StreamClock clock = {})
        : clock_(clock)
    {
    }

    /// The track of (application, process, swap chain), made when it is new; nullptr when there are too many to be a
    /// recording. The three must outlive this object.
    Track* find(std::string_view application, std::string_view process_id, std::string_view swap_chain);
    /// The only track of a format that tells no streams apart.
    Track& only();

    void add(Track& track, const Row& row) { track.add(row, clock_.mark); }
    /// The display timing of each stream. Call it once, before finish().
    std::vector<DisplayTiming> take_display_timings();
    /// A row that ends before its frame time.
    void add_cut_row(std::size_t line);

    /// `recording` with its streams filled in, or a refusal when there is not one frame.
    Result finish(const Source& source, const Header& header, Recording recording);

private:
    struct Key
    {
        std::string_view application;
        std::string_view process_id;
        std::string_view swap_chain;

        bool operator==(const Key&) const = default;
    };
    struct Hash
    {
        std::size_t operator()(const Key& key) const
        {
            constexpr std::hash<std::string_view> hash;
            return (hash(key.swap_chain) * 31 + hash(key.process_id)) * 31 + hash(key.application);
        }
    };

    StreamClock clock_;
    std::vector<Track> tracks_;
    std::unordered_map<Key, std::size_t, Hash> index_;
    Key last_key_;
    std::size_t last_           = 0;
    std::size_t cut_rows_       = 0;
    std::size_t first_cut_line_ = 0;
};

/// Frame times of a recording of time stamps: N stamps give N-1 frames.
class Differences
{
public:
    /// The frame that ends at `clock`, to `track` of `tracks`. A stamp that is missing or unreadable costs two frames,
    /// the one before it and the one after.
    void add(Tracks& tracks, Track& track, const Number& clock, std::size_t line, std::string_view text);

private:
    std::optional<Number> before_;
};

/// What `recording`, its streams filled in, still lacks: its name and the default stream. A refusal, at `line`, when no
/// stream has a frame.
Result complete(const Source& source, Recording recording, std::size_t line);

} // namespace recordings
