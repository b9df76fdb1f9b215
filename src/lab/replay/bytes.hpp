// lab/replay/bytes.hpp -- encodes numbers as bytes and decodes them; small integers take fewer bytes
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace lab
{

class Bytes
{
public:
    std::string text{};

    void byte(std::uint64_t value) { text += static_cast<char>(value & 0xFF); }
    void fixed(std::uint64_t value, int bytes)
    {
        for (int i = 0; i < bytes; ++i) byte(value >> (8 * i));
    }
    void real(double value) { fixed(std::bit_cast<std::uint64_t>(value), 8); }
    /// Writes an integer with seven bits in each byte, lowest bits first (LEB128).
    void whole(std::uint64_t value)
    {
        for (; value > 0x7F; value >>= 7) byte(value | 0x80);
        byte(value);
    }
    /// Writes a signed integer. Maps 0, -1, 1, -2 ... to 0, 1, 2, 3 ..., so that small negative integers take few
    /// bytes, too.
    void whole_signed(std::int64_t value)
    {
        const auto bits = static_cast<std::uint64_t>(value);
        whole(value < 0 ? ~(bits << 1) : bits << 1);
    }
    void words(std::string_view value)
    {
        whole(value.size());
        text += value;
    }
};

/// Decodes values from the bytes that the class Bytes has written. After the end of the bytes, or after an invalid
/// value, ok() returns false and all functions return 0.
class ByteReader
{
public:
    explicit ByteReader(std::string_view bytes)
        : rest_{bytes}
    {
    }

    bool ok() const { return ok_; }
    std::string_view rest() const { return rest_; }

    std::uint64_t byte() { return fixed(1); }
    std::uint64_t fixed(std::size_t bytes)
    {
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < bytes && i < rest_.size(); ++i)
            value |= std::uint64_t{static_cast<unsigned char>(rest_[i])} << (8 * i);
        return skip(bytes) ? value : 0;
    }
    double real() { return std::bit_cast<double>(fixed(8)); }
    std::uint64_t whole()
    {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64; shift += 7)
        {
            const std::uint64_t next = byte();
            if (shift == 63 && next > 1) break;
            value |= (next & 0x7F) << shift;
            if (next < 0x80) return value;
        }
        ok_ = false;
        return 0;
    }
    std::int64_t whole_signed()
    {
        const std::uint64_t value = whole();
        return static_cast<std::int64_t>((value & 1) != 0 ? ~(value >> 1) : value >> 1);
    }
    std::string_view words()
    {
        const std::uint64_t size = whole();
        const std::string_view text =
            rest_.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(size, rest_.size())));
        return skip(size) ? text : std::string_view{};
    }

private:
    bool skip(std::uint64_t bytes)
    {
        ok_   = ok_ && bytes <= rest_.size();
        rest_ = ok_ ? rest_.substr(static_cast<std::size_t>(bytes)) : std::string_view{};
        return ok_;
    }

    std::string_view rest_;
    bool ok_ = true;
};

/// Returns the CRC-32 checksum, as in PNG and zip files. `before` is the checksum of the bytes that precede `bytes`.
constexpr std::uint32_t crc32(std::string_view bytes, std::uint32_t before = 0)
{
    std::uint32_t crc = ~before;
    for (const char c : bytes)
    {
        crc ^= static_cast<unsigned char>(c);
        for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xEDB88320 : 0);
    }
    return ~crc;
}
static_assert(crc32("123456789") == 0xCBF43926);
static_assert(crc32("6789", crc32("12345")) == 0xCBF43926);

} // namespace lab
