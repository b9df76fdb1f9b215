// lab/replay/block_code.hpp -- a block of a replay as bytes: the differences from the blocks before it
#pragma once

#include "lab/replay/bytes.hpp"
#include "lab/replay/replay.hpp"

namespace lab
{

/// One to write all blocks of a replay, another to read them, both in their order.
class BlockCode
{
public:
    explicit BlockCode(bool has_lengths)
        : has_lengths_{has_lengths}
    {
    }

    std::string written(const ReplayBlock& block);
    /// Adds the block to `all`; false where these bytes are none, and `all` is of no use then.
    bool read(std::string_view bytes, ReplayBlock& all);

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
    std::int64_t frame_ = 0; ///< before the block
    std::int64_t tick_  = 0; ///< likewise
    Nanos length_{};         ///< sum of all frame times so far
    Nanos last_length_{};    ///< the last frame time; zero before the first
    Nanos input_at_{};       ///< of the last
    Nanos event_at_{};       ///< likewise
    sim::Input hand_{};      ///< the last input
    std::vector<std::string> paths_{};
};

} // namespace lab
