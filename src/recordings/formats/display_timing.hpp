// recordings/formats/display_timing.hpp -- reads the display timing of a recording: the times of pictures on the
// screen, latencies and animation errors (judder)
#pragma once

#include "recordings/formats/recording.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace recordings
{

/// The display timing of one stream (the frames of one swap chain). A member is empty if the recording has no column
/// for it.
struct DisplayTiming
{
    /// Number of pictures that the game did not render (generated or repeated pictures).
    std::optional<std::size_t> generated{};

    struct Latency
    {
        std::string column;     ///< name of the latency column as written in the file's header
        std::vector<Nanos> all; ///< the latency of each row that has one
    };
    /// The columns with latencies that have at least one value, in the order of the file.
    std::vector<Latency> latencies{};

    /// Numbers of frames limited by the GPU, limited by the CPU, and with known busy times of both. A frame is limited
    /// by the GPU (CPU) if the GPU (CPU) was busy for at least 95 % of the frame time; a frame in which both were busy
    /// counts for the GPU.
    std::size_t gpu_bound = 0, cpu_bound = 0, busy_known = 0;

    std::string displayed_column{}; ///< name of the column with the times that pictures stayed on the screen
    std::vector<Nanos> displayed{}; ///< times from one picture on the screen to the next, including generated pictures

    /// Animation errors between successive displayed pictures, by PresentMon's definition: (time from the start of the
    /// previous frame's simulation to the start of this one's) - (time from the previous picture on the screen to this
    /// picture). Generated pictures are left out, because they have no simulation time.
    std::vector<Nanos> animation_errors{};
    /// For each animation error: true if the picture shows the same or an earlier simulation time than the picture
    /// before. In this case PresentMon writes NA.
    std::vector<bool> repeats{};
    /// Name of the column in which the recording tool wrote animation errors; empty if there is none.
    std::string told_column{};
    /// Animation errors (judder) that the recording tool wrote, without impossible values (more than 1e9 ms or less
    /// than -1e9 ms).
    std::vector<Nanos> told_animation_errors{};
};

/// Reads a recording like read_file() and, in addition, the display timing of each stream (frames of one swap chain).
/// Only PresentMon's formats and formats with the same columns, such as CapFrameX's, have display timing. It is not
/// read if the user has chosen a column (`choice`).
Result read_with_display_timing(const std::filesystem::path& path, const ColumnChoice& choice,
                                std::vector<DisplayTiming>& timings);
/// Reads a recording and its display timing from memory. `name` is only used in messages.
Result read_with_display_timing(std::string_view bytes, std::string_view name, std::vector<DisplayTiming>& timings);

/// Replaces the frame times of each stream (frames of one swap chain) by the times from one picture on the screen to
/// the next. `timings` is the display timing that was read with `recording`. Returns nothing on success, or a refusal
/// if no stream has such times.
std::optional<Refusal> put_on_screen(Recording& recording, const std::vector<DisplayTiming>& timings);

} // namespace recordings
