#include "recordings/formats/recording.hpp"
#include "shared_data.hpp"
#include "telemetry/frame_times.hpp"

#include <doctest/doctest.h>

using namespace telemetry;

namespace
{
std::vector<Nanos> frames_of(const std::filesystem::path& file)
{
    const auto result = recordings::read_file(file);
    REQUIRE(std::holds_alternative<recordings::Recording>(result));
    const auto& recording = std::get<recordings::Recording>(result);
    return recording.streams[recording.default_stream].frames;
}
} // namespace

TEST_CASE("a real recording has the statistics that CapFrameX and MangoHud compute for it")
{
    const auto file = shared_data("captures/presentmon1_farcrynewdawn_composed.csv");
    SKIP_WITHOUT(file);
    const auto frames = frames_of(file);
    CHECK(stutter_window(frames) == 36);
    CHECK(stutter_percent(frames) == doctest::Approx(1.509).epsilon(4e-4));

    const FrameTimes t = frame_times(frames);
    CHECK(t.average_fps == doctest::Approx(76.757).epsilon(1e-5));
    CHECK(t.mean_ms == doctest::Approx(13.028).epsilon(5e-5));
    CHECK(t.p50_ms == doctest::Approx(12.545).epsilon(5e-5));
    CHECK(t.p99_ms == doctest::Approx(16.83).epsilon(5e-4));
    CHECK(t.max_ms == doctest::Approx(80.095).epsilon(1e-5));
    CHECK(t.change_mean_ms == doctest::Approx(0.8228).epsilon(1e-4));
    CHECK(t.change_rms_ms == doctest::Approx(3.6080).epsilon(2e-5));

    const std::pair<Low, double> lows[]{{Low::percentile_r7, 59.439},
                                        {Low::percentile_r8, 59.422},
                                        {Low::average, 29.488},
                                        {Low::integral, 12.542},
                                        {Low::mangohud, 59.228}};
    for (const auto& [low, fps] : lows)
    {
        CAPTURE(all_lows[static_cast<std::size_t>(low)].name);
        CHECK(low_fps(frames, low, 0.01) == doctest::Approx(fps).epsilon(4e-5));
    }
}
