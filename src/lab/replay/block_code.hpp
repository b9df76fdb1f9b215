// lab/replay/block_code.hpp -- encodes and decodes the blocks of a replay file (each about one second of recorded
// inputs)
//
// Most numbers are stored as the difference from an earlier number, which can be in an earlier block.
#pragma once

#include "lab/replay/bytes.hpp"
#include "lab/replay/replay.hpp"

namespace lab
{

/// Encodes or decodes all blocks of one replay file, from the first to the last. An object may only encode or only
/// decode.
class BlockCode
{
public:
    explicit BlockCode(bool has_lengths)
        : has_lengths_{has_lengths}
    {
    }

    /// Encodes the next block and returns its bytes.
    std::string written(const ReplayBlock& block);
    /// Decodes the next block from `bytes` and appends it to `all`. Returns false if the bytes are not a valid block,
    /// or if the replay needs more than `most_memory`; do not use `all` after that.
    bool read(std::string_view bytes, ReplayBlock& all);

    /// Returns the number of physics steps in all blocks so far.
    std::int64_t ticks() const { return tick_; }
    /// Returns the approximate memory in bytes that the replay needs with all blocks so far.
    std::size_t memory() const { return memory_; }
    /// Largest memory of a replay in bytes. Larger replays are neither written nor read. Four days at 60 frames a
    /// second need 180 MB.
    static constexpr std::size_t most_memory = 200'000'000;

private:
    void write_lengths(Bytes& out, const std::vector<Nanos>& all);
    void write_inputs(Bytes& out, const std::vector<InputChange>& all);
    void write_events(Bytes& out, const std::vector<ReplayEvent>& all);
    void write_set(Bytes& out, const SetEvent& set);
    void write(Bytes& out, const ReplayEvent& event);
    bool read_inputs(ByteReader& in, std::int64_t ticks, std::vector<InputChange>& all);
    bool read_events(ByteReader& in, const ReplayBlock& size, std::vector<ReplayEvent>& all);
    bool read_set(ByteReader& in, SetEvent& set);
    bool read(ByteReader& in, ReplayEvent& event);
    bool read_lengths(ByteReader& in, std::int64_t frames, std::vector<Nanos>& all);
    void go_on(const ReplayBlock& block);
    bool take_memory(std::size_t bytes);

    bool has_lengths_;
    std::int64_t frame_ = 0;           ///< number of frames in all earlier blocks
    std::int64_t tick_  = 0;           ///< number of physics steps in all earlier blocks
    Nanos length_{};                   ///< sum of all frame times so far
    Nanos last_length_{};              ///< last frame time encoded or decoded; zero before the first
    Nanos input_at_{};                 ///< time of the last change of the user's input
    Nanos event_at_{};                 ///< time of the last event, such as a changed setting
    sim::Input hand_{};                ///< user's input after its last change
    std::size_t memory_ = 0;           ///< approximate memory of all blocks so far, in bytes
    std::vector<std::string> paths_{}; ///< paths of changed settings in the order of their first use
};

} // namespace lab
