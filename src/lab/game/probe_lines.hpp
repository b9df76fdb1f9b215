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

/// A game that uses timestep/probe.hpp writes one line for each iteration of its loop. This class adds each line to the
/// first presented frame that ended after the iteration had begun.
class ProbeLines
{
public:
    /// Appends text that the game has written. The text may end in the middle of a line.
    void append(std::string_view output) { output_ += output; }
    /// All appended text; empty if the game does not use timestep/probe.hpp.
    const std::string& output() const { return output_; }

    /// Returns the CSV cells loop_clock, loop_ns, steps, simulated_ns and alpha of the next presented frame, which
    /// ended at `frame_end` (std::chrono::steady_clock). If the frame has several probe lines, takes loop_clock and
    /// alpha from the last of them, and the sum over all for each other cell. Returns std::nullopt if another line may
    /// still arrive and `is_last` is false.
    std::optional<std::string> take_csv_cells_of_frame(Nanos frame_end, bool is_last);

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
    std::size_t next_line_ = 0; // offset in output_ of the first line that belongs to no presented frame
    LineSums sums_;
};

} // namespace lab
