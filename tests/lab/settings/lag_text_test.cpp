#include "lab/settings/lag_text.hpp"

#include <doctest/doctest.h>

using namespace lab;
using namespace std::chrono_literals;
namespace lag = sim::lag;

namespace
{
std::vector<sim::LagKind> parsed(std::string_view text)
{
    auto result = parse_lag(text);
    INFO(text);
    REQUIRE(std::holds_alternative<std::vector<sim::LagKind>>(result));
    return std::get<std::vector<sim::LagKind>>(std::move(result));
}

template <class Kind>
Kind only(std::string_view text)
{
    const auto all = parsed(text);
    REQUIRE(all.size() == 1);
    REQUIRE(std::holds_alternative<Kind>(all[0]));
    return std::get<Kind>(all[0]);
}

std::string lag_error_of(std::string_view text)
{
    auto result = parse_lag(text);
    INFO(text);
    REQUIRE(std::holds_alternative<std::string>(result));
    return std::get<std::string>(result);
}
} // namespace

TEST_CASE("every kind of lag can be written as text")
{
    CHECK(only<lag::Constant>("5ms").length == 5ms);
    CHECK(only<lag::Constant>("constant:250us").length == 250us);
    CHECK(only<lag::Random>("random:8ms").least == 0ms);
    CHECK(only<lag::Random>("random:2ms..8ms").least == 2ms);
    CHECK(only<lag::Random>("random:2ms..8ms").most == 8ms);
    CHECK(only<lag::Every>("every:60:250ms").frames == 60);
    CHECK(only<lag::Every>("every:60:250ms").length == 250ms);
    CHECK(only<lag::Spike>("spike:0:1s").frame == 0);
    CHECK(only<lag::Break>("break:2s").at == 2s);
    CHECK(only<lag::Break>("break:2s").length == 3s);
    CHECK(only<lag::Break>("break:2s:500ms").length == 500ms);
    CHECK(only<lag::Pauses>("gc:2s:20ms").every == 2s);
    CHECK(only<lag::Pauses>("gc:2s:20ms:0").variation == 0.0);
    CHECK(parsed("none").empty());
    CHECK(parsed("5ms+random:3ms+gc:1s:10ms").size() == 3);
}

TEST_CASE("an invalid lag is refused in one line with the correct form")
{
    CHECK(lag_error_of("rndom:5ms") == "unknown lag 'rndom'; did you mean 'random'?");
    CHECK(lag_error_of("every:60") == "'every:60' is no lag; write every:60:250ms, every 60 frames");
    for (const char* text : {"", "-5ms", "random:8ms..2ms", "every:0:5ms", "every:1.5:5ms", "spike:-1:5ms",
                             "break:", "gc:0s:5ms", "gc:1s:5ms:2", "5ms+", "constant:5ms:6ms"})
        CHECK(lag_error_of(text).find('\n') == std::string::npos);
    CHECK(lag_error_of("recording:no-such-file.csv").find("no-such-file.csv") != std::string::npos);
}
