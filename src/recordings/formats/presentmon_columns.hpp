// recordings/formats/presentmon_columns.hpp -- finds the columns in files of PresentMon and of tools with its column
// names
#pragma once

#include "recordings/formats/source.hpp"
#include "recordings/formats/tracks.hpp"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

namespace recordings
{

/// Indices of the columns in a PresentMon file; `none` for a missing column.
struct PresentColumns
{
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    std::size_t application = none;
    std::size_t process_id  = none;
    std::size_t swap_chain  = none;
    std::size_t frame_time  = none; ///< column of the frame time
    /// CPUWait in files without a column for the whole frame time, which is then `frame_time` (CPUBusy) + `frame_wait`.
    std::size_t frame_wait = none;
    std::size_t timestamp  = none; ///< column of the time stamp at the start or end of the frame
    std::size_t dropped    = none; ///< column with 1 for a frame that was not shown
    std::size_t displayed  = none; ///< column with NA for a frame that was not shown
    /// Used only to count impossibly large animation errors, which some versions of PresentMon write.
    std::size_t animation_error = none;
    /// Column of the frame type; frames of a type other than "Application" were not rendered by the game.
    std::size_t frame_type = none;

    int timestamp_scale = 0; ///< power of ten from the unit of `timestamp` to nanoseconds
    StreamClock clock;
    TimingSide side = TimingSide::display;

    /// Index of the last column of the frame time. A row that ends before this column has no frame time.
    std::size_t last_frame_time_column() const
    {
        return frame_wait == none ? frame_time : std::max(frame_time, frame_wait);
    }
    /// Number of fields to split from each row: up to the last column that is read.
    std::size_t split_field_count() const;
};

/// Finds the columns by their names in `header`. `frame_time` is `none` if the header has no frame time.
PresentColumns find_present_columns(const Header& header);

/// The format of a file with PresentMon's columns, and the name of the tool that wrote the file, with its version if
/// the columns identify the version.
struct PresentTool
{
    const Format* format;
    std::string_view name;
};
PresentTool identify_tool(const Header& header, const PresentColumns& columns);

/// Repairs the header of a PresentMon service's dump, in which missing commas join two names and shift all later
/// columns by one. Splits the joined names if the first row has more fields than the header.
Header with_commas_restored(Header header);

/// The columns of a file with display timing: latencies and screen times.
class DisplayTimingColumns
{
public:
    explicit DisplayTimingColumns(const Header& header);

    /// Indices of the columns to read, in ascending order. Their values are in milliseconds.
    const std::vector<std::size_t>& columns() const { return columns_; }
    struct RowFacts
    {
        std::optional<bool> is_dropped{};   ///< true if the frame never reached the screen
        std::optional<bool> is_generated{}; ///< true if the game did not render the frame
        bool is_counted = true;             ///< false: the frame is outside the part whose display timing is read
    };
    /// Adds the display timing of one frame to `track`. `row` has one number per entry of columns(), in the same order.
    void add(std::span<const Number> row, Track& track, const RowFacts& facts) const;

private:
    struct NamedColumn
    {
        std::size_t row_index = 0; ///< index in `columns_`
        std::string name;
    };
    /// One or two columns whose values are added, as indices in `columns_`. Empty if the file does not have them.
    using Sum      = std::vector<std::size_t>;
    using SumNames = std::initializer_list<std::initializer_list<std::string_view>>;
    std::size_t row_index_of(std::size_t column) const;
    /// The first of `sums` whose columns all exist in the file.
    Sum first_sum(const Header& header, SumNames sums) const;
    NamedColumn first_column_of(const Header& header, std::initializer_list<std::string_view> names) const;
    static Number sum_of(std::span<const Number> row, const Sum& sum);
    void add_busy(std::span<const Number> row, DisplayTiming& timing) const;
    void add_motion(std::span<const Number> row, Motion& motion, bool is_displayed, DisplayTiming& timing) const;

    std::vector<std::size_t> columns_;
    std::vector<NamedColumn> latencies_;
    NamedColumn display_interval_, recorded_error_;
    Sum frame_time_, time_to_display_, simulation_step_, cpu_busy_, gpu_busy_;
};

} // namespace recordings
