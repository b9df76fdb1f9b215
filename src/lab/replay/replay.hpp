// lab/replay/replay.hpp -- a replay: settings at the start, the user's inputs and changes of settings with their times,
// and hashes of the world's states; and its file format (docs/replay-files.md). A file has one block of lines for each
// second, with a checksum at its end: if the program is killed, the complete blocks are a valid replay
#pragma once

#include "base/message.hpp"
#include "lab/settings/lane_setup.hpp"
#include "scenes/world.hpp"
#include "sim/physics/input.hpp"
#include "sim/physics/state_hash.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace lab
{

using timestep::Nanos;

/// A replay stores a hash of the world's state after every 60th physics step.
inline constexpr std::int64_t hash_interval_ticks        = 60;
inline constexpr std::int64_t max_steps_per_replay_frame = 1'000'000;

/// A change of the user's input, such as a key press.
struct InputChange
{
    /// Index from 0 of the first physics step with the new input.
    std::int64_t tick = 0;
    Nanos step_end_time{}; ///< wall time at the end of step `tick`; the clock stops during a pause
    sim::Input input{}; ///< its presses and releases apply only to step `tick`, its other values until the next change

    friend bool operator==(const InputChange&, const InputChange&) = default;
};

struct ResetEvent
{
    friend bool operator==(const ResetEvent&, const ResetEvent&) = default;
};
/// The setting with the path `key` has the new value `value`.
struct SettingEvent
{
    std::string key, value;

    friend bool operator==(const SettingEvent&, const SettingEvent&) = default;
};
/// The refresh period of the display has changed to `period`, or has become unknown (zero).
struct RefreshEvent
{
    Nanos period{};

    friend bool operator==(const RefreshEvent&, const RefreshEvent&) = default;
};
/// The program stopped the next frame after `steps` physics steps, because all its steps would have run for seconds.
struct BrakeEvent
{
    std::int64_t steps = 0;

    friend bool operator==(const BrakeEvent&, const BrakeEvent&) = default;
};
/// During a pause, the loop applied the changes of settings before this event, and later further changes. A run of the
/// replay must apply the two groups separately. The last group before a frame or a reset needs no such event.
struct ApplyEvent
{
    friend bool operator==(const ApplyEvent&, const ApplyEvent&) = default;
};

using ReplayEventData = std::variant<ResetEvent, SettingEvent, RefreshEvent, BrakeEvent, ApplyEvent>;

/// An event between two frames, or after the last frame.
struct ReplayEvent
{
    std::int64_t frame = 0; ///< index from 0 of the next frame
    /// Index from 0 of the next physics step.
    std::int64_t tick = 0;
    Nanos frame_start_time{}; ///< wall time at the start of the next frame
    ReplayEventData data{};

    friend bool operator==(const ReplayEvent&, const ReplayEvent&) = default;
};

/// The last line of a replay file. It is missing if the program was killed.
struct ReplayEnd
{
    std::uint32_t state_checksum = 0; ///< of the last state, all inputs and all events
    /// Checksum of all frame times and of all frames that the program stopped early.
    std::uint32_t frames_checksum = 0;

    friend bool operator==(const ReplayEnd&, const ReplayEnd&) = default;
};

struct Replay
{
    bool has_frame_times          = true;
    std::int64_t end_line_number  = 0; ///< line number of the end of the last complete block
    std::uint32_t header_checksum = 0; ///< checksum of replay_header()
    Settings start{};                  ///< settings at the start of the replay
    std::int64_t frame_count = 0;
    std::int64_t tick_count  = 0;
    /// True: all steps had the fixed size of the loop's step rate (WholeStepCheck).
    bool has_whole_steps = true;
    std::vector<Nanos> frame_times{}; ///< empty if `has_frame_times` is false
    std::vector<InputChange> inputs{};
    std::vector<ReplayEvent> events{};
    /// ReplayDigest::checksum_with() after every 60th step.
    std::vector<std::uint32_t> hashes{};
    std::optional<ReplayEnd> end{}; ///< empty if the program was killed while it recorded
};

/// XORs the two halves of a hash. Never 0, because 0 in a file means "no hash".
constexpr std::uint32_t fold_hash(std::uint64_t hash)
{
    const auto bits = static_cast<std::uint32_t>(hash ^ hash >> 32U);
    return bits == 0 ? 1 : bits;
}

/// 0 only for a state that contains a NaN.
inline std::uint32_t short_state_hash(const scenes::World& world)
{
    const auto hash = world.state_hash();
    return hash ? fold_hash(*hash) : 0;
}

/// True if the change alters the simulated PC, so that recorded frame times no longer fit.
bool changes_machine(const Change& change);

/// CRC-32 as in PNG and zip files. `preceding_checksum` is that of the bytes before `text`.
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

/// The end line of a block, which contains about one second.
struct BlockEnd
{
    std::int64_t frame_count = 0;    ///< number of frames that ended in the block
    std::int64_t tick_count  = 0;    ///< number of physics steps in the block
    bool has_whole_steps     = true; ///< as in Replay, for all steps up to here
};

/// One line of a replay file, without a line break.
std::string replay_line(Nanos frame_time);
std::string replay_line(const InputChange& change);
std::string replay_line(const ReplayEvent& event);
std::string replay_line(std::uint32_t hash);
std::string replay_line(const BlockEnd& block);
std::string replay_line(const ReplayEnd& end);

/// Appends the contents of a line to `replay`. Returns false unless replay_line() would write exactly this line.
bool parse_and_append_line(std::string_view line, Replay& replay);

/// Checksums of the contents of a replay. The recorder stores them in the file, and each run computes them again. They
/// detect a changed file even if the change does not affect the world.
class ReplayDigest
{
public:
    /// `header_checksum` is Replay::header_checksum.
    explicit ReplayDigest(std::uint32_t header_checksum) { inputs_and_events_.add(std::uint64_t{header_checksum}); }

    /// Must be called in the order in which the loop gets inputs, events and frame times.
    void add(const InputChange& change) { inputs_and_events_.add(std::uint64_t{crc32(replay_line(change))}); }
    void add(const ReplayEvent& event);
    void add(Nanos frame_time) { frame_times_hash_.add(std::int64_t{frame_time.count()}); }

    /// Checksum of the world's state, and of all inputs and events so far; 0 if the state contains a NaN.
    std::uint32_t checksum_with(const scenes::World& world) const;
    /// Checksum of all frame times, of all frames that the program stopped early, and of the arguments.
    std::uint32_t frames_checksum(std::int64_t frame_count, std::int64_t tick_count, bool has_whole_steps) const;

private:
    /// Hash of all inputs and of all events without BrakeEvents.
    sim::StateHash inputs_and_events_;
    sim::StateHash frame_times_hash_;
    /// Hash of all BrakeEvents. It is separate, because the recorder adds them in another order than a run of the
    /// replay.
    sim::StateHash brakes_hash_;
};

inline constexpr int replay_format_version = 4;
/// Largest size of a replay file in bytes: about 30 hours at 60 fps.
inline constexpr std::size_t max_replay_file_bytes = 64'000'000;
/// Largest number of frame times in a file.
inline constexpr std::int64_t max_frame_times = 10'000'000;
/// Largest number of inputs and events in a file.
inline constexpr std::int64_t max_changes = 1'000'000;

/// The first lines of a file: the format, and the settings at the start.
std::string replay_header(const Settings& start, bool has_frame_times);
/// The last line of a block. `checksum` is crc32() of all earlier lines of the file except such lines.
std::string checksum_line(std::uint32_t checksum);

/// True if the file begins like a replay file of any version. parse_replay() rejects other versions.
bool is_replay_file(const std::string& path);
/// Errors contain `file_name` and the line number. A file that ends within a block is valid up to the block before.
base::Result<Replay> parse_replay(std::string_view text, std::string_view file_name);
/// Reads a file of at most 64 MB.
base::Result<Replay> read_replay_file(const std::string& path);

} // namespace lab
