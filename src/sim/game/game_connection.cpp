#include "sim/game/game_connection.hpp"

#include "timestep/steady_clock.hpp"

#include <algorithm>
#include <cstring>
#include <new>

namespace sim
{

namespace
{

// After so many later frames, an incomplete frame counts as lost: its process was killed while it wrote the frame.
constexpr std::uint64_t later_frames_until_loss = 1000;

std::vector<SharedLagRecording> lag_recordings_of(const MachineSettings& machine, std::size_t first_frame_time_index)
{
    std::vector<SharedLagRecording> lag_recordings;
    for (const LagSource& source : machine.lag.added_lags)
        if (const auto* recorded = std::get_if<lag::Recorded>(&source))
        {
            lag_recordings.push_back({recorded->frame_times, first_frame_time_index});
            first_frame_time_index += recorded->frame_times->size();
        }
    return lag_recordings;
}

std::size_t stored_frame_time_count(const GameSetup& setup)
{
    std::size_t count = setup.recording.frame_times.size();
    for (const LagSource& source : setup.machine.lag.added_lags)
        if (const auto* recorded = std::get_if<lag::Recorded>(&source)) count += recorded->frame_times->size();
    return count;
}

// The shim writes only such frames.
bool is_plausible(const GameFrame& frame)
{
    const Nanos latest_time = timestep::SteadyClock{}.now() + std::chrono::seconds{1};
    return frame.end_time >= Nanos::zero() && frame.end_time <= latest_time && frame.frame_time <= latest_time &&
           frame.added_time >= Nanos::zero() && frame.added_time <= frame.frame_time &&
           frame.process_index < max_presenting_processes && frame.presenting_call_index < presenting_calls.size();
}

} // namespace

std::size_t GameConnection::memory_size(const GameSetup& setup)
{
    return sizeof(SharedGameMemory) + stored_frame_time_count(setup) * sizeof(std::int64_t);
}

GameConnection::GameConnection(std::span<std::byte> memory_shared_with_game, const GameSetup& setup)
    : shared_memory_{*new (memory_shared_with_game.data()) SharedGameMemory{}}
    , lag_recordings_{lag_recordings_of(setup.machine, setup.recording.frame_times.size())}
{
    const std::vector<Nanos>& frame_times = setup.recording.frame_times;
    shared_memory_.slowing_pid = setup.slowing_pid;
    shared_memory_.size = memory_shared_with_game.size();
    shared_memory_.seed = setup.seed;
    shared_memory_.stored_frame_time_count = stored_frame_time_count(setup);
    shared_memory_.played_frame_time_count = frame_times.size();
    if (!frame_times.empty())
        shared_memory_.recording_mode =
            setup.recording.repeats ? SharedRecordingMode::repeat : SharedRecordingMode::once;
    auto next_stored_time =
        std::ranges::transform(frame_times, recorded_frame_times_of(shared_memory_).begin(), &Nanos::count).out;
    for (const SharedLagRecording& recording : lag_recordings_)
        next_stored_time = std::ranges::transform(*recording.frame_times, next_stored_time, &Nanos::count).out;
    apply_settings(setup.machine);
    shared_memory_.version = shared_memory_version;
    shared_memory_.magic = shared_memory_magic;
}

void GameConnection::apply_settings(const MachineSettings& settings)
{
    const SharedSettings shared_settings = to_shared_settings(settings, lag_recordings_);
    if (shared_memory_.settings_sequence_number > 0 && shared_settings == shared_memory_.settings) return;
    // An odd number tells the game that the settings are incomplete; the fences keep the three writes in order.
    ++shared_memory_.settings_sequence_number;
    std::atomic_thread_fence(std::memory_order_seq_cst);
    shared_memory_.settings = shared_settings;
    std::atomic_thread_fence(std::memory_order_seq_cst);
    ++shared_memory_.settings_sequence_number;
}

std::vector<GameFrame> GameConnection::read_new_frames()
{
    std::vector<GameFrame> frames;
    // Reads the count only once, so that the loop ends even if the game writes frames faster than the loop reads them.
    const std::uint64_t started_count = shared_memory_.started_write_count;
    if (started_count - read_frame_count_ > max_unread_frames) is_memory_damaged_ = true;
    for (; !is_memory_damaged_ && read_frame_count_ < started_count; ++read_frame_count_)
    {
        const SharedFrameSlot& slot = shared_memory_.frame_slots[read_frame_count_ % max_unread_frames];
        const bool is_complete = slot.sequence_number.load(std::memory_order_acquire) == read_frame_count_ + 1;
        const GameFrame frame = slot.frame;
        if (is_complete && is_plausible(frame))
            frames.push_back(frame);
        else if (is_complete)
            is_memory_damaged_ = true;
        else if (started_count - read_frame_count_ >= later_frames_until_loss)
            ++shared_memory_.lost_frame_count;
        else
            break; // a process is still writing this frame
    }
    shared_memory_.read_frame_count = read_frame_count_;
    return frames;
}

std::vector<int> GameConnection::presenting_process_ids() const
{
    std::vector<int> process_ids;
    for (const PresentingProcess& process : shared_memory_.processes)
        if (const int process_id = process.id; process_id > 0) process_ids.push_back(process_id);
    return process_ids;
}

GameConnection::Process GameConnection::process(std::size_t process_index) const
{
    const PresentingProcess& process = shared_memory_.processes.at(process_index);
    return {process.id, {process.name.data(), strnlen(process.name.data(), process.name.size())}};
}

} // namespace sim
