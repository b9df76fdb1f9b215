// sim/game/shared_game_memory.hpp -- memory that a game shares with the program that slows it down
// The shim, a library in the game (programs/slow), reads the settings and writes the frame times.
#pragma once

#include "sim/machine/settings.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

namespace sim
{

/// A library function by which a game presents a frame.
struct PresentingCall
{
    const char* name;
    /// Index, from 0, of the presenting function's argument that identifies the window; -1 if there is none.
    int window_argument_index;
    /// True if a game may call the presenting function several times per frame, once for each changed window part.
    bool presents_parts = false;
};

/// All supported library functions that present a frame. Recordings store an index in this list: append, never insert.
inline constexpr std::array presenting_calls{
    PresentingCall{"glXSwapBuffers", 1},
    PresentingCall{"eglSwapBuffers", 1},
    PresentingCall{"eglSwapBuffersWithDamageKHR", 1},
    PresentingCall{"eglSwapBuffersWithDamageEXT", 1},
    PresentingCall{"SDL_GL_SwapWindow", 0},
    PresentingCall{"SDL_RenderPresent", 0},
    PresentingCall{"SDL_UpdateWindowSurface", 0},
    PresentingCall{"SDL_UpdateWindowSurfaceRects", 0},
    PresentingCall{"SDL_Flip", 0},
    PresentingCall{"SDL_UpdateRect", 0, true},
    PresentingCall{"SDL_UpdateRects", 0, true},
    PresentingCall{"SDL_GL_SwapBuffers", -1}, // no argument, because SDL 1.2 has only one window
    PresentingCall{"vkQueuePresentKHR", -1}, // the swap chain is in a structure (programs/slow reads it)
};

/// The index of the call `name` in presenting_calls, or presenting_calls.size() if there is no such call.
constexpr std::size_t presenting_call_index(std::string_view name)
{
    std::size_t i = 0;
    while (i < presenting_calls.size() && name != presenting_calls[i].name) ++i;
    return i;
}

/// Layout version of SharedGameMemory. Increase it with every change.
constexpr std::uint32_t shared_memory_version = 3;
constexpr std::uint64_t shared_memory_magic = 0x776f6c735f706574; // the letters "tep_slow" in the byte order of x86-64

constexpr std::size_t max_added_lags = 16;
constexpr std::size_t max_presenting_processes = 1024; ///< largest number of processes of one game that present frames
/// Capacity of the buffer of frames that are not read yet: a minute at 1000 fps. If it is full, frames are lost.
constexpr std::size_t max_unread_frames = 1U << 16U;

struct SharedLag
{
    // Values of `kind`. The comments give the meanings of parameter_1 and parameter_2; times are in ns.
    static constexpr std::uint32_t constant = 0; ///< length; unused
    static constexpr std::uint32_t random = 1; ///< shortest length; longest length
    static constexpr std::uint32_t every_nth_frame = 2; ///< interval in frames; length
    static constexpr std::uint32_t single_spike = 3; ///< frame number; length
    static constexpr std::uint32_t debugger_break = 4; ///< wall time of the start; length
    static constexpr std::uint32_t pauses = 5; ///< mean interval; length
    static constexpr std::uint32_t recorded = 6; ///< index of the first frame time; number of frame times
    static constexpr std::uint32_t wave = 7; ///< shortest length; longest length
    static_assert(std::variant_size_v<LagSource> == wave + 1);

    std::uint32_t kind{};
    std::int64_t parameter_1{}, parameter_2{};
    double variation{}; ///< for `pauses`: largest random deviation as a fraction, 0 to 1
    std::int64_t period{}; ///< for `wave`, in ns

    bool operator==(const SharedLag&) const = default;
};

struct SharedSettings
{
    std::int64_t delay_ns{}, jitter_ns{}, spike_ns{};
    double limit_hz{}; ///< frame rate limit in frames a second; 0 for no limit
    std::int32_t spike_interval_frames{};
    std::uint8_t is_enabled{}, keeps_core_busy{};
    std::uint16_t added_lag_count{}; ///< number of used entries of `added_lags`
    std::array<SharedLag, max_added_lags> added_lags{};

