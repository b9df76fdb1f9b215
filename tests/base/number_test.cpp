#include "base/number.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <clocale>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>

using namespace std::chrono_literals;

namespace
{

constexpr auto malformed = std::errc::invalid_argument;
constexpr auto out_of_range = std::errc::result_out_of_range;

constexpr std::pair<std::string_view, double> doubles[]{
    {"0", 0.0},
    {"-0", -0.0},
    {"1.", 1.0},
    {".5", 0.5},
    {"-.5", -0.5},
    {"59.94", 59.94},
    {"1e3", 1000.0},
    {"1E+3", 1000.0},
    {"1e-3", 0.001},
    {"1.7976931348623157e308", std::numeric_limits<double>::max()},
    {"2.2250738585072014e-308", std::numeric_limits<double>::min()},
    {"2.2250738585072011e-308", 0x0.fffffffffffffp-1022},
    {"1e-320", 1e-320},
    {"4.9e-324", std::numeric_limits<double>::denorm_min()},
    {"0e99999999999999999999", 0.0},
    {"0.000e-400", 0.0},
    {"9007199254740993", 9007199254740992.0},
    {"9007199254740993.00000000000000000000000000000000000000000000001", 9007199254740994.0},
};

constexpr std::string_view no_doubles[]{"",     "-",     ".",   "e5",        ".e5", "1e",     "1e+",
                                        "+1",   "--1",   " 1",  "1 ",        "1x",  "1,5",    "1.2.3",
                                        "0x10", "0x1p3", "inf", "-infinity", "nan", "nan(1)", {"1\0", 2}};

using ReadDouble = std::errc (*)(std::string_view, double&);

// A refused text leaves the number as it was.
void check_double(ReadDouble read, std::string_view text, std::errc error, double expected = 7.0)
{
    CAPTURE(text);
    double value = 7.0;
    CHECK(read(text, value) == error);
    CHECK(std::bit_cast<std::uint64_t>(value) == std::bit_cast<std::uint64_t>(expected));
}

void check_doubles(ReadDouble read)
{
    for (const auto& [text, value] : doubles) check_double(read, text, std::errc{}, value);
    for (const std::string_view text : no_doubles) check_double(read, text, malformed);
    for (const char* text : {"1e400", "-1e400", "1.7976931348623159e308", "1e-400", "2.4e-324",
                             "1e99999999999999999999", "1e-99999999999999999999"})
        check_double(read, text, out_of_range);
}

// Returns a number as programs and users write it; one in four has a wrong character.
[[maybe_unused]] std::string random_text(std::mt19937_64& random)
{
    const auto up_to = [&](std::uint64_t most) { return random() % (most + 1); };
    const auto bits = std::bit_cast<double>(random());
    std::string text;
    switch (up_to(4))
    {
    case 0: text = fmt::format("{}", bits); break;
    case 1: text = fmt::format("{:.{}e}", bits, up_to(25)); break;
    case 2: text = fmt::format("{}.{}", static_cast<std::int64_t>(random()) >> up_to(63), random() >> up_to(63)); break;
    case 3: text = fmt::format("{}e{}", random() >> up_to(63), static_cast<int>(up_to(700)) - 350); break;
    default: text = fmt::format("{:.{}f}", static_cast<double>(random()) / 1e9, up_to(12)); break;
    }
    if (up_to(3) == 0) text.insert(up_to(text.size()), 1, "+-.eE0 x,n"[up_to(9)]);
    return text;
}

template <class T>
concept HasFromChars = requires(const char* at, T& number)
{
    std::from_chars(at, at, number);
};

// Returns the result of std::from_chars for the whole text; "inf" and "nan" are malformed.
template <HasFromChars T>
std::errc from_chars_of_whole(std::string_view text, T& number)
{
    T value{};
    const char* const end = text.data() + text.size();
    const auto [after, error] = std::from_chars(text.data(), end, value);
    if (after != end || !std::isfinite(value)) return malformed;
    if (error == std::errc{}) number = value;
    return error;
}

template <class T>
void compare_with_from_chars()
{
    if constexpr (HasFromChars<T>)
    {
        std::mt19937_64 random{2024};
        for (int i = 0; i < 1'000'000; ++i)
        {
            const std::string text = random_text(random);
            T expected = 7.0, read = 7.0, by_strtod = 7.0;
            const std::errc error = from_chars_of_whole(text, expected);
            const bool same = base::parse_number_into(text, read) == error &&
                              base::parse_double_by_strtod(text, by_strtod) == error &&
                              std::bit_cast<std::uint64_t>(read) == std::bit_cast<std::uint64_t>(expected) &&
                              std::bit_cast<std::uint64_t>(by_strtod) == std::bit_cast<std::uint64_t>(expected);
            REQUIRE_MESSAGE(same, text);
        }
    }
}

} // namespace

TEST_CASE("a whole text is read as the nearest double, or refused with the reason")
{
    check_doubles(base::parse_number_into);
    check_doubles(base::parse_double_by_strtod);
}

