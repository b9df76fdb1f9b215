// recordings/formats/display_timing.hpp -- the display timing columns of a recording: what the display showed, and how
// late
#pragma once

#include "recordings/formats/recording.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace recordings
{

/// The display timing of one stream; empty where the recording has no such columns.
struct DisplayTiming
{
    /// Pictures that the game did not render, or that were shown again, where the recording says so.
    std::optional<std::size_t> generated{};

    struct Latency
    {
        std::string column;     ///< as written in the header
        std::vector<Nanos> all; ///< where the row says it
    };
    std::vector<Latency> latencies{}; ///< in the order of the columns; only those that say something

    std::string displayed_column{};
    std::vector<Nanos> displayed{}; ///< from one change of the picture on the screen to the next; generated ones, too

    /// How much further the motion went than the display's clock, from one displayed picture to the next, by
    /// PresentMon's definition: (start of the frame's simulation - that of the one before) - (shown - shown before).
    /// Generated pictures have no such time.
    std::vector<Nanos> animation_errors{};
    /// Which of them show no later time than the picture before: PresentMon says NA of those.
    std::vector<bool> repeats{};
    std::string told_column{};                  ///< the tool's own, where it has one
    std::vector<Nanos> told_animation_errors{}; ///< as written, but for impossible ones
};

/// As read_file, and fills in the display timing of each stream: of PresentMon's formats and those that are built on
/// them, CapFrameX's records among them, unless `choice` says something; of others nothing.
Result read_with_display_timing(const std::filesystem::path& path, const ColumnChoice& choice,
                                std::vector<DisplayTiming>& timings);
/// The same from memory; `name` is used in messages only.
Result read_with_display_timing(std::string_view bytes, std::string_view name, std::vector<DisplayTiming>& timings);

/// Puts `recording`, read with `timings`, on the display's clock: the frames of each stream become the times from one
/// picture on the screen to the next. Nothing when it worked; a refusal where no stream says them.
std::optional<Refusal> put_on_screen(Recording& recording, const std::vector<DisplayTiming>& timings);

} // namespace recordings
