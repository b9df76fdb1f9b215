// lab/game/probe_lines.hpp -- joins the lines of a game's probe (timestep/probe.hpp) with the frames of its window
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

/// The lines that a game's probe has written so far. A frame of the window gets the lines of the loop's frames that
/// began before it ended and that no earlier frame has got. That is one line, if the loop presents in each frame.
class ProbeLines
{
public:
    /// Adds text, which may end within a line.
    void add(std::string_view text) { text_ += text; }
    /// Returns all text so far; empty if the game has no probe.
    const std::string& text() const { return text_; }

    /// Returns the last five columns of a row of `slow --csv` for the window's next frame, which ended at `end` on the
    /// clock std::chrono::steady_clock: the sums of the frame's lines, and the last alpha. Returns nothing if a line of
    /// this frame may still come; with `is_last` no line is waited for.
    std::optional<std::string> take(Nanos end, bool is_last);

private:
    // Sums of the lines of the window's next frame.
    struct Sum
    {
        std::size_t lines = 0;
        std::string clock, alpha;
        std::int64_t frame = 0, steps = 0, simulated = 0;
        bool knows_simulated = true;
    };

    bool add_line(std::string_view line, Nanos end);

    std::string text_;
    std::size_t read_ = 0; // bytes of text_ whose lines a frame has got
    Sum sum_;
};

} // namespace lab