    bool operator==(const SharedSettings&) const = default;
};

enum class SharedRecordingMode : std::uint32_t
{
    none,
    once, ///< after its last frame, the recording has no effect
    repeat, ///< after its last frame, the recording starts again
};

/// One frame: the time from the return of one presenting call to the return of the next call for the same window.
struct GameFrame
{
    Nanos end_time{}; ///< time at which the presenting call returned, on the machine's monotonic clock
    Nanos frame_time{}; ///< length of the game's frame
    Nanos added_time{}; ///< part of `frame_time` that the shim added; the rest is the game's own time
    Nanos recorded_frame_time{}; ///< frame time in the recording, the least time of this frame; negative without one
    std::uint32_t process_index{}; ///< index of the process in SharedGameMemory::processes
    std::uint32_t window_number{}; ///< number of the window or swap chain, counted in its process from 1
    std::uint32_t presenting_call_index{}; ///< index of the presenting call in presenting_calls
    std::uint32_t is_slowed{}; ///< 1 if the frame belongs to the window that is slowed down
};

struct SharedFrameSlot
{
    /// The frame's number plus 1, written last. Any other value means that `frame` is incomplete.
    std::atomic<std::uint64_t> sequence_number;
    GameFrame frame{};
};

struct PresentingProcess
{
    std::atomic<std::int32_t> id; ///< process ID of a process that presents frames; 0 for a free entry
    std::array<char, 28> name; ///< name of the process's program, shortened to 27 bytes, with a zero at the end
};

struct SharedGameMemory
{
    std::uint64_t magic{};
    std::uint32_t version{};
    /// Process ID of the program that slows the game. After it has ended, the library in the game (shim) adds no lag.
    std::int32_t slowing_pid{};
    /// Size in bytes of the shared memory: this structure and the recorded frame times after it.
    std::uint64_t size{};
    std::uint64_t seed{};

    /// Sequence number of the settings (seqlock). It is odd during a write. It is even when the settings are complete.
    std::atomic<std::uint32_t> settings_sequence_number;
    SharedSettings settings{};
    std::atomic<std::int64_t> pending_hitch_ns; ///< extra time in nanoseconds for the next frame only

    SharedRecordingMode recording_mode = SharedRecordingMode::none;
    /// Number of the played recording's frame times; they come first in the memory after this structure.
    std::uint64_t played_frame_time_count{};
    std::uint64_t stored_frame_time_count{}; ///< number of recorded frame times that follow this structure in memory

    std::atomic<std::uint64_t> started_write_count; ///< number of frames that games have begun to write
    std::atomic<std::uint64_t> read_frame_count; ///< number of frames that the slowing program has read
    /// Number of lost frames: the buffer was full, or the process was killed while it wrote the frame.
    std::atomic<std::uint64_t> lost_frame_count;
    std::array<PresentingProcess, max_presenting_processes> processes{};
    std::array<SharedFrameSlot, max_unread_frames> frame_slots{};
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free && std::atomic<std::int32_t>::is_always_lock_free);

/// The recorded frame times. They are stored in memory directly after `shared_memory`.
inline std::span<std::int64_t> recorded_frame_times_of(SharedGameMemory& shared_memory)
{
    // NOLINTNEXTLINE: the frame times lie in memory directly after the structure
    return {reinterpret_cast<std::int64_t*>(&shared_memory + 1),
            static_cast<std::size_t>(shared_memory.stored_frame_time_count)};
}

/// The SharedGameMemory in `memory`; null if `memory` has no valid SharedGameMemory of this version.
inline SharedGameMemory* as_shared_game_memory(std::span<std::byte> memory)
{
    if (memory.size() < sizeof(SharedGameMemory)) return nullptr;
    auto* const shared_memory = reinterpret_cast<SharedGameMemory*>(memory.data()); // NOLINT: shared memory has no type
    const bool is_valid = shared_memory->magic == shared_memory_magic &&
                          shared_memory->version == shared_memory_version && shared_memory->size == memory.size() &&
                          shared_memory->stored_frame_time_count <=
                              (shared_memory->size - sizeof(SharedGameMemory)) / sizeof(std::int64_t) &&
                          shared_memory->played_frame_time_count <= shared_memory->stored_frame_time_count;
    return is_valid ? shared_memory : nullptr;
}

struct SharedLagRecording
{
    std::shared_ptr<const std::vector<Nanos>> frame_times{};
    std::size_t first_frame_time_index = 0; ///< index of the first frame time in recorded_frame_times_of()
};

/// Throws std::runtime_error for over `max_added_lags` kinds of lag.
SharedSettings to_shared_settings(const MachineSettings& settings, std::span<const SharedLagRecording> lag_recordings);
MachineSettings to_machine_settings(const SharedSettings& shared_settings,
                                    std::span<const std::int64_t> recorded_times_ns);

} // namespace sim
