// lab/game/probe_lines.hpp -- assigns each CSV line that a game writes (timestep/probe.hpp) to a displayed frame
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

/// Assigns each CSV line of a game (one per loop iteration) to the first frame presented after the iteration's start.
class ProbeLineMatcher
{
public:
    /// Appends text that the game has written. The text may end in the middle of a line.
    void append_output(std::string_view game_text) { game_text_ += game_text; }
    /// All text that append_output() has received so far.
    const std::string& game_text() const { return game_text_; }

    /// Returns the sums and the newest values of the lines of the next frame; empty while more lines may follow.
    std::optional<std::string> take_frame_cells(Nanos frame_end, bool has_all_lines);

private:
    struct FrameLineValues
    {
        std::size_t line_count = 0;
        std::string clock, alpha, drawn, camera; // from the newest line
        std::int64_t frame_ns_sum = 0, step_count = 0, simulated_ns_sum = 0;
        bool all_have_simulated_ns = true; // false: a line lacks the simulated time
    };

    /// Sums times and steps, and keeps the newest of the other values.
    bool sum_appended_lines_until(Nanos frame_end);

    std::string game_text_;
    std::size_t next_line_offset_ = 0; // offset in game_text_ of the first line that belongs to no presented frame
    FrameLineValues frame_values_;
};

} // namespace lab
