// Compares real recordings with the counts and sums of an independent reader.
#include "reading.hpp"
#include "shared_data.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace
{

using recordings::Nanos;
using recordings::Recording;
using timestep::to_millis;

Nanos total(const std::vector<Nanos>& frames) { return std::accumulate(frames.begin(), frames.end(), Nanos{0}); }

double mean_ms(const std::vector<Nanos>& frames)
{
    return to_millis(total(frames)) / static_cast<double>(frames.size());
}

// Interpolates linearly between the nearest ranks (R's type 7).
double quantile_ms(std::vector<Nanos> frames, double p)
{
    std::sort(frames.begin(), frames.end());
    const double rank       = p * static_cast<double>(frames.size() - 1);
    const auto below        = static_cast<std::size_t>(rank);
    const std::size_t above = std::min(below + 1, frames.size() - 1);
    return std::lerp(to_millis(frames[below]), to_millis(frames[above]), rank - static_cast<double>(below));
}

std::size_t stream_of(const Recording& read, std::string_view application)
{
    for (std::size_t i = 0; i < read.streams.size(); ++i)
        if (read.streams[i].application == application) return i;
    FAIL("no stream of ", application);
    return 0;
}

struct Statistics
{
    const char* file;
    const char* application;
    std::size_t frames;
    double mean, p50, p99, max; // ms
    double p99_within; // tolerance of p99: one unit of its last digit, because quantiles have several definitions
    Nanos::rep total;  // summed in decimal arithmetic
};

constexpr Statistics statistics[]{
    {"capframex_csv_re2_286fps.csv", "re2.exe", 7285, 3.493, 3.428, 3.860, 8.211, 0.001, 25'443'206'000},
    {"presentmon1_farcrynewdawn_composed.csv", "FarCryNewDawn.exe", 1171, 13.028, 12.545, 16.83, 80.095, 0.01,
     15'255'999'000},
    {"presentmon1_farcrynewdawn_no_time_column.csv", "FarCryNewDawn.exe", 1171, 13.028, 12.545, 16.83, 80.095, 0.01,
     15'255'999'000},
    {"presentmon1_grb_multiprocess_120hz.csv", "GRB.exe", 4090, 8.666, 8.609, 11.28, 17.113, 0.01, 35'444'719'000},
    {"presentmon1_grb_multiprocess_120hz.csv", "dwm.exe", 4229, 8.384, 8.345, 8.70, 17.019, 0.01, 35'454'242'000},
    {"presentmon1_trivflip_60hz_vsync.csv", "TrivFlip12.exe", 277, 16.550, 16.612, 31, 91.164, 1, 4'584'255'000},
};

} // namespace

TEST_CASE("real recordings have the counts and statistics of an independent reader")
{
    for (const Statistics& e : statistics)
    {
        const auto path = shared_data("captures") / e.file;
        SKIP_WITHOUT(path);
        CAPTURE(e.file);
        CAPTURE(e.application);
        const Recording read             = accepted(recordings::read_file(path));
        const recordings::Stream& stream = read.streams[stream_of(read, e.application)];

        CHECK(stream.frames.size() == e.frames);
        CHECK(stream.missing == 0);
        CHECK(stream.invalid == 0);
        CHECK(total(stream.frames) == Nanos{e.total});
        CHECK(std::abs(mean_ms(stream.frames) - e.mean) <= 0.0005);
        CHECK(std::abs(quantile_ms(stream.frames, 0.5) - e.p50) <= 0.0005);
        CHECK(std::abs(quantile_ms(stream.frames, 0.99) - e.p99) <= e.p99_within);
        CHECK(to_millis(*std::max_element(stream.frames.begin(), stream.frames.end())) == doctest::Approx(e.max));
        CHECK_FALSE(why_not_replayable(read, stream_of(read, e.application)).has_value());
    }
}

TEST_CASE("one recording in PresentMon's three column sets has each set's own frame times")
{
    struct
    {
        const char* columns;
        const char* frame_time;
        std::size_t frames;
        double mean;
        Nanos::rep total;
    } const sets[]{{"default", "MsBetweenPresents", 18, 14.403, 259'251'500},
                   {"v1", "msBetweenPresents", 19, 14.517, 275'831'000},
                   {"v2", "FrameTime", 18, 15.201, 273'624'600}};
    for (const auto& set : sets)
    {
        const auto path = shared_data(std::string{"captures/presentmon_gold_case0_"} + set.columns + ".csv");
        SKIP_WITHOUT(path);
        CAPTURE(set.columns);
        const Recording read             = accepted(recordings::read_file(path));
        const recordings::Stream& stream = read.streams[read.default_stream];

        CHECK(read.frame_time_column == set.frame_time);
        CHECK(stream.application == "Presenter.exe");
        CHECK(stream.process_id == 10792);
        CHECK(stream.frames.size() == set.frames);
        CHECK(total(stream.frames) == Nanos{set.total});
        CHECK(std::abs(mean_ms(stream.frames) - set.mean) <= 0.0005);
        CHECK(stream.coverage().value() == doctest::Approx(1.0).epsilon(0.0001));
        CHECK_FALSE(why_not_replayable(read, read.default_stream).has_value());
    }
}

TEST_CASE("every other real recording is read, and its default stream is replayable")
{
    struct
    {
        const char* file;
        const char* application;
        std::size_t streams, frames;
        Nanos::rep total;
    } const others[]{{"presentmon1_short_5rows.csv", "FarCryNewDawn.exe", 1, 5, 83'395'000},
                     {"presentmon_gold_case2_default.csv", "Presenter.exe", 4, 18, 260'054'000},
                     {"presentmon_gold_case2_v1.csv", "Presenter.exe", 4, 19, 276'628'800},
                     {"presentmon_gold_case2_v2.csv", "Presenter.exe", 4, 18, 269'771'700},
                     {"presentmon_gold_case3_default.csv", "Presenter.exe", 4, 18, 268'828'800},
                     {"presentmon_gold_case3_v1.csv", "Presenter.exe", 4, 19, 285'458'400},
                     {"presentmon_gold_case3_v2.csv", "Presenter.exe", 4, 18, 281'630'400},
                     {"presentmon_v230dev_cpustarttime_ms.csv", "Presenter.exe", 10, 18, 273'624'600}};
    for (const auto& e : others)
    {
        const auto path = shared_data("captures") / e.file;
        SKIP_WITHOUT(path);
        CAPTURE(e.file);
        const Recording read = accepted(recordings::read_file(path));
        CHECK(read.streams.size() == e.streams);
        CHECK(default_stream(read).application == e.application);
        CHECK(default_stream(read).frames.size() == e.frames);
        CHECK(total(default_stream(read).frames) == Nanos{e.total});
        CHECK_FALSE(why_not_replayable(read, read.default_stream).has_value());
    }
}

TEST_CASE("a paused process beside the game is a stream that is not replayable")
{
    const auto path = shared_data("captures/presentmon1_grb_multiprocess_120hz.csv");
    SKIP_WITHOUT(path);
    const Recording read = accepted(recordings::read_file(path));
    CHECK(read.streams.size() == 5);
    CHECK(default_stream(read).application == "GRB.exe");
    CHECK(default_stream(read).dropped == 19);
    CHECK(why_not_replayable(read, stream_of(read, "firefox.exe")).has_value());
}

TEST_CASE("statistics polled from the PresentMon service are refused with the reason and the remedy")
{
    const auto path = shared_data("captures/refuse/presentmon_service_polled_not_per_frame.csv");
    SKIP_WITHOUT(path);
    const recordings::Refusal refusal = refused(recordings::read_file(path));
    CHECK(refusal.line == 1);
    CHECK(refusal.what == "statistics that were polled from the PresentMon service, not one row a frame");
    CHECK(refusal.remedy == "record with PresentMon's console tool or its capture application");
}
