// recordings/formats/display_timing_columns.hpp -- reads the display timing, in every generation of PresentMon and in
// CapFrameX's records, whose columns have the same names
#pragma once

#include "recordings/formats/source.hpp"
#include "recordings/formats/tracks.hpp"

#include <initializer_list>
#include <span>
#include <string>
#include <vector>

namespace recordings
{

/// The columns that say it, and how a row of them is read.
class DisplayTimingColumns
{
public:
    explicit DisplayTimingColumns(const Header& header);

    /// The columns that are of interest, from the first to the last; all of them count milliseconds.
    const std::vector<std::size_t>& columns() const { return columns_; }
    /// What the row says of a frame of `track`: a number for each of columns(), in their order.
    void add(std::span<const Number> row, Track& track, bool dropped, bool generated) const;

private:
    struct Named
    {
        std::size_t column = 0; ///< its place in columns_
        std::string name;
    };
    struct Sum ///< of up to two columns
    {
        std::vector<std::size_t> columns;
    };
    std::size_t place_of(std::size_t column) const;
    Sum sum_of(const Header& header, std::initializer_list<std::string_view> names) const;
    Named named(const Header& header, std::initializer_list<std::string_view> names) const;
    static Number value(std::span<const Number> row, const Sum& sum);
    void add_motion(std::span<const Number> row, Track& track, bool shown) const;

    std::vector<std::size_t> columns_;
    std::vector<Named> latencies_;
    Named displayed_, told_;
    Sum frame_step_, until_shown_, simulation_step_;
};

} // namespace recordings
