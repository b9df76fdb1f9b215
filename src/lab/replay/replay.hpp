// lab/replay/replay.hpp -- a replay: settings at the start, the user's inputs and changes of settings with their times,
// and hashes of the world's states; and its file format (docs/replay-files.md)
//
// A file consists of lines in blocks of about one second, each with a checksum at its end. If the program is killed
// while it writes a file, the complete blocks can still be run.
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
inline constexpr std::int64_t hash_interval_ticks = 60;
/// Largest number of steps in one frame of a replay.
inline constexpr std::int64_t max_steps_per_replay_frame = 1'000'000;

/// A change of the user's input, such as a key press.
struct InputChange
{
    /// Index of the first physics step with the new input, from 0.
    std::int64_t tick = 0;
    Nanos step_end_time{}; ///< wall time of the replay (which stops during a pause) at the end of step `tick`
    sim::Input input{};    ///< input from step `tick` on; its presses and releases apply only to step `tick`

    friend bool operator==(const InputChange&, const InputChange&) = default;
};

struct ResetEvent
{
    friend bool operator==(const ResetEvent&, const ResetEvent&) = default;
};
struct SetEvent
{
    std::string key, value;

    friend bool operator==(const SetEvent&, const SetEvent&) = default;
};
/// The refresh period of the display has changed; zero if unknown.
struct RefreshEvent
{
    Nanos period{};

    friend bool operator==(const RefreshEvent&, const RefreshEvent&) = default;
};
/// The program stopped the next frame after `steps` physics steps, because all steps would have taken seconds.
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

using ReplayEventKind = std::variant<ResetEvent, SetEvent, RefreshEvent, BrakeEvent, ApplyEvent>;

/// An event between two frames, or after the last frame.
struct ReplayEvent
{
    std::int64_t frame = 0; ///< index of the next frame after the event, from 0
    /// Index of the first physics step after the event, from 0.
    std::int64_t tick = 0;
    Nanos frame_start_time{}; ///< wall time at the start of the next frame after the event
    ReplayEventKind kind{};

    friend bool operator==(const ReplayEvent&, const ReplayEvent&) = default;
};

/// The last line of a replay file. A file without this line is incomplete, because the program was killed.
struct ReplayEnd
{
    std::uint32_t state_checksum = 0; ///< of state, inputs and events at the end (ReplayDigest::checksum_with())
    /// Of all frame times and of all frames that the program stopped early (ReplayDigest::frames_checksum()).
    std::uint32_t frames_checksum = 0;

    friend bool operator==(const ReplayEnd&, const ReplayEnd&) = default;
};

struct Replay
{
    bool has_frame_times          = true; ///< true: the file contains frame times
    std::int64_t end_line_number  = 0;    ///< line number of the end of the last complete block
    std::uint32_t header_checksum = 0;    ///< checksum of the file's first lines (replay_header())
    Settings start{};                     ///< settings at the start of the replay
    std::int64_t frame_count = 0;
    std::int64_t tick_count  = 0;
    /// True: all steps had the fixed size of the loop's step rate (WholeStepCheck).
    bool has_whole_steps = true;
    std::vector<Nanos> frame_times{}; ///< empty if has_frame_times is false
    std::vector<InputChange> inputs{};
    std::vector<ReplayEvent> events{};
    /// ReplayDigest::checksum_with() after every 60th step.
    std::vector<std::uint32_t> hashes{};
    std::optional<ReplayEnd> end{}; ///< empty if the recording program was killed
};

/// A hash shortened to 32 bits. Never 0, because 0 in a file means "no hash".
constexpr std::uint32_t fold_hash(std::uint64_t hash)
{
    const auto bits = static_cast<std::uint32_t>(hash ^ hash >> 32U);
    return bits == 0 ? 1 : bits;
}

/// 32-bit hash of the world's state; 0 only for a state that contains a NaN.
inline std::uint32_t short_state_hash(const scenes::World& world)
{
    const auto hash = world.state_hash();
    return hash ? fold_hash(*hash) : 0;
}

/// True if a change of settings alters the simulated PC, so that recorded frame times no longer fit.
bool changes_machine(const Change& change);

/// CRC-32 as in PNG and zip files. `preceding_checksum` is that of the bytes that precede `text`.
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

/// The end line of a block of about one second.
struct BlockEnd
{
    std::int64_t frame_count = 0;    ///< number of frames that have ended in the block
    std::int64_t tick_count  = 0;    ///< number of physics steps in the block
    bool has_whole_steps     = true; ///< as in Replay, for all steps up to the end of the block
};

/// Returns a line of a replay file, without line break.
std::string replay_line(Nanos frame_time);
std::string replay_line(const InputChange& change);
std::string replay_line(const ReplayEvent& event);
std::string replay_line(std::uint32_t hash);
std::string replay_line(const BlockEnd& block);
std::string replay_line(const ReplayEnd& end);

/// Appends the contents of a line to `replay`. Returns false if replay_line() would not write exactly this line.
bool parse_line(std::string_view line, Replay& replay);

/// Checksums of the contents of a replay up to some time. The recorder stores them in the file, and each run of the
/// replay computes them again, to detect a changed file even if the change does not affect the world.
class ReplayDigest
{
public:
    /// `beginning` is Replay::beginning.
    explicit ReplayDigest(std::uint32_t header_checksum) { inputs_and_events_.add(std::uint64_t{header_checksum}); }

    /// Must be called in the order in which the lane gets inputs, events and frame times.
    void add(const InputChange& change) { inputs_and_events_.add(std::uint64_t{crc32(replay_line(change))}); }
    void add(const ReplayEvent& event);
    void add(Nanos frame_time) { frame_times_hash_.add(std::int64_t{frame_time.count()}); }

    /// Checksum of the world's state and of all inputs and events so far; 0 if the state contains a NaN.
    std::uint32_t checksum_with(const scenes::World& world) const;
    /// Checksum of all frame times, of all frames that the program stopped early (brakes), and of the arguments: the
    /// numbers of frames and physics steps, and whether all steps had one fixed size.
    std::uint32_t frames_checksum(std::int64_t frame_count, std::int64_t tick_count, bool has_whole_steps) const;

private:
    /// Checksum of inputs and events without brakes.
    sim::StateHash inputs_and_events_;
    sim::StateHash frame_times_hash_; ///< checksum of frame times
    /// Checksum of brakes. The recorder adds a brake after its frame, a run of the replay before the frame, so the
    /// order of brakes and frame times differs.
    sim::StateHash brakes_hash_;
};

inline constexpr int replay_format = 4;
/// Largest size in bytes: about 30 hours at 60 frames a second.
inline constexpr std::size_t max_replay_file_bytes = 64'000'000;
inline constexpr std::int64_t max_frame_times      = 10'000'000;
/// Largest number of inputs and events.
inline constexpr std::int64_t max_changes = 1'000'000;

/// The first lines of a replay file: the format, and the settings at the start.
std::string replay_header(const Settings& start, bool has_frame_times);
/// Returns the last line of a block. `checksum` is crc32() of all earlier lines of the file except such lines.
std::string checksum_line(std::uint32_t checksum);

/// True if the file begins like a replay file, also for other versions of the format, which parse_replay() rejects.
bool is_replay_file(const std::string& path);
/// Errors contain `file_name` and the line number. A file that ends within a block was written by a killed program; it
/// is valid up to the last complete block.
base::Result<Replay> parse_replay(std::string_view text, std::string_view file_name);
/// Reads a file of at most 64 MB.
base::Result<Replay> read_replay_file(const std::string& path);

} // namespace lab
