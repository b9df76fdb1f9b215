#include "recordings/formats/csv.hpp"

#include <doctest/doctest.h>

#include <string>

using recordings::Number;
using recordings::parse_scaled;
using Kind = recordings::Number::Kind;

namespace
{

std::int64_t nanos_of_millis(std::string_view text)
{
    const Number number = parse_scaled(text, 6);
    REQUIRE(number.ok());
    return number.value;
}

} // namespace

TEST_CASE("milliseconds are converted to nanoseconds exactly")
{
    CHECK(nanos_of_millis("16.3893") == 16'389'300);
    CHECK(nanos_of_millis("16.47540000000000") == 16'475'400);
    CHECK(nanos_of_millis("0") == 0);
    CHECK(nanos_of_millis("-0.0") == 0);
    CHECK(nanos_of_millis(".5") == 500'000);
    CHECK(nanos_of_millis("7.") == 7'000'000);
    CHECK(nanos_of_millis("+3.25") == 3'250'000);
    CHECK(nanos_of_millis("-16.943") == -16'943'000);
    CHECK(nanos_of_millis(" \"8.25\" ") == 8'250'000);
    CHECK(nanos_of_millis("1000000000") == 1'000'000'000'000'000);
}

TEST_CASE("digits below a nanosecond are rounded to the nearest, halves away from zero")
{
    CHECK(nanos_of_millis("567.25049999999999") == 567'250'500);
    CHECK(nanos_of_millis("0.0000005") == 1);
    CHECK(nanos_of_millis("-0.0000005") == -1);
    CHECK(nanos_of_millis("0.00000049999999999999999999999999") == 0);
    CHECK(nanos_of_millis("0.0000000000000000000000000000000001") == 0);
    CHECK(nanos_of_millis("3.34499999999949") == 3'345'000);
}

TEST_CASE("exponents are applied exactly")
{
    CHECK(nanos_of_millis("1.5e1") == 15'000'000);
    CHECK(nanos_of_millis("1.5E-3") == 1'500);
    CHECK(nanos_of_millis("1e-99999999999") == 0);
    CHECK(parse_scaled("1e99999999999", 6).kind == Kind::non_finite);
    CHECK(parse_scaled("1e", 6).kind == Kind::unreadable);
}

TEST_CASE("a decimal comma is accepted only where the table has decimal commas")
{
    CHECK(parse_scaled("16,3893", 6, ',').value == 16'389'300);
    CHECK(parse_scaled("16,3893", 6, '.').kind == Kind::unreadable);
    CHECK(parse_scaled("16.3893", 6, ',').kind == Kind::unreadable);
}

TEST_CASE("a text that is not a number is missing, not finite or unreadable")
{
    for (const char* text : {"", " ", "NA", "na", "N/A", "null", "\"NA\""})
        CHECK(parse_scaled(text, 6).kind == Kind::missing);
    for (const char* text : {"nan", "-nan(ind)", "NaN", "inf", "-Infinity", "1.#INF", "-1.#IND", "1.#QNAN"})
        CHECK(parse_scaled(text, 6).kind == Kind::non_finite);
    for (const char* text : {"-", ".", "abc", "12ms", "0x10", "1 2", "1,5", "1.2.3"})
        CHECK(parse_scaled(text, 6).kind == Kind::unreadable);
}

TEST_CASE("a number that does not fit 64 bits is refused, not cut")
{
    CHECK(parse_scaled("9223372036854775807", 0).kind == Kind::value);
    CHECK(parse_scaled("99999999999999999999", 0).kind == Kind::non_finite);
    CHECK(parse_scaled("9300000000000", 6).kind == Kind::non_finite);
    CHECK(parse_scaled(std::string(500, '1'), 6).kind == Kind::unreadable);
}
