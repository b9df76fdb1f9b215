#include "lab/replay/frame_code.hpp"

#include <algorithm>
#include <bit>

namespace lab
{

namespace
{

constexpr unsigned longest_unary = 24; // then comes the whole number
constexpr unsigned most_k        = 48;
constexpr unsigned plain         = 64; // added to k where all are written in full, with that many bits
constexpr unsigned exact_bits    = 8;  // significant bits of a base above those that k drops

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
std::uint64_t above(Nanos frame, Nanos base)
{
    return static_cast<std::uint64_t>(frame.count()) - static_cast<std::uint64_t>(base.count());
}

// 0, -1, 1, -2 ... as 0, 1, 2, 3 ...
std::uint64_t about(Nanos frame, Nanos base)
{
    const std::uint64_t difference = above(frame, base);
    return difference >> 63U != 0 ? ~(difference << 1U) : difference << 1U;
}
std::uint64_t unfolded(std::uint64_t value) { return (value & 1) != 0 ? ~(value >> 1U) : value >> 1U; }

std::uint64_t bits_with(std::span<const Nanos> frames, Nanos middle, unsigned k)
{
    std::uint64_t sum = 0;
    for (const Nanos frame : frames)
    {
        const std::uint64_t ones = about(frame, middle) >> k;
        sum += ones < longest_unary ? ones + 1 + k : longest_unary + 64;
    }
    return sum;
}

Nanos middle_of(std::span<const Nanos> frames)
{
    std::vector<Nanos> sorted(frames.begin(), frames.end());
    const auto middle = sorted.begin() + std::ssize(sorted) / 2;
    std::ranges::nth_element(sorted, middle);
    return *middle;
}

// Low bits of a base that are zero and not written.
unsigned dropped_bits(unsigned k)
{
    const unsigned bits = k < plain ? k : k - plain;
    return bits > exact_bits ? bits - exact_bits : 0;
}
std::uint64_t quantized(Nanos base, unsigned k) { return static_cast<std::uint64_t>(base.count() >> dropped_bits(k)); }
Nanos base_of(std::uint64_t quantized, unsigned k)
{
    return Nanos{static_cast<std::int64_t>(quantized << dropped_bits(k))};
}
Nanos rounded(Nanos base, unsigned k) { return base_of(quantized(base, k), k); }

struct Chosen
{
    Nanos base;
    unsigned k;
    std::uint64_t bits;
};

Chosen in_full(std::span<const Nanos> frames)
{
    const auto range     = std::ranges::minmax(frames);
    const auto bits_from = [&](Nanos base)
    { return std::max(1U, static_cast<unsigned>(std::bit_width(above(range.max, base)))); };
    unsigned bits = bits_from(range.min);
    if (bits_from(rounded(range.min, plain + bits)) > bits) ++bits;
    return {rounded(range.min, plain + bits), plain + bits, frames.size() * bits};
}

Chosen shortest_code(std::span<const Nanos> frames)
{
    const Nanos middle = middle_of(frames);
    Chosen best        = in_full(frames);
    for (unsigned k = 0; k <= most_k; ++k)
        if (const std::uint64_t bits = bits_with(frames, rounded(middle, k), k); bits < best.bits)
            best = {rounded(middle, k), k, bits};
    return best;
}

} // namespace

void write_frames(Bytes& out, std::span<const Nanos> frames, Nanos& base)
{
    if (frames.empty()) return;
    const Chosen code = shortest_code(frames);
    const unsigned k  = code.k;
    out.whole_signed(static_cast<std::int64_t>(quantized(code.base, k) - quantized(base, k)));
    out.byte(k);
    base = code.base;
    Bits bits{out};
    for (const Nanos frame : frames)
        k < plain ? bits.put_rice(about(frame, base), k) : bits.put(above(frame, base), k - plain);
    bits.end();
}

bool read_frames(ByteReader& in, std::uint64_t count, std::vector<Nanos>& frames, Nanos& base, int version)
{
    if (count == 0) return true;
    const std::int64_t from = in.whole_signed();
    const auto k            = static_cast<unsigned>(in.byte());
    const bool known        = k <= most_k || (k > plain && k <= plain + 64);
    if (!known || count > 8 * in.rest().size()) return false; // each takes a bit at least
    base              = version == 1 ? Nanos{from} : base_of(quantized(base, k) + static_cast<std::uint64_t>(from), k);
    const bool folded = k < plain && version > 1;
    BitReader bits{in};
    for (std::uint64_t i = 0; i < count && in.ok(); ++i)
    {
        const std::uint64_t value = k < plain ? bits.take_rice(k) : bits.take(k - plain);
        const std::uint64_t more  = folded ? unfolded(value) : value;
        frames.emplace_back(static_cast<std::int64_t>(static_cast<std::uint64_t>(base.count()) + more));
    }
    return in.ok();
}

} // namespace lab
