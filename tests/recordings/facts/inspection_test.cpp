#include "recordings/facts/inspection.hpp"

#include "shared_data.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <numeric>

using namespace recordings;
using namespace std::chrono_literals;

namespace
{
recordings::Recording read(const std::filesystem::path& file)
{
    auto result = recordings::read_file(file);
    REQUIRE(std::holds_alternative<recordings::Recording>(result));
    return std::get<recordings::Recording>(std::move(result));
}

recordings::Recording made(std::vector<Nanos> frames)
{
    recordings::Recording c;
    c.streams.emplace_back().frames = std::move(frames);
    return c;
}
} // namespace

TEST_CASE("the facts of a stream have every 1 % low, the longest frame and its time")
{
    std::vector<Nanos> frames(100, 10ms);
    frames[40]              = 100ms;
    const StreamFacts facts = facts_of(made(frames), 0);
    CHECK(facts.length == 1090ms);
    CHECK(facts.longest_frame == 40);
    CHECK(facts.longest_at == 400ms);
    CHECK(facts.low_1[0] == doctest::Approx(99.1));
    CHECK(facts.low_1[1] == doctest::Approx(40.3));
    CHECK(facts.low_1[2] == doctest::Approx(10.0));
    CHECK(facts.low_01[4] == doctest::Approx(10.0));
    CHECK(facts.stutter_percent == doctest::Approx(100.0 * 100 / 1090));
    CHECK_FALSE(facts.refusal);
}

TEST_CASE("a histogram has round bin widths, counts every frame, and has longer frames in its last bin")
{
    std::vector<Nanos> frames(1000, 12'500us);
    frames[3]         = 16ms;
    frames[7]         = 3s;
    const Histogram h = histogram_of(frames);
    CHECK(h.width == 1ms);
    REQUIRE(h.counts.size() == 14);
    CHECK(h.counts[12] == 998);
    CHECK(h.counts[13] == 2);
    CHECK(std::accumulate(h.counts.begin(), h.counts.end(), std::int64_t{0}) == 1000);

    const Histogram slow = histogram_of(std::vector<Nanos>(50, 180ms));
    CHECK(slow.width == 20ms);
    CHECK(slow.counts[9] == 50);
    CHECK(histogram_of(std::vector<Nanos>(5, 0ns)).counts.front() == 5);
    CHECK(histogram_of({}).counts.empty());
}

TEST_CASE("the JSON of a real recording has the figures that other tools compute")
{
    const auto file = shared_data("captures/presentmon1_farcrynewdawn_composed.csv");
    SKIP_WITHOUT(file);
    const Json json    = to_json(read(file));
    const Json& stream = json.at("streams").at(0);
    CHECK(stream.at("frames") == 1171);
    CHECK(stream.at("replayable") == true);
    CHECK(stream.at("why_not").is_null());
    CHECK(stream.at("stutter_window") == 36);
    const auto near = [&](const Json& value, double expected)
    { CHECK(value.get<double>() == doctest::Approx(expected).epsilon(1e-4)); };
    near(stream.at("mean_ms"), 13.028);
    near(stream.at("max_ms"), 80.095);
    near(stream.at("average_fps"), 76.757);
    near(stream.at("low_1_percent_fps").at("percentile-r7"), 59.439);
    near(stream.at("low_1_percent_fps").at("percentile-r8"), 59.422);
    near(stream.at("low_1_percent_fps").at("low-average"), 29.488);
    near(stream.at("low_1_percent_fps").at("low-integral"), 12.542);
    near(stream.at("low_1_percent_fps").at("mangohud"), 59.228);
    near(stream.at("change_rms_ms"), 3.6080);
    CHECK(stream.at("stutter_percent").get<double>() == doctest::Approx(1.509).epsilon(4e-4));
}

TEST_CASE("JSON lists every stream of a file, numbered from 1, and why a stream is not replayable")
{
    const Json json = to_json(read("tests/recordings/formats/fixtures/presentmon_1.5.csv"));
    CHECK(json.at("streams").size() > 1);
    CHECK(json.at("streams").at(0).at("number") == 1);
    CHECK(json.at("default_stream") >= 1);

    recordings::Recording broken         = made({5ms, 6ms});
    broken.streams[0].invalid            = 1;
    broken.streams[0].first_invalid_text = "-5";
    const Json stream                    = to_json(broken).at("streams").at(0);
    CHECK(stream.at("replayable") == false);
    CHECK(stream.at("why_not") == "frame time \"-5\" is impossible (1 such)");
    CHECK(stream.at("remedy").is_string());

    const Json empty = to_json(made({})).at("streams").at(0);
    CHECK(empty.at("frames") == 0);
    CHECK_FALSE(empty.contains("mean_ms"));
}
