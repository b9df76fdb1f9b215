// lab/game/probe_lines.hpp -- assigns a game's lines from timestep/probe.hpp to the frames that the game presents
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

/// The CSV lines that a game has written with timestep/probe.hpp, one for each frame of its loop. A presented frame
/// gets the lines (usually one) of all loop frames that began before it ended, except lines of earlier frames.
class ProbeLines
{
public:
    /// Appends new output of the game, which may end in the middle of a line.
    void append(std::string_view output) { output_ += output; }
    /// All output so far; empty if the game does not use timestep/probe.hpp.
    const std::string& output() const { return output_; }

    /// Returns the columns loop_clock, loop_ns, steps, simulated_ns and alpha of the CSV row for the next presented
    /// frame, which ended at `frame_end` (std::chrono::steady_clock). The clock and the interpolation alpha are those
    /// of the frame's last line; the other columns are sums over its lines. Returns nullopt if another line of this
    /// frame may still arrive and `is_last` is false.
    std::optional<std::string> take_cells(Nanos frame_end, bool is_last);

private:
    // Sums over the lines of the next presented frame.
    struct Sum
    {
        std::size_t line_count = 0;
        std::string clock, alpha; // those of the newest line
        std::int64_t frame_ns = 0, steps = 0, simulated_ns = 0;
        bool has_simulated_ns = true; // false: a line has no simulated time
    };

    bool add_if_in_frame(std::string_view line, Nanos frame_end);

    std::string output_;
    std::size_t next_line_ = 0; // offset in output_ of the first line that belongs to no presented frame yet
    Sum sum_;
};

} // namespace lab
