// lab/replay/block_code.hpp -- encodes and decodes the blocks of a replay. Numbers are stored as differences from
// earlier numbers, also from those of the blocks before
#pragma once

#include "lab/replay/bytes.hpp"
#include "lab/replay/replay.hpp"

namespace lab
{

/// Use one object to write all blocks of a replay in their order, and another object to read them in the same order.
class BlockCode
{
public:
    explicit BlockCode(bool has_lengths)
        : has_lengths_{has_lengths}
    {
    }

    /// Returns the bytes of the next block.
    std::string written(const ReplayBlock& block);
    /// Decodes the next block and appends it to `all`. Returns false if the bytes are not a valid block; `all` must not
    /// be used then.
    bool read(std::string_view bytes, ReplayBlock& all);

    /// Returns the number of ticks of all blocks so far.
    std::int64_t ticks() const { return tick_; }

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

    bool has_lengths_;
    std::int64_t frame_ = 0;           ///< number of frames before the block
    std::int64_t tick_  = 0;           ///< number of ticks before the block
    Nanos length_{};                   ///< sum of all frame times so far
    Nanos last_length_{};              ///< the last frame time; zero before the first
    Nanos input_at_{};                 ///< time of the last input
    Nanos event_at_{};                 ///< time of the last event
    sim::Input hand_{};                ///< the last input
    std::vector<std::string> paths_{}; ///< paths of settings in the order of their first use
};

} // namespace lab
