// recordings/formats/presentmon_columns.hpp -- finds columns of PresentMon and similar tools; reads display timing
#pragma once

#include "recordings/formats/source.hpp"
#include "recordings/formats/stream_builder.hpp"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

namespace recordings
{

/// Indices of the columns in a PresentMon file; `no_column` if the file does not have the column.
struct PresentMonColumns
{
    static constexpr std::size_t no_column = static_cast<std::size_t>(-1);

    std::size_t application = no_column;
    std::size_t process_id = no_column;
    std::size_t swap_chain = no_column;
    std::size_t frame_time = no_column;
    /// If this column is set, a row's frame time is the sum of its values in the columns `frame_time` and `cpu_wait`.
    std::size_t cpu_wait = no_column;
    std::size_t timestamp = no_column; ///< time stamp of the start or the end of the frame
    std::size_t dropped_flag = no_column; ///< 1 for a frame that was never displayed
    std::size_t display_time = no_column; ///< NA for a frame that was never displayed
    std::size_t any_display_data = no_column; ///< not above 0 in all rows if the tool did not track the display
    /// Column with the animation errors that the recording tool computed, in ms.
    std::size_t animation_error = no_column;
    /// Column of the frame type: "Application" if the game rendered the frame, another type if a driver generated it.
    std::size_t frame_type = no_column;

    std::size_t present_mode = no_column; ///< begins with "Composed" if a compositor shows the frame

    int timestamp_exponent = 0; ///< power of ten that converts the unit of `timestamp` to nanoseconds
    TimestampMeaning timestamp_meaning;
    FrameBoundary frame_boundary = FrameBoundary::present;

    std::size_t last_frame_time_column() const
    {
        return cpu_wait == no_column ? frame_time : std::max(frame_time, cpu_wait);
    }
    /// The number of fields to split from each row: one more than the largest column index in this struct.
    std::size_t needed_field_count() const;
};

PresentMonColumns find_presentmon_columns(const Header& header);

/// The program that wrote a file with PresentMon's columns. `name` includes the version if the columns reveal it.
struct RecordingTool
{
    const Format* format;
    std::string_view name;
};
RecordingTool recording_tool_of(const Header& header, const PresentMonColumns& columns);

/// Splits joined column names if the first row has more fields. PresentMon's service omits some commas in headers.
Header with_split_names(Header header);

/// True if DisplayTimingReader reads the column: a latency, a display time, a busy time, or a time of the simulation.
bool is_display_timing_column(std::string_view normalised_name);

class DisplayTimingReader
{
public:
    explicit DisplayTimingReader(const Header& header);

    /// Indices of the columns to read, in ascending order. Their values are times in milliseconds.
    const std::vector<std::size_t>& column_indices() const { return columns_; }
    struct RowFlags
    {
        std::optional<bool> is_dropped{}; ///< true if the frame was never displayed; empty if unknown
        std::optional<bool> is_generated{}; ///< true if a driver generated the frame; empty if unknown
        bool is_in_display_timing_range = true;
    };
    /// Adds one frame to the display timing of the stream. `row[i]` is the value in the column column_indices()[i].
    void add_timed_frame(std::span<const ParsedNumber> row, StreamBuilder& stream_builder, const RowFlags& flags) const;

private:
    struct NamedValueIndex
    {
        std::size_t value_index = 0; ///< index in `columns_`
        std::string name; ///< empty if the file does not have the column
    };
    /// Indices in `columns_` of one or two columns that are added up. Empty if the file does not have the columns.
    using SummedValueIndices = std::vector<std::size_t>;
    using SummedColumnGroups = std::initializer_list<std::initializer_list<std::string_view>>;
    std::size_t value_index_of(std::size_t column) const;
    SummedValueIndices first_found_value_indices(const Header& header, SummedColumnGroups alternatives) const;
    NamedValueIndex first_found_value_index(const Header& header, std::initializer_list<std::string_view> names) const;
    /// Sets the names of the columns, and reserves memory for `capacity` rows.
    void start_timing(DisplayTiming& timing, std::size_t capacity) const;
    static ParsedNumber sum_of(std::span<const ParsedNumber> row, const SummedValueIndices& value_indices);
    /// Counts a frame as GPU-bound or CPU-bound if its frame time and busy times are known.
    void count_bottleneck(std::span<const ParsedNumber> row, DisplayTiming& timing) const;
    void append_animation_errors(std::span<const ParsedNumber> row, AnimationErrorState& state, bool is_displayed,
                                 DisplayTiming& timing) const;

    std::vector<std::size_t> columns_;
    std::vector<NamedValueIndex> latencies_;
    NamedValueIndex display_interval_, recorded_error_;
    bool is_interval_before_row_ = false; ///< true: `display_interval_` ends when the row's frame is displayed
    SummedValueIndices frame_time_, simulation_step_, cpu_busy_, gpu_busy_;
};

} // namespace recordings
