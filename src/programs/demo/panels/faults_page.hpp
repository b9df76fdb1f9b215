// programs/demo/panels/faults_page.hpp -- kinds of uneven motion and the metrics that see them: the table's rows so far
#pragma once

#include "base/threads.hpp"
#include "lab/metrics/faults.hpp"

#include <vector>

namespace demo
{

/// Computes the table, a few runs at a time on other threads, so that the window stays fluent.
class FaultRuns
{
public:
    /// Takes finished runs and begins the next ones, until the table is complete.
    void advance();
    /// The complete rows, in the order of lab::all_faults().
    const std::vector<lab::FaultCells>& rows() const { return rows_; }

private:
    std::vector<lab::FaultCells> rows_{};
    base::Task<lab::FaultRow> next_row_{};
};

} // namespace demo
