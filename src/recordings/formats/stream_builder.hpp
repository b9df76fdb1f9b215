// recordings/formats/stream_builder.hpp -- assigns the rows of a file to its streams (one per swap chain) while reading
#pragma once

#include "recordings/formats/parsed_number.hpp"
#include "recordings/formats/recording.hpp"
#include "recordings/formats/source.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace recordings
{

/// What the time stamp of a row means: the event that it marks, and whether its unit is certain.
struct TimestampMeaning
{
    enum class Event : std::uint8_t
    {
        frame_start,
        frame_end,
    };

    Event event = Event::frame_end;
    /// True if a column that is read as seconds may contain milliseconds. RecordingBuilder::finish() corrects the unit.
    bool may_be_milliseconds = false;
};

/// One row of a recording. Times are in whole nanoseconds.
struct RowWithFrameTimeField
{
    ParsedNumber frame_time;
    ParsedNumber timestamp; ///< missing if the file has no time column
    std::size_t line_number = 0;
    std::string_view frame_time_text; ///< as written in the file
};

constexpr std::int64_t max_frame_time_ns = 86'400'000'000'000; // largest frame time of a recording: one day
/// True if `number` is from 0 to max_frame_time_ns.
bool is_valid_frame_time(const ParsedNumber& number);
/// True for the period in ns of a display with a refresh rate of 10 to 1000 Hz.
inline bool is_refresh_period(const ParsedNumber& number)
{
    return number.ok() && number.value >= 1'000'000 && number.value <= 100'000'000;
}

/// Times of the newest frames of one swap chain, in ns. The animation error of the next frame is computed from them.
struct AnimationErrorState
{
    std::int64_t last_frame_time_ns = 0; ///< from the start of the newest rendered frame to that of the next one
    std::int64_t last_displayed_time_ns = 0; ///< for which the newest displayed row stays on the screen; 0 if unknown
    // Since the newest displayed frame that the game rendered:
    bool has_begun = false; ///< false: there is no such frame yet
    bool has_simulation_steps =
        false; ///< true: the file has a time between simulation starts, also if up to that frame
    bool has_frame_times = false; ///< true: it has none, and a frame time takes its place
    std::int64_t simulated_ns = 0;
    std::vector<std::int64_t> display_steps_ns{}; ///< of each displayed row, since the one before it; 0 if unknown

    /// Becomes `next`, but keeps the memory of display_steps_ns, because this happens at every displayed frame.
    void restart(AnimationErrorState next)
    {
        display_steps_ns.clear();
        next.display_steps_ns.swap(display_steps_ns);
        *this = std::move(next);
    }
};

/// Collects the frame times of one swap chain while the rows of a recording are read.
class StreamBuilder
{
public:
    Stream stream;
    AnimationErrorState animation_error_state;
    ParsedNumber newest_row_timestamp;
    std::int64_t frame_start_ns = 0; ///< start of the newest row's frame, relative to the start of the stream
    std::int64_t pending_generated_ns = 0; ///< sum of the frame times of generated frames since the last rendered frame

    /// Adds a frame, or counts it as missing or invalid. Its time stamp marks its start or its end, as `event` states.
    void add_row(const RowWithFrameTimeField& row, TimestampMeaning::Event event);
    /// Returns the collected frames. Call this function once, after all rows.
    Stream finish_stream();

private:
    /// Keeps the first and the last known time stamp.
    void record_timestamp(const ParsedNumber& timestamp);

    struct Timestamp
    {
        std::int64_t time_ns = 0;
        std::int64_t frame_time_sum_ns = 0; // sum of the frame times up to this time stamp
    };

    std::int64_t frame_time_sum_ns_ = 0;
    std::optional<Timestamp> first_timestamp_;
    Timestamp last_timestamp_;
};

/// Builds all streams of a file from its rows. A stream has the rows of one application, process and swap chain.
class RecordingBuilder
{
public:
    /// Memory for the frames of the first stream is reserved for about as many rows as `rows`, the text, has.
    explicit RecordingBuilder(TimestampMeaning timestamp_meaning = {}, std::string_view rows = {});

    /// Adds the stream if it is new. Returns null for a new stream beyond `max_streams`.
    StreamBuilder* open_stream(std::string_view application, std::string_view process_id, std::string_view swap_chain);
    /// The stream of a file with one stream; the first call adds it.
    StreamBuilder& open_only_stream();

    /// Adds a row to `stream_builder`. After more than max_read_frames rows, finish() returns a RecordingError.
    void add_row(StreamBuilder& stream_builder, const RowWithFrameTimeField& row)
    {
        if (row_count_++ < max_read_frames) stream_builder.add_row(row, timestamp_meaning_.event);
        if (row_count_ == max_read_frames + 1) first_excess_line_ = row.line_number;
    }
    /// Counts a row that is too short to contain a frame time, such as the last row of an interrupted recording.
    void count_truncated_row(std::size_t line_number);

    /// Sets the name, the streams and the main stream of `recording`. Returns an error if there are no frames.
    RecordingOrError finish(const RecordingSource& source, const Header& header, Recording recording);

private:
    using StreamKey =
        std::tuple<std::string_view, std::string_view, std::string_view>; // swap chain, process, application

    TimestampMeaning timestamp_meaning_;
    std::vector<StreamBuilder> stream_builders_;
    std::map<StreamKey, std::size_t> stream_indices_;
    std::array<const std::pair<const StreamKey, std::size_t>*, 2> newest_streams_{}; // elements of stream_indices_
    std::size_t expected_row_count_ = 0;
    std::size_t row_count_ = 0;
    std::size_t first_excess_line_ = 0; ///< line number of the first row beyond max_read_frames; 0 if none
    std::size_t truncated_row_count_ = 0;
    std::size_t first_truncated_line_ = 0;
};

/// Computes frame times as differences of time stamps: N time stamps give N - 1 frames.
class TimestampDifferencer
{
public:
    /// Adds the frame that ends at `timestamp`. The frames before and after an unknown time stamp have no frame time.
    void add_timestamp(RecordingBuilder& recording_builder, StreamBuilder& stream_builder,
                       const ParsedNumber& timestamp, std::size_t line_number, std::string_view text);

private:
    std::optional<ParsedNumber> previous_timestamp_;
};

/// Start times of frames, grouped by application, process and swap chain.
class FrameStarts
{
public:
    /// Adds the start of a frame. Returns "", or an error message for over 10,000,000 starts or 10,000 swap chains.
    std::string add_start(std::string_view application, std::string_view process_id, std::string_view swap_chain,
                          std::int64_t time_ns, std::size_t line_number);
    bool empty() const { return starts_by_stream_.empty(); }
    /// This object must outlive the result. `error_message_unit_ns` is the unit of times in error messages.
    RecordingBuilder make_recording_builder(std::int64_t error_message_unit_ns);

private:
    struct Start
    {
        std::int64_t time_ns;
        std::size_t line_number;
    };
    std::map<std::tuple<std::string, std::string, std::string>, std::vector<Start>, std::less<>> starts_by_stream_;
    std::size_t start_count_ = 0;
};

} // namespace recordings
