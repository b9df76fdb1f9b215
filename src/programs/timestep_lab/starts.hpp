// programs/timestep_lab/starts.hpp -- the same loop on the same PC, started many times: each metric as a distribution
#pragma once

#include "lab/lane/lane_run.hpp"

#include <span>
#include <string>

namespace timestep_lab
{

enum class StartsOutput : std::uint8_t
{
    table,
    json,
};

/// Runs each lane from `start_count` starts, on all cores, and prints the distributions of its metrics over the starts.
/// Start i, from 0, has the seed of the lane + i, and i / start_count of a step has passed before its first frame.
/// `csv_file` gets a row for each start; empty: none. Throws std::runtime_error if a file cannot be written.
void print_starts(std::span<const lab::LaneSetup> lanes, const lab::RunLimits& limits, std::int64_t start_count,
                  StartsOutput output, const std::string& csv_file);

} // namespace timestep_lab
