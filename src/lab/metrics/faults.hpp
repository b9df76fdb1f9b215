// lab/metrics/faults.hpp -- kinds of uneven motion, and which smoothness metrics see them
#pragma once

#include "lab/settings/lane_setup.hpp"
#include "telemetry/metric_definitions.hpp"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lab
{

/// The metrics of smoothness of frame times and of displayed frames, by whichever definition they are in use.
inline constexpr std::size_t smoothness_metric_count = 13;
std::span<const telemetry::MetricDefinition, smoothness_metric_count> smoothness_metrics();

/// The name in lines of at most `max_width` characters, or of one longer word, and then the unit.
std::vector<std::string> heading_lines(const telemetry::MetricDefinition& metric, std::size_t max_width);

/// A loop on a PC whose motion has one kind of fault or, in some rows, none.
struct Fault
{
    std::string_view key; ///< in kebab-case
    std::string_view title;
    std::string_view cause; ///< one sentence
    bool is_visible; ///< false: the motion on the screen is even, although some number may differ
    std::string_view settings; ///< KEY=VALUE, separated by spaces (Assignment::key)

    LaneSetup setup() const;
    /// The command that writes the frames of the run as CSV to the terminal.
    std::string command() const;
};
std::span<const Fault> all_faults();

/// Length of each run on its virtual PC.
inline constexpr Nanos fault_run_time{60'000'000'000};
/// Values in the order of smoothness_metrics(); NaN where a definition gives none.
using SmoothnessValues = std::array<double, smoothness_metric_count>;

enum class FaultMark : std::uint8_t
{
    none, ///< the value is not worse than that of each even run, or unknown
    sees_fault, ///< worse than that of each even run with the same mean frame rate, and the motion is uneven
    sees_phantom, ///< the same, but the motion is even
};
std::string_view text_of(FaultMark mark); ///< for tables: "*", "!" or ""
std::string_view name_of(FaultMark mark); ///< in JSON and CSV

struct FaultCell
{
    double value;
    double even_min, even_max; ///< over the even runs
    FaultMark mark;
};
/// Cells in the order of smoothness_metrics().
using FaultCells = std::array<FaultCell, smoothness_metric_count>;
/// A row of the table under computation.
class FaultRow
{
public:
    /// Runs the loop with the fault. `fault` must outlive this row.
    explicit FaultRow(const Fault& fault);

    bool is_complete() const { return even_values_.size() == even_setups_.size(); }
    /// Runs up to `count` of the even runs that have not run yet, on all cores.
    void run_even(std::size_t count);
    /// Needs one even run.
    FaultCells cells() const;

private:
    const Fault* fault_;
    SmoothnessValues values_;
    std::vector<LaneSetup> even_setups_;
    std::vector<SmoothnessValues> even_values_{};
};
FaultCells compute_fault(const Fault& fault);
/// Four digits, or "-" for an unknown value.
std::string cell_text(const FaultCell& cell);
/// What the marks of the table mean.
std::string_view mark_explanation();

} // namespace lab
