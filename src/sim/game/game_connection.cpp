#include "sim/game/game_connection.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <stdexcept>

namespace sim
{

namespace
{

// After so many later frames, an incomplete frame counts as lost: its process was killed while it wrote the frame.
constexpr std::uint64_t later_frames_until_loss = 1000;

// A game stops at max_unread_frames, but each of its processes may have begun one more frame.
constexpr std::uint64_t max_started_frames = max_unread_frames + max_presenting_processes;
constexpr const char* damaged_memory_message =
    "the game has written into the memory of timestep_lab slow, so its frame times are lost; the game is ended";

bool is_possible(const GameFrame& frame)
{
    static constexpr Nanos max_time = std::chrono::hours{24 * 365 * 100};
    const auto is_time              = [](Nanos time) { return time > -max_time && time < max_time; };
    return is_time(frame.end_time) && is_time(frame.frame_time) && is_time(frame.added_time) &&
           is_time(frame.recorded_frame_time) && frame.presenting_call_index < presenting_calls.size();
}

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

} // namespace

std::size_t GameConnection::memory_size(const GameSetup& setup)
{
    return shared_memory_size_bytes(stored_frame_time_count(setup));
}

GameConnection::GameConnection(std::span<std::byte> memory_shared_with_game, const GameSetup& setup)
    : shared_memory_{*new (memory_shared_with_game.data()) SharedGameMemory{}}
    , memory_size_{memory_shared_with_game.size()}
    , lag_recordings_{lag_recordings_of(setup.machine, setup.recording.frame_times.size())}
{
    const std::vector<Nanos>& frame_times  = setup.recording.frame_times;
    shared_memory_.slowing_pid             = setup.slowing_pid;
    shared_memory_.size                    = memory_shared_with_game.size();
    shared_memory_.seed                    = setup.seed;
    shared_memory_.stored_frame_time_count = stored_frame_time_count(setup);
    shared_memory_.played_frame_time_count = frame_times.size();
    if (!frame_times.empty())
        shared_memory_.recording_mode =
            setup.recording.repeats ? SharedRecordingMode::repeat : SharedRecordingMode::once;
    auto next_stored_time =
        std::ranges::transform(frame_times, recorded_frame_times_of(shared_memory_).begin(), &Nanos::count).out;
    for (const SharedLagRecording& recording : lag_recordings_)
        next_stored_time = std::ranges::transform(*recording.frame_times, next_stored_time, &Nanos::count).out;
    apply_lag_and_frame_limit(setup.machine);
    shared_memory_.version = shared_memory_version;
    shared_memory_.magic   = shared_memory_magic;
}

void GameConnection::apply_lag_and_frame_limit(const MachineSettings& settings)
{
    const SharedSettings shared_settings = to_shared_lag_and_frame_limit(settings, lag_recordings_);
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
    const bool is_valid               = shared_memory_.magic == shared_memory_magic &&
                          shared_memory_.version == shared_memory_version && shared_memory_.size == memory_size_ &&
                          shared_memory_.read_frame_count == read_frame_count_ && started_count >= read_frame_count_ &&
                          started_count - read_frame_count_ <= max_started_frames;
    if (!is_valid) throw std::runtime_error{damaged_memory_message};
    for (std::uint64_t frame_index = read_frame_count_; frame_index < started_count; ++frame_index)
    {
        const SharedFrameSlot& slot = shared_memory_.frame_slots[frame_index % max_unread_frames];
        const bool is_complete      = slot.sequence_number.load(std::memory_order_acquire) == frame_index + 1;
        if (is_complete)
        {
            GameFrame& frame = frames.emplace_back(slot.frame);
            if (!is_possible(frame)) throw std::runtime_error{damaged_memory_message};
            frame.process_index = std::min<std::uint32_t>(frame.process_index, max_presenting_processes - 1);
        }
        else if (started_count - frame_index >= later_frames_until_loss)
            ++shared_memory_.lost_frame_count;
        else
            break; // a process is still writing this frame
        read_frame_count_ = shared_memory_.read_frame_count = frame_index + 1;
    }
    return frames;
}

std::vector<int> GameConnection::ids_of_processes_that_ever_presented() const
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
