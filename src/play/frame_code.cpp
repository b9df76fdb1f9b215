#include "play/frame_code.hpp"

#include <algorithm>
#include <bit>

namespace play
{

namespace
{

constexpr unsigned longest_unary = 24; // then comes the whole number
constexpr unsigned most_k        = 48;
constexpr unsigned plain         = 64; // added to k where all are told in full, with that many bits

class Bits
{
public:
    explicit Bits(Bytes& out)
        : out_{out}
    {
    }
    void put(std::uint64_t value, unsigned bits)
    {
        for (unsigned i = 0; i < bits; ++i) bit((value >> i & 1) != 0);
    }
    void put_rice(std::uint64_t value, unsigned k)
    {
        const std::uint64_t ones = std::min<std::uint64_t>(value >> k, longest_unary);
        for (std::uint64_t i = 0; i < ones; ++i) bit(true);
        if (ones < longest_unary) bit(false);
        put(value, ones < longest_unary ? k : 64);
    }
    void end()
    {
        if (used_ > 0) out_.byte(byte_);
    }

private:
    void bit(bool one)
    {
        if (used_ == 8)
        {
            out_.byte(byte_);
            byte_ = used_ = 0;
        }
        byte_ |= static_cast<unsigned>(one) << used_++;
    }

    Bytes& out_;
    unsigned byte_ = 0;
    unsigned used_ = 0;
};

class BitReader
{
public:
    explicit BitReader(ByteReader& in)
        : in_{in}
    {
    }
    std::uint64_t take(unsigned bits)
    {
        std::uint64_t value = 0;
        for (unsigned i = 0; i < bits; ++i) value |= std::uint64_t{bit()} << i;
        return value;
    }
    std::uint64_t take_rice(unsigned k)
    {
        std::uint64_t ones = 0;
        while (ones < longest_unary && bit()) ++ones;
        return ones < longest_unary ? ones << k | take(k) : take(64);
    }

private:
    bool bit()
    {
        if (left_ == 0)
        {
            byte_ = in_.byte();
            left_ = 8;
        }
        const bool one = (byte_ & 1) != 0;
        byte_ >>= 1;
        --left_;
        return one;
    }

    ByteReader& in_;
    std::uint64_t byte_ = 0;
    unsigned left_      = 0;
};

// Also where the difference is more than a signed number holds.
std::uint64_t above(Nanos frame, Nanos lowest)
{
    return static_cast<std::uint64_t>(frame.count()) - static_cast<std::uint64_t>(lowest.count());
}

std::uint64_t bits_with(std::span<const Nanos> frames, Nanos lowest, unsigned k)
{
    std::uint64_t sum = 0;
    for (const Nanos frame : frames)
    {
        const std::uint64_t ones = above(frame, lowest) >> k;
        sum += ones < longest_unary ? ones + 1 + k : longest_unary + 64;
    }
    return sum;
}

unsigned best_k(std::span<const Nanos> frames, Nanos lowest, Nanos highest)
{
    const auto in_full = std::max(1U, static_cast<unsigned>(std::bit_width(above(highest, lowest))));
    unsigned best      = plain + in_full;
    std::uint64_t bits = frames.size() * in_full;
    for (unsigned k = 0; k <= most_k; ++k)
        if (const std::uint64_t now = bits_with(frames, lowest, k); now < bits)
        {
            best = k;
            bits = now;
        }
    return best;
}

} // namespace

void write_frames(Bytes& out, std::span<const Nanos> frames)
{
    if (frames.empty()) return;
    const auto [lowest, highest] = std::ranges::minmax(frames);
    const unsigned k             = best_k(frames, lowest, highest);
    out.whole_signed(lowest.count());
    out.byte(k);
    Bits bits{out};
    for (const Nanos frame : frames)
    {
        const std::uint64_t value = above(frame, lowest);
        k < plain ? bits.put_rice(value, k) : bits.put(value, k - plain);
    }
    bits.end();
}

bool read_frames(ByteReader& in, std::uint64_t count, std::vector<Nanos>& frames)
{
    if (count == 0) return true;
    const auto lowest = static_cast<std::uint64_t>(in.whole_signed());
    const auto k      = static_cast<unsigned>(in.byte());
    const bool known  = k <= most_k || (k > plain && k <= plain + 64);
    if (!known || count > 8 * in.rest().size()) return false; // each takes a bit at least
    BitReader bits{in};
    for (std::uint64_t i = 0; i < count && in.ok(); ++i)
    {
        const std::uint64_t value = k < plain ? bits.take_rice(k) : bits.take(k - plain);
        frames.emplace_back(static_cast<std::int64_t>(lowest + value));
    }
    return in.ok();
}

} // namespace play
