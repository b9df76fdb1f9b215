// lab/game/probe_lines.hpp -- assigns the CSV lines that a game writes with timestep/probe.hpp to its presented frames
#pragma once

#include "timestep/time.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lab
{

using timestep::Nanos;

/// A game that uses timestep/probe.hpp writes one line for each iteration of its loop. This class assigns each line to
/// the first frame that the game presents after the start of the iteration.
class ProbeLines
{
public:
    /// Appends text that the game has written. The text may end in the middle of a line.
    void append_output(std::string_view output) { output_ += output; }
    /// All text that append_output() has received so far.
    const std::string& output() const { return output_; }

    /// Returns the CSV cells loop_clock, loop_ns, steps, simulated_ns and alpha of the next presented frame, which
    /// ended at `frame_end` (std::chrono::steady_clock). If the game's loop wrote several lines in this frame, one for
    /// each iteration, loop_clock and alpha are from the last line; each other cell is the sum of the lines' values.
    /// Returns std::nullopt if the game can still write lines for this frame. `has_all_lines` says that it cannot.
    std::optional<std::string> take_csv_cells_of_next_frame(Nanos frame_end, bool has_all_lines);

private:
    struct LineSums
    {
        std::size_t line_count = 0;
        std::string clock, alpha; // from the newest line
        std::int64_t frame_ns = 0, steps = 0, simulated_ns = 0;
        bool has_simulated_ns = true; // false: a line lacks the simulated time
    };

    bool add_line_if_in_frame(std::string_view line, Nanos frame_end);

    std::string output_;
    std::size_t next_line_offset_ = 0; // offset in output_ of the first line that belongs to no presented frame
    LineSums sums_;
};

} // namespace lab
