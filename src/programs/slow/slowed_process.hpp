// programs/slow/slowed_process.hpp -- adds the lag of a simulated slow PC to this process, after each presented frame
#pragma once

#include "sim/game/shared_game_memory.hpp"
#include "sim/machine/live_pc.hpp"

#include <array>
#include <mutex>
#include <optional>

namespace slow
{

using sim::Nanos;

/// Adds lag in one window, and changes to another only if that presents clearly more often. Records the frames of all
/// windows. Thread-safe.
class SlowedProcess
{
public:
    /// `shared_memory` must outlive this object.
    SlowedProcess(sim::SharedGameMemory& shared_memory, std::int32_t pid_to_register,
                  const char* program_name_to_register);

    /// True for a call that updates a part of a window, such as SDL_UpdateRect, within 1 ms after the window's last
    /// present. `presenting_call_index` is an index into sim::presenting_calls.
    bool is_partial_update(std::size_t presenting_call_index, std::uint64_t window_handle);
    /// Must follow each present. Adds lag only in the slowed window. Writes frame times to shared memory.
    void end_frame(std::size_t presenting_call_index, std::uint64_t window_handle);

private:
    struct Window
    {
        std::uint64_t handle = 0;
        std::uint32_t number = 0; // number of the window, from 1; 0 if this entry is free
        int decayed_frame_count = 0; // number of frames of the window; halved after every 64 frames of the process
        Nanos last_return_time{}; // time at which the window's last presenting call returned; 0 before the first
    };
    struct Frame
    {
        std::uint32_t window_number = 0;
        std::size_t presenting_call_index = 0;
        Nanos start{}, call_end{}, lag_end{}; // on clock_: return of the last call; of this call without and with lag
        Nanos recorded_frame_time{-1}; // frame time from the played recording; -1 ns without a recording
        bool is_slowed = false;
    };

    Window& acquire_window(std::uint64_t handle);
    bool count_window_frame(Window& window);
    void read_settings();
    std::optional<Nanos> take_recorded_frame_time(); // empty while the lag is off
    void spend_lag(Nanos frame_start, Nanos min_frame_time);
    // If the memory for frames is full, counts the frame as lost.
    void write_frame(const Frame& frame);

    sim::SharedGameMemory& shared_memory_;
    std::uint32_t process_index_;
    sim::WallClock clock_;
    std::mutex windows_mutex_; // protects the members up to is_spending_lag_; never locked while the lag is spent
    std::array<Window, 32> windows_{};
    int frame_count_ = 0;
    std::uint32_t slowed_window_number_ = 1;
    // Only the thread that has set this flag uses the members after it.
    bool is_spending_lag_ = false;
    std::optional<sim::LivePc> pc_;
    sim::MachineSettings settings_{};
    std::uint32_t settings_sequence_number_ = 0; // that of the settings in `settings_`
    std::uint64_t next_recorded_index_ = 0; // index of the next frame in the played recording
};

} // namespace slow
