// lab/replay/replay.hpp -- a replay (settings, inputs and state hashes) and its file format (docs/replay-files.md)
#pragma once

#include "base/message.hpp"
#include "lab/settings/lane_setup.hpp"
#include "scenes/world.hpp"
#include "sim/physics/input.hpp"
#include "sim/physics/state_hash.hpp"
#include "timestep/step_plan.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace lab
{

/// A tick is a physics step. After every 60th tick, a replay stores ReplayDigest::checkpoint_hash().
inline constexpr std::int64_t hash_interval_ticks = 60;
inline constexpr std::int64_t max_steps_per_replay_frame = 1'000'000;

/// A change of the user's input, such as a key press.
struct InputChange
{
    /// Index from 0 of the first physics step that gets `input`.
    std::int64_t tick = 0;
    Nanos step_end_time{}; ///< wall time at the end of step `tick`; the clock stops during a pause
    sim::Input input{}; ///< its presses and releases apply only to step `tick`, its other values until the next change

    friend bool operator==(const InputChange&, const InputChange&) = default;
};

struct ResetEvent
{
    friend bool operator==(const ResetEvent&, const ResetEvent&) = default;
};
/// The user has set the setting with the path `key`, such as "loop.hz", to `value`.
struct SettingEvent
{
    std::string key, value;

    friend bool operator==(const SettingEvent&, const SettingEvent&) = default;
};
/// The refresh period of the display has changed to `period`, or has become unknown (zero).
struct RefreshPeriodEvent
{
    Nanos period{};

    friend bool operator==(const RefreshPeriodEvent&, const RefreshPeriodEvent&) = default;
};
/// Tells a replay to stop the next frame after `executed_steps` steps, as the recorded loop did.
struct TruncatedFrameEvent
{
    std::int64_t executed_steps = 0;

    friend bool operator==(const TruncatedFrameEvent&, const TruncatedFrameEvent&) = default;
};
/// What a loop in another program has answered to the next frame.
struct AnswerEvent
{
    timestep::StepPlan plan{}; ///< `filtered_frame_time` is not stored

    friend bool operator==(const AnswerEvent&, const AnswerEvent&) = default;
};
/// Separates two batches of changed settings that a replay applies one after the other.
struct SettingsBatchEndEvent
{
    friend bool operator==(const SettingsBatchEndEvent&, const SettingsBatchEndEvent&) = default;
};

using FrameBoundaryEventData =
    std::variant<ResetEvent, SettingEvent, RefreshPeriodEvent, TruncatedFrameEvent, SettingsBatchEndEvent, AnswerEvent>;

/// A reset, a changed setting or another event of a replay, between two frames or after the last frame.
struct FrameBoundaryEvent
{
    std::int64_t next_frame = 0; ///< index from 0
    std::int64_t next_tick = 0; ///< index from 0 of the next physics step
    Nanos frame_start_time{}; ///< wall time at the start of the next frame
    FrameBoundaryEventData data{};

    friend bool operator==(const FrameBoundaryEvent&, const FrameBoundaryEvent&) = default;
};

/// The last line but one of a complete replay file. The file has no such line if the program was killed.
struct ReplayEndChecksums
{
    std::uint32_t checkpoint_hash = 0; ///< of the last state; no TruncatedFrameEvent changes it
    std::uint32_t frames_checksum = 0;

    friend bool operator==(const ReplayEndChecksums&, const ReplayEndChecksums&) = default;
};

struct Replay
{
    bool has_frame_times = true;
    std::int64_t end_line_number = 0; ///< line number of the end of the last complete block
    std::uint32_t header_checksum = 0; ///< checksum of replay_header()
    LaneConfig start_config{}; ///< settings at the start of the replay
    std::int64_t frame_count = 0;
    std::int64_t tick_count = 0;
    /// True if all steps had the fixed size that follows from the loop's step rate (FixedStepTracker).
    bool has_only_fixed_steps = true;
    std::vector<Nanos> frame_times{}; ///< empty if `has_frame_times` is false
    std::vector<InputChange> inputs{};
    std::vector<FrameBoundaryEvent> events{};
    std::vector<std::uint32_t> hashes{}; ///< ReplayDigest::checkpoint_hash() after every 60th step
    std::optional<ReplayEndChecksums> end_checksums{}; ///< empty if the program was killed while it recorded

    /// True if a loop in another program has planned frames: other frames need this program.
    bool needs_program() const
    {
        return std::ranges::any_of(events, [](const FrameBoundaryEvent& event)
                                   { return std::holds_alternative<AnswerEvent>(event.data); });
    }
};

/// XORs the two halves of a hash. The result is never 0, because 0 in a file means "no hash".
constexpr std::uint32_t fold_to_nonzero_hash(std::uint64_t hash)
{
    const auto bits = static_cast<std::uint32_t>(hash ^ hash >> 32U);
    return bits == 0 ? 1 : bits;
}

/// Returns a 32-bit hash of the world's state. It is 0 only if the state contains a NaN.
inline std::uint32_t short_state_hash(const scenes::World& world)
{
    const auto hash = world.state_hash();
    return hash ? fold_to_nonzero_hash(*hash) : 0;
}

/// True if the assignment changes a setting of the PC, such as "machine.delay_ms".
bool affects_machine(const Assignment& assignment);

/// CRC-32 as in PNG and zip files. `preceding_checksum` is the CRC-32 of the bytes before `text`; 0 for none.
constexpr std::uint32_t crc32(std::string_view text, std::uint32_t preceding_checksum = 0)
{
    std::uint32_t crc = ~preceding_checksum;
    for (const char c : text)
    {
        crc ^= static_cast<unsigned char>(c);
        for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xEDB88320 : 0);
    }
    return ~crc;
}
static_assert(crc32("123456789") == 0xCBF43926);
static_assert(crc32("6789", crc32("12345")) == 0xCBF43926);

