#include "programs/slow/slowed_process.hpp"

#include "sim/game/shared_game_memory.hpp"

#include <algorithm>
#include <cstring>

namespace slow
{

namespace
{

constexpr int count_halving_interval = 64;
// Frames by which another window must lead to become the slowed one. Two equally busy threads differ by less.
constexpr int min_lead_frames = 32;
constexpr Nanos max_partial_update_delay{1'000'000};

// Adds the process to `shared_memory.processes` and returns its index; if no entry is free, returns the last index.
std::uint32_t register_process(sim::SharedGameMemory& shared_memory, std::int32_t pid_to_register,
                               const char* program_name_to_register)
{
    for (std::uint32_t i = 0; i < shared_memory.processes.size(); ++i)
    {
        std::int32_t expected_free_id = 0;
        if (!shared_memory.processes[i].id.compare_exchange_strong(expected_free_id, pid_to_register)) continue;
        std::strncpy(shared_memory.processes[i].name.data(), program_name_to_register,
                     shared_memory.processes[i].name.size() - 1);
        return i;
    }
    return static_cast<std::uint32_t>(shared_memory.processes.size() - 1);
}

} // namespace

SlowedProcess::SlowedProcess(sim::SharedGameMemory& shared_memory, std::int32_t pid_to_register,
                             const char* program_name_to_register)
    : shared_memory_{shared_memory}
    , process_index_{register_process(shared_memory, pid_to_register, program_name_to_register)}
{
}

// Returns the entry of a window. A new window gets a free entry or replaces the window that presented the longest ago.
SlowedProcess::Window& SlowedProcess::acquire_window(std::uint64_t handle)
{
    Window* least_recent_window = &windows_.front();
    std::uint32_t highest_number = 0;
    for (Window& window : windows_)
    {
        if (window.number != 0 && window.handle == handle) return window;
        if (window.last_return_time < least_recent_window->last_return_time) least_recent_window = &window;
        highest_number = std::max(highest_number, window.number);
    }
    *least_recent_window = {.handle = handle, .number = highest_number + 1};
    return *least_recent_window;
}

// Counts a frame, except while another thread spends lag: the lag must not make the other windows the busiest ones.
bool SlowedProcess::count_window_frame(Window& window)
{
    if (is_spending_lag_) return false;
    if (++frame_count_ % count_halving_interval == 0)
        for (Window& other : windows_) other.decayed_frame_count /= 2;
    ++window.decayed_frame_count;
    const auto slowed = std::ranges::find(windows_, slowed_window_number_, &Window::number);
    if (slowed == windows_.end() || window.decayed_frame_count >= slowed->decayed_frame_count + min_lead_frames)
        slowed_window_number_ = window.number;
    return window.number == slowed_window_number_;
}

bool SlowedProcess::is_partial_update(std::size_t presenting_call_index, std::uint64_t window_handle)
{
    if (!sim::presenting_calls[presenting_call_index].presents_parts) return false;
    const std::scoped_lock lock{windows_mutex_};
    const auto found = std::ranges::find(windows_, window_handle, &Window::handle);
    return found != windows_.end() && found->number != 0 &&
           clock_.now() - found->last_return_time < max_partial_update_delay;
}

// A seqlock protects the settings in shared memory: their sequence number is odd during a write.
void SlowedProcess::read_settings()
{
    while (true)
    {
        const std::uint32_t sequence_number = shared_memory_.settings_sequence_number;
        if (sequence_number == settings_sequence_number_) return;
        if (sequence_number % 2 != 0) continue;
        std::atomic_thread_fence(std::memory_order_seq_cst);
        const sim::SharedSettings copied_settings = shared_memory_.settings;
        std::atomic_thread_fence(std::memory_order_seq_cst);
        if (shared_memory_.settings_sequence_number != sequence_number) continue;
        settings_ = sim::to_machine_settings(copied_settings, sim::recorded_frame_times_of(shared_memory_));
        settings_sequence_number_ = sequence_number;
    }
}

std::optional<Nanos> SlowedProcess::take_recorded_frame_time()
{
    if (shared_memory_.recording_mode == sim::SharedRecordingMode::none ||
        shared_memory_.played_frame_time_count == 0 || !settings_.lag.is_enabled)
        return std::nullopt;
    if (next_recorded_index_ >= shared_memory_.played_frame_time_count &&
        shared_memory_.recording_mode == sim::SharedRecordingMode::once)
        return std::nullopt;
    return Nanos{
        sim::recorded_frame_times_of(shared_memory_)[next_recorded_index_++ % shared_memory_.played_frame_time_count]};
}

void SlowedProcess::spend_lag(Nanos frame_start, Nanos min_frame_time)
{
    pc_->end_frame(settings_, true);
    const Nanos min_frame_end = frame_start + min_frame_time;
    if (min_frame_time > Nanos::zero() && settings_.lag.keeps_core_busy)
        clock_.spin_until(min_frame_end);
    else if (min_frame_time > Nanos::zero())
        clock_.sleep_then_spin_until(min_frame_end);
}

void SlowedProcess::end_frame(std::size_t presenting_call_index, std::uint64_t window_handle)
{
    const Nanos call_end = clock_.now();
    Nanos frame_start{};
    std::uint32_t window_number = 0;
    bool is_slowed = false;
    {
        const std::scoped_lock lock{windows_mutex_};
        Window& window = acquire_window(window_handle);
        frame_start = window.last_return_time;
        window_number = window.number;
        is_slowed = count_window_frame(window);
        if (is_slowed) is_spending_lag_ = true;
    }
    Nanos recorded_frame_time{-1};
    const bool is_first_call_of_window = frame_start == Nanos::zero(); // such a call ends no frame
    if (is_slowed)
    {
        read_settings();
        if (!pc_)
            pc_.emplace(clock_, shared_memory_.seed);
        else if (!is_first_call_of_window)
        {
            recorded_frame_time = take_recorded_frame_time().value_or(Nanos{-1});
            if (const std::int64_t hitch_ns = shared_memory_.pending_hitch_ns.exchange(0); hitch_ns > 0)
                pc_->add_hitch(Nanos{hitch_ns});
            spend_lag(frame_start, recorded_frame_time);
            pc_->begin_frame(settings_);
        }
    }
    const Nanos lag_end = clock_.now();
    {
        const std::scoped_lock lock{windows_mutex_};
        acquire_window(window_handle).last_return_time = lag_end;
        if (is_slowed) is_spending_lag_ = false;
    }
    if (!is_first_call_of_window)
        write_frame(
            {window_number, presenting_call_index, frame_start, call_end, lag_end, recorded_frame_time, is_slowed});
}

void SlowedProcess::write_frame(const Frame& frame)
{
    std::uint64_t write_index = shared_memory_.started_write_count;
    do {
        if (write_index - shared_memory_.read_frame_count >= sim::max_unread_frames)
        {
            ++shared_memory_.lost_frame_count;
            return;
        }
    } while (!shared_memory_.started_write_count.compare_exchange_weak(write_index, write_index + 1));
    sim::SharedFrameSlot& frame_slot = shared_memory_.frame_slots[write_index % sim::max_unread_frames];
    frame_slot.frame = {.end_time = frame.lag_end,
                        .frame_time = frame.lag_end - frame.start,
                        .added_time = frame.lag_end - frame.call_end,
                        .recorded_frame_time = frame.recorded_frame_time,
                        .process_index = process_index_,
                        .window_number = frame.window_number,
                        .presenting_call_index = static_cast<std::uint32_t>(frame.presenting_call_index),
                        .is_slowed = frame.is_slowed ? 1U : 0U};
    frame_slot.sequence_number.store(write_index + 1, std::memory_order_release);
}

} // namespace slow
