#include "sim/machine/display.hpp"

#include <doctest/doctest.h>

using namespace sim;

namespace
{
MachineSettings display_of(VsyncMode vsync, timestep::Rate refresh, Buffers buffers = Buffers::two)
{
    MachineSettings settings;
    settings.vsync   = vsync;
    settings.refresh = refresh;
    settings.buffers = buffers;
    return settings;
}
} // namespace

TEST_CASE("refreshes are counted without rounding: a day at 60 Hz and 1001 s at 59.94 Hz end at the exact nanosecond")
{
    Refreshes television{{60000, 1001}};
    Refreshes monitor{timestep::hz(60)};
    CHECK(monitor.first_from(1ns) == 16'666'667ns);
    CHECK(monitor.first_from(16'666'667ns) == 16'666'667ns);
    CHECK(monitor.first_from(16'666'668ns) == 33'333'334ns);
    CHECK(monitor.first_from(24h) == 24h);
    std::int64_t refreshes = 0;
    for (Nanos at{}; at < Nanos{1001s}; ++refreshes) at = television.first_from(at + 1ns);
    CHECK(refreshes == 60000);
    CHECK(television.first_from(Nanos{1001s} + 1ns) == Nanos{1001s} + 16'683'334ns);
}

TEST_CASE("refreshes are counted exactly over a gap of a million seconds")
{
    Refreshes odd{{59'999'999, 1'000'000}};
    const Nanos far{1'000'000s}; // the million seconds hold 59,999,999 refreshes
    CHECK(odd.first_from(far - 1ns) == far);
    CHECK(odd.first_from(far) == far);
}

TEST_CASE("with VSYNC off a picture is shown at once, and presenting takes no time")
{
    Display display{timestep::hz(60)};
    const MachineSettings off = display_of(VsyncMode::off, timestep::hz(60));
    for (const Nanos ready : {5ms, 7ms, 30ms})
    {
        const ShownPicture shown = display.present(ready, off);
        CHECK(shown.at == ready);
        CHECK(shown.returned == ready);
        CHECK(shown.torn);
    }
}

TEST_CASE("with VSYNC on a picture is shown at the next free refresh, and presenting blocks until then")
{
    Display display{timestep::hz(50)};
    const MachineSettings on = display_of(VsyncMode::on, timestep::hz(50));
    CHECK(display.present(0ms, on).at == 20ms); // the refresh at time zero has passed
    CHECK(display.present(21ms, on).at == 40ms);
    CHECK(display.present(60ms, on).at == 60ms); // ready exactly at the refresh
    CHECK(display.present(60ms, on).at == 80ms); // that refresh already shows a picture
    const ShownPicture late = display.present(81ms, on);
    CHECK(late.at == 100ms);
    CHECK(late.returned == 100ms);
    CHECK_FALSE(late.torn);
}

TEST_CASE("with three buffers presenting blocks until the previous picture is shown")
{
    Display display{timestep::hz(50)};
    const MachineSettings three = display_of(VsyncMode::on, timestep::hz(50), Buffers::three);
    ShownPicture shown          = display.present(2ms, three);
    CHECK(shown.at == 20ms);
    CHECK(shown.returned == 2ms);
    shown = display.present(4ms, three);
    CHECK(shown.at == 40ms);
    CHECK(shown.returned == 20ms);
    shown = display.present(22ms, three);
    CHECK(shown.at == 60ms);
    CHECK(shown.returned == 40ms);
}

TEST_CASE("drawing of 25 ms on a 50 Hz display gives 25 frames a second with two buffers and 40 with three")
{
    for (const auto& [buffers, frames] : {std::pair{Buffers::two, 250}, std::pair{Buffers::three, 400}})
    {
        Display display{timestep::hz(50)};
        const MachineSettings on = display_of(VsyncMode::on, timestep::hz(50), buffers);
        Nanos now{};
        int count = 0;
        for (; now < 10s; ++count) now = display.present(now + 25ms, on).returned;
        CHECK(count == doctest::Approx(frames).epsilon(0.005));
    }
}

TEST_CASE("adaptive VSYNC waits for the refresh, shows a late picture at once, and waits again for the next")
{
    Display display{timestep::hz(50)};
    const MachineSettings adaptive = display_of(VsyncMode::adaptive, timestep::hz(50));
    ShownPicture shown             = display.present(5ms, adaptive);
    CHECK(shown.at == 20ms);
    CHECK_FALSE(shown.torn);
    shown = display.present(40ms, adaptive); // at the refresh: not late
    CHECK(shown.at == 40ms);
    CHECK_FALSE(shown.torn);
    shown = display.present(67ms, adaptive); // the refresh at 60 is missed
    CHECK(shown.at == 67ms);
    CHECK(shown.returned == 67ms);
    CHECK(shown.torn);
    shown = display.present(72ms, adaptive);
    CHECK(shown.at == 80ms);
    CHECK_FALSE(shown.torn);
}

TEST_CASE("VRR shows a picture at clamp(ready, last + shortest, last + longest), and repeats the old one after that")
{
    Display display{timestep::hz(100)};
    MachineSettings vrr = display_of(VsyncMode::vrr, timestep::hz(100));
    vrr.vrr_floor       = timestep::hz(50);
    CHECK(display.present(3ms, vrr).at == 10ms);          // not sooner than 10 ms after the last
    CHECK(display.present(22ms, vrr).at == 22ms);         // when it is ready
    CHECK(display.present(42ms, vrr).at == 42ms);         // after the longest period of 20 ms
    CHECK(display.present(65ms, vrr).at == 72ms);         // the old picture is repeated at 62, so not before 72
    CHECK(display.present(72ms + 55ms, vrr).at == 127ms); // the old picture is repeated at 92 and 112
}

TEST_CASE("the height of the tear is the share of the refresh period that has passed")
{
    CHECK(tear_height(0ms, timestep::hz(50)) == 0.0);
    CHECK(tear_height(45ms, timestep::hz(50)) == doctest::Approx(0.25));
    CHECK(tear_height(16'666'667ns, timestep::hz(60)) == 0.0);
    CHECK(tear_height(Nanos{3600s} + 8'333'333ns, timestep::hz(60)) == doctest::Approx(0.5).epsilon(1e-6));
}