/// The line at the end of a block of a replay file. A block contains about one second.
struct BlockSummary
{
    std::int64_t frame_count = 0; ///< number of frames that ended in the block
    std::int64_t tick_count = 0; ///< number of physics steps in the block
    bool has_only_fixed_steps = true; ///< as in Replay, for all steps up to here
};

/// Formats the argument as one line of a replay file, without a line break.
std::string replay_line(Nanos frame_time);
std::string replay_line(const InputChange& change);
std::string replay_line(const FrameBoundaryEvent& event);
std::string replay_line(std::uint32_t hash);
std::string replay_line(const BlockSummary& summary);
std::string replay_line(const ReplayEndChecksums& end);

/// Parses a line and appends it to `replay`. Returns false for any line that replay_line() cannot have written.
bool parse_line(std::string_view line, Replay& replay);

/// Checksums of a replay. The recorder and each run compute them, so that a run detects a changed file.
class ReplayDigest
{
public:
    explicit ReplayDigest(std::uint32_t header_checksum) { entries_hash_.add(std::uint64_t{header_checksum}); }

    /// Adds an input, event or frame time to the checksums. Must be called in the order in which the loop gets them.
    void add(const InputChange& change) { entries_hash_.add(std::uint64_t{crc32(replay_line(change))}); }
    void add(const FrameBoundaryEvent& event);
    void add(Nanos frame_time) { frame_times_hash_.add(std::int64_t{frame_time.count()}); }

    /// Hash of the added inputs and events, without TruncatedFrameEvents, and of the state of `world`; 0 if it contains
    /// a NaN.
    std::uint32_t checkpoint_hash(const scenes::World& world) const;
    /// Checksum of the arguments, all added frame times and all added TruncatedFrameEvents (frames stopped early).
    std::uint32_t frames_checksum_including(std::int64_t frame_count, std::int64_t tick_count,
                                            bool has_only_fixed_steps) const;

private:
    sim::StateHash entries_hash_;
    sim::StateHash frame_times_hash_;
    sim::StateHash truncated_frames_hash_;
};

inline constexpr int replay_format_version = 5;
/// Largest size of a replay file in bytes: about 30 hours at 60 fps.
inline constexpr std::size_t max_replay_file_bytes = 64'000'000;
/// Largest number of frame times in a replay file.
inline constexpr std::int64_t max_frame_times = 10'000'000;
/// Longest frame time in a replay file; also of a negative one. A loop can run steps for all of it in one frame.
inline constexpr Nanos max_replay_frame_time = std::chrono::days{1};
/// Largest number of inputs and events in a replay file.
inline constexpr std::int64_t max_replay_entries = 1'000'000;

/// Returns the first lines of a replay file: format, kind (with or without frame times) and initial settings.
std::string replay_header(const LaneConfig& start_config, bool has_frame_times);
/// `checksum` is the crc32() of all earlier lines of the file, except checksum lines.
std::string block_checksum_line(std::uint32_t checksum);

/// True if the file begins like a replay file of any format version. parse_replay() accepts only replay_format_version.
bool is_replay_file(const std::string& path);
/// Errors contain `file_name` and the line number. An incomplete last block, as after a crash, is ignored.
base::Result<Replay> parse_replay(std::string_view text, std::string_view file_name);
/// Reads and parses a replay file of at most max_replay_file_bytes, and stores its text in `file_text` unless it is
/// null.
base::Result<Replay> read_replay_file(const std::string& path, std::string* file_text = nullptr);

} // namespace lab
