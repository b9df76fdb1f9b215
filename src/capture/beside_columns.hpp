// capture/beside_columns.hpp -- reads what stands beside the frame times, in every generation of PresentMon
#pragma once

#include "capture/source.hpp"
#include "capture/tracks.hpp"

namespace capture
{

/// The columns that say it, and how a row of them is read.
class BesideColumns
{
public:
    explicit BesideColumns(const Header& header);

    /// How many columns of a row are of interest.
    std::size_t wanted() const { return wanted_; }
    /// What the row says of a frame of `track`.
    void add(const Fields& fields, Track& track, bool dropped, bool generated) const;

private:
    struct Named
    {
        std::size_t column = 0;
        std::string name;
    };
    struct Sum ///< of up to two columns
    {
        std::vector<std::size_t> columns;
    };
    Sum sum_of(const Header& header, std::initializer_list<std::string_view> names);
    Named named(const Header& header, std::initializer_list<std::string_view> names);
    Number value(const Fields& fields, std::size_t column) const;
    Number value(const Fields& fields, const Sum& sum) const;
    void add_motion(const Fields& fields, Track& track, bool shown) const;

    char decimal_mark_;
    std::size_t wanted_ = 0;
    std::vector<Named> latencies_;
    Named displayed_, told_;
    Sum frame_step_, until_shown_, simulation_step_;
};

/// As read_presentmon, and what stands beside the frame times.
Result read_presentmon_beside(const Source& source, const Header& header, std::vector<Beside>& beside);

} // namespace capture
