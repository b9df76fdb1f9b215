// recordings/formats/slowed_game.hpp -- the table that `timestep_lab slow --csv` writes, with one row per frame of a
// game
#pragma once

#include "timestep/time.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace recordings
{

using timestep::Nanos;

/// Version of the table's format. Increase it with every change of the columns below.
constexpr int slowed_game_format_version = 2;

/// The header line of the CSV table, with its line end.
constexpr std::string_view slowed_game_header =
    "slow_format,application,process_id,window,call,end_s,frame_ns,own_ns,added_ns,recorded_ns,slowed,event,loop_clock,"
    "loop_ns,steps,simulated_ns,alpha\n";

/// One frame of a game on a slow PC.
struct SlowedGameRow
{
    std::string_view application{};
    int process_id              = 0;
    std::uint32_t window_number = 0;        ///< number of the window or swap chain in the process, from 1
    std::string_view presenting_function{}; ///< its name, such as vkQueuePresentKHR
    Nanos frame_end{};                      ///< relative to the start of the game
    Nanos frame_time{};                     ///< from the end of the previous frame to the end of this frame
    Nanos added_time{}; ///< time that the slow PC added to the frame time; the rest is the column own_ns
    /// Frame time in the recording that is played on the slow PC, the minimum for this frame. Negative without a
    /// recording.
    Nanos recorded_frame_time{-1};
    bool is_slowed_window = false; ///< true for the game's main window; other windows are not slowed down
    std::string_view event{};      ///< user action before this frame, such as "hitch 300 ms"; usually empty
    /// The last five columns as CSV: the frame as recorded by a probe in the game's loop; empty without a probe.
    std::string_view probe_columns{};
};

/// The row as CSV, with its line end.
std::string slowed_game_csv_line(const SlowedGameRow& row);

} // namespace recordings
