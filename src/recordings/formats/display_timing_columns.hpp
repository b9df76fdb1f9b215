// recordings/formats/display_timing_columns.hpp -- reads the display timing from the columns of all versions of
// PresentMon and from CapFrameX's records, which use the same names
#pragma once

#include "recordings/formats/source.hpp"
#include "recordings/formats/tracks.hpp"

#include <initializer_list>
#include <span>
#include <string>
#include <vector>

namespace recordings
{

/// The columns of one file that have display timing: latencies and times on the screen.
class DisplayTimingColumns
{
public:
    explicit DisplayTimingColumns(const Header& header);

    /// Returns the indices of the columns to read, in ascending order. The values in these columns are in milliseconds.
    const std::vector<std::size_t>& columns() const { return columns_; }
    /// Adds the display timing of one frame to `track`. `row` has one number for each column in columns(), in the same
    /// order.
    void add(std::span<const Number> row, Track& track, bool dropped, bool generated) const;

private:
    struct Named
    {
        std::size_t column = 0; ///< index in `columns_`, the list of the columns to read
        std::string name;
    };
    struct Sum ///< the sum of one or two columns; empty if the file does not have the columns
    {
        std::vector<std::size_t> columns; ///< indices in `columns_`, the list of the columns to read
    };
    std::size_t place_of(std::size_t column) const;
    Sum sum_of(const Header& header, std::initializer_list<std::string_view> names) const;
    Named named(const Header& header, std::initializer_list<std::string_view> names) const;
    static Number value(std::span<const Number> row, const Sum& sum);
    void add_busy(std::span<const Number> row, DisplayTiming& timing) const;
    void add_motion(std::span<const Number> row, Track& track, bool shown) const;

    std::vector<std::size_t> columns_;
    std::vector<Named> latencies_;
    Named displayed_, told_;
    Sum frame_step_, until_shown_, simulation_step_, cpu_busy_, gpu_busy_;
};

} // namespace recordings
