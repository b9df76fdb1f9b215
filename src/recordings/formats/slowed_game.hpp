// recordings/formats/slowed_game.hpp -- the CSV table of `timestep_lab slow`, with one row for each frame of the game
#pragma once

#include "timestep/time.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace recordings
{

using timestep::Nanos;

/// Written in each row of a CSV file of `timestep_lab slow`. Increase it with every change of the columns.
constexpr int slowed_game_format_version = 3;

constexpr std::string_view slowed_game_csv_header =
    "slow_format,application,process_id,window,call,end_s,frame_ns,own_ns,added_ns,recorded_ns,slowed,event,loop_clock,"
    "loop_ns,steps,simulated_ns,alpha,drawn,camera\n";

struct SlowedGameRow
{
    std::string_view application{};
    int process_id = 0;
    std::uint32_t window_number = 0; ///< number of the window or swap chain within the process, from 1
    std::string_view presenting_function{}; ///< such as "vkQueuePresentKHR"
    Nanos frame_end{}; ///< when `presenting_function` returns, relative to the start of the game
    Nanos frame_time{}; ///< time since the end of the frame before
    Nanos added_time{}; ///< part of the frame time that the program added; the game's own part is the rest
    /// Minimum duration of this frame, from a recording that the user plays back; negative if there is no recording.
    Nanos recorded_frame_time{-1};
    bool is_slowed_window = false; ///< true for the game's main window, the only one that is slowed down
    std::string_view event{}; ///< what the user did for this frame, such as "hitch 300 ms"; usually empty
    /// The last seven CSV cells of the line, logged by the game's own loop; can be empty.
    std::string_view probe_cells{};
};

/// A line of the CSV file, with its line feed.
std::string slowed_game_csv_row(const SlowedGameRow& row);

} // namespace recordings