TEST_CASE("a million random texts give the same bits with and without std::from_chars")
{
    compare_with_from_chars<double>();
}

TEST_CASE("reading a double does not depend on the program's locale")
{
    const std::string before = std::setlocale(LC_NUMERIC, nullptr);
    for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8"})
        if (std::setlocale(LC_NUMERIC, name) != nullptr) break;
    check_doubles(base::parse_number_into);
    check_doubles(base::parse_double_by_strtod);
    std::setlocale(LC_NUMERIC, before.c_str());
}

TEST_CASE("a text is read as an integer, or refused with the reason")
{
    std::int64_t whole = 7;
    CHECK(base::parse_number_into("-9223372036854775808", whole) == std::errc{});
    CHECK(whole == std::numeric_limits<std::int64_t>::min());
    for (const std::string_view text : {"", "-", "+1", " 1", "1 ", "1.0", "1e3", "0x10"})
    {
        CAPTURE(text);
        CHECK(base::parse_number_into(text, whole) == malformed);
        CHECK(base::parse_number<std::int64_t>(text) == std::nullopt);
    }
    CHECK(base::parse_number_into("9223372036854775808", whole) == out_of_range);
    CHECK(whole == std::numeric_limits<std::int64_t>::min());
    CHECK(base::parse_number<unsigned>("-1") == std::nullopt);
    CHECK(base::parse_number<unsigned>("0010") == 10U);
}

TEST_CASE("a number is taken from the beginning of a text; without a number the text is unchanged")
{
    std::string_view text = "2024-05";
    CHECK(base::consume_integer<int>(text) == 2024);
    CHECK(text == "-05");
    CHECK(base::consume_integer<int>(text) == -5);
    CHECK(text.empty());
    CHECK(base::consume_integer<int>(text) == std::nullopt);
    text = "99999999999 x";
    CHECK(base::consume_integer<int>(text) == std::nullopt);
    CHECK(text == "99999999999 x");
}

TEST_CASE("durations are read with units and as plain milliseconds; other texts are refused")
{
    for (const auto& [text, time] :
         {std::pair{"40ms", 40'000'000ns}, std::pair{"1.5s", 1'500'000'000ns}, std::pair{"250us", 250'000ns},
          std::pair{"16ns", 16ns}, std::pair{"40", 40'000'000ns}})
        CHECK_MESSAGE(base::parse_duration(text) == time, text);
    for (const char* bad : {"", "ms", "-1ms", "1e300s", "nan", "inf", "1 ms", "1m"})
        CHECK_FALSE_MESSAGE(base::parse_duration(bad).has_value(), bad);
}

TEST_CASE("a number for users has no exponent, and the value that {:g} would write, from 1e-12 to 1e15")
{
    for (int power = -12; power <= 15; ++power)
        for (const double factor : {1.0, 1.234567891, 2.5, 9.9949, 9.9951, 9.999999999})
            for (const int digits : {1, 2, 3, 4, 6, 9})
                for (const double sign : {1.0, -1.0})
                {
                    const double number = sign * factor * std::pow(10.0, power);
                    const std::string text = base::number_text(number, digits);
                    CAPTURE(text);
                    if (std::abs(number) >= 1e15)
                    {
                        CHECK(text == (sign > 0.0 ? "over 1000 trillion" : "below -1000 trillion"));
                        continue;
                    }
                    CHECK(text.find_first_not_of("-.0123456789") == std::string::npos);
                    const double allowed =
                        std::min(0.5, 0.5001 * std::pow(10.0, std::floor(std::log10(std::abs(number))) + 1 - digits));
                    CHECK(std::abs(base::parse_number<double>(text).value() - number) <= allowed);
                    if (std::abs(number) >= 1e-4 && std::abs(number) < 0.9 * std::pow(10.0, digits))
                        CHECK(text == fmt::format("{:.{}g}", number, digits));
                }
    CHECK(base::number_text(0.0) == "0");
    CHECK(base::number_text(110.0, 2) == "110");
    CHECK(base::number_text(0.5, 3, true) == "+0.5");
    CHECK(base::number_text(1e300) == "over 1000 trillion");
    CHECK(base::number_text(-1e-300) == "almost 0");
    CHECK(base::number_text(std::numeric_limits<double>::infinity()) == "inf");
}

TEST_CASE("times are written with a fitting unit, in three figures and without exponents")
{
    using Row = std::pair<timestep::Nanos, const char*>;
    for (const auto& [time, text] : {Row{0ns, "0 ms"}, Row{250ns, "250 ns"}, Row{12'500ns, "12.5 µs"},
                                     Row{999'700ns, "1 ms"}, Row{16'666'667ns, "16.7 ms"}, Row{999'700us, "1 s"},
                                     Row{-1500ms, "-1.5 s"}, Row{150s, "2.5 min"}, Row{3723s, "1.03 h"}})
        CHECK(base::rounded_duration_text(time) == text);
    CHECK(base::rounded_duration_text(timestep::Nanos::max()).find('e') == std::string::npos);
}
