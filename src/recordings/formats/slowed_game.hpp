// recordings/formats/slowed_game.hpp -- the table that `timestep_lab slow --csv` writes: one row for each frame of a
// game
#pragma once

#include "timestep/time.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace recordings
{

using timestep::Nanos;

/// Version of the table's format; it increases with every change of the columns below.
constexpr int slowed_game_format = 2;

/// The header line of the CSV table, with its line end.
constexpr std::string_view slowed_game_header =
    "slow_format,application,process_id,window,call,end_s,frame_ns,own_ns,added_ns,recorded_ns,slowed,event,loop_clock,"
    "loop_ns,steps,simulated_ns,alpha\n";

/// One frame of a game on a slow PC.
struct SlowedGameRow
{
    std::string_view application{};
    int process_id       = 0;
    std::uint32_t window = 0; ///< number of the window or swap chain in its process, from 1
    std::string_view call{};  ///< name of the presenting call
    Nanos end{};              ///< time at which the frame ended, from the start of the game
    Nanos frame{};            ///< frame time: time from the end of the frame before to the end of this frame
    Nanos added{};            ///< part of the frame time that the slow PC has added; the rest is the column own_ns
    /// Frame time in the recording that the user plays on the slow PC; this frame takes at least as long. Negative if
    /// no recording is played.
    Nanos recorded{-1};
    bool slowed = false;      ///< true if this is the game's window; other windows are not slowed down
    std::string_view event{}; ///< action of the user before this frame, such as "hitch 300 ms"; often empty
    /// Text of the last five columns: the frame as a probe in the game's loop wrote it; empty without a probe.
    std::string_view probed{};
};

/// The row as text, with its line end.
std::string slowed_game_row(const SlowedGameRow& row);

} // namespace recordings
