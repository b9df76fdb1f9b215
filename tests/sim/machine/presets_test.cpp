#include "sim/machine/presets.hpp"
#include "sim/machine/virtual_pc.hpp"

#include "timestep/presets.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace sim;

namespace
{
struct Seen
{
    double fps   = 0.0;
    Nanos worst  = {};
    double speed = 0.0;
};

Seen run(const MachineSettings& settings, Nanos duration)
{
    auto loop = timestep::presets::accumulator();
    VirtualPc pc{settings, 1};
    int frames = 0;
    Nanos simulated{};
    Seen seen;
    while (pc.time() < duration)
    {
        const Nanos measured          = pc.begin_frame(settings);
        const timestep::StepPlan plan = loop.plan({measured});
        for (std::int64_t i = 0; i < plan.steps && pc.elapsed() < pc.patience(); ++i) pc.spend(settings.step_cost);
        simulated += plan.stepped;
        seen.worst = std::max(seen.worst, measured);
        ++frames;
        pc.end_frame(settings, true);
    }
    seen.fps   = (frames - 1) / timestep::to_seconds(pc.time());
    seen.speed = timestep::to_seconds(simulated) / timestep::to_seconds(pc.time());
    return seen;
}

Seen run(std::string_view name) { return run(find_preset(name)->make(), 60s); }
} // namespace

TEST_CASE("every machine preset has a name and a sentence, and is found by its name")
{
    CHECK(all_presets().size() >= 8);
    for (const MachinePreset& preset : all_presets())
    {
        CHECK(find_preset(preset.name) == &preset);
        CHECK(preset.what.back() == '.');
        CHECK(preset.what.size() > 30);
    }
    CHECK(find_preset("no-such-machine") == nullptr);
}

TEST_CASE("the machine presets have the frame rates and frame times that their sentences say")
{
    CHECK(run("gaming-pc-144").fps == doctest::Approx(144.0).epsilon(1e-3));
    CHECK(run("television-59.94").fps == doctest::Approx(59.94).epsilon(1e-3));
    CHECK(run("steam-deck-90").fps == doctest::Approx(90.0).epsilon(1e-3));
    CHECK(run("old-pc-25").fps == doctest::Approx(25.0).epsilon(1e-3));
    const Seen laptop = run("office-laptop-60");
    CHECK(laptop.fps < 60.0);
    CHECK(laptop.fps > 58.5);
    CHECK(laptop.worst > 30ms);
    const Seen vrr = run("vrr-48-144");
    CHECK(vrr.fps > 75.0);
    CHECK(vrr.fps < 111.0);
    CHECK(vrr.worst < 20ms);
    const Seen stutters = run("stutters-every-second");
    CHECK(std::chrono::abs(stutters.worst - 133'333'333ns) <= 1ns);
    CHECK(stutters.speed == doctest::Approx(1.0).epsilon(1e-3));
    CHECK(run("spiral").worst > 5s);
}
