// recordings/formats/row_evidence.hpp -- what other columns of a table say of its frame times: rows can be frames,
// periodic samples, or intervals of several frames
#pragma once

#include "recordings/formats/column.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace recordings
{

/// Two columns contradict each other if their medians are further apart than this factor.
constexpr double max_agreeing_ratio = 1.5;

/// The frame times in one column beside the frame rates in another. A row of one frame has a product of about 1.
struct RateEvidence
{
    std::string column; ///< name of the column with the frame rates
    /// Median of (value * frame rate). The value is a frame time or an interval between time stamps, in the column's
    /// unit.
    double median_product = 0.0;
    bool is_constant = false; ///< all rates are equal, such as those of a limit, or they are fewer than 16
    /// False if the rates change from row to row, but not with the values: each row can be a sample of many frames.
    bool may_be_of_one_frame = true;
    double median_rate = 0.0; ///< in fps
    /// Fewest and most frames in a row, by a column of counts; without one, the smallest and largest product.
    double min_count = 0.0, max_count = 0.0;
    bool has_counts = false;

    bool is_one_frame_in(Unit unit) const; ///< true if the rates confirm that the frame times have this unit
    std::optional<Unit> unit() const; ///< the unit that the rates confirm
};
/// Empty if the table has no column of frame rates. Compares the rates with frame times, or with the intervals between
/// time stamps.
std::optional<RateEvidence> rate_evidence_of(const Column& times, bool has_timestamps);

/// The frames of each row, by a column such as "frames" or "frame count", or by the number of each frame. A total is
/// compared with the row above.
struct CountEvidence
{
    double median = 0.0, min = 0.0, max = 0.0;
    bool is_constant = false; ///< all numbers of the column are equal, or they are fewer than 16
    bool may_count_other_things = false; ///< the column is only named "count"

    bool is_one_frame() const { return median <= max_agreeing_ratio; }
};
/// Empty if the table has no such column.
std::optional<CountEvidence> count_evidence_of(const Column& frame_times);
bool has_frame_counts(const Header& header); ///< true if a column has such a name

/// The frame times in one column beside the time stamps in another.
struct ClockEvidence
{
    std::string column; ///< name of the column with the time stamps
    std::size_t line_going_back = 0; ///< first line whose time stamp is below an earlier one; 0 if there is none
    double coverage = 0.0; ///< (sum of the frame times) / (last time stamp - first time stamp)
    /// (Median step of the time stamps) / (median frame time); 0 if the clock is coarse.
    double median_step_ratio = 0.0;
    bool is_named = false; ///< true if the column's name or its cells say that it is a clock
    double interval_s = 0.0; ///< mean time between two rows
    bool is_coarse = false; ///< true if it changes less than once in ten rows, so that gaps have no exact place
    std::vector<std::size_t>
        lines_after_gaps{}; ///< only if the coverage is from 0.5 to 0.98 and the clock is not coarse
};
/// Empty if the table has no column with increasing time stamps.
std::optional<ClockEvidence> clock_evidence_of(const Column& frame_times, Unit unit);

constexpr double min_frame_coverage = 0.98; ///< from this coverage on, the rows are all frames
constexpr double min_gap_coverage = 0.5; ///< below this coverage, the rows are samples

} // namespace recordings
