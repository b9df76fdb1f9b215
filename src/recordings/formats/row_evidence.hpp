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

/// The frame times in one column beside the frame rates in another. A row of one frame has a product of about 1.
struct RateEvidence
{
    double median_product = 0.0; ///< median of (value * frame rate); the value is in the unit of its column
    double median_rate = 0.0; ///< in fps
    /// Fewest and most frames in a row, by a column of counts; without one, the smallest and largest product.
    double min_count = 0.0, max_count = 0.0;
    bool has_counts = false;

    bool is_one_frame_in(Unit unit) const; ///< true if the rates confirm that the frame times have this unit
    std::optional<Unit> unit() const; ///< the unit that the rates confirm
};
/// Empty if the table has no column of frame rates.
std::optional<RateEvidence> rate_evidence_of(const Column& frame_times);

/// The frames of each row, by a column such as "frames" or "frame count". A total is compared with the row above.
struct CountEvidence
{
    double median = 0.0, min = 0.0, max = 0.0;
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
