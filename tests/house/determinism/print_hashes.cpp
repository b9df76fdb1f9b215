// Runs every scene with every integrator and the same inputs, and prints one line with a hash of the final states of
// each scene. tests/house/determinism.sh compares the lines of several compilers and machines.
#include "scenes/world.hpp"

#include <cinttypes>
#include <cstdio>
#include <string>

using namespace scenes;
using namespace sim;

namespace
{
constexpr int ticks = 240;

Input input_of(int tick)
{
    const bool grabs = tick >= 60 && tick < 80;
    return {.grabbed = grabs,
            .drag_target_x = grabs ? -0.5 + 0.03 * (tick - 60) : 0.0,
            .drag_target_y = grabs ? 0.9 : 0.0,
            .held = {.right = tick >= 100, .jump = tick % 50 < 5},
            .pressed = {.jump = tick >= 100 && tick % 50 == 0, .dash = tick % 90 == 0}};
}

// A fixed step, or one that changes from tick to tick as in a variable loop.
double step_of(int tick, bool variable) { return variable ? 0.004 * (1 + tick * 7 % 5) : 1.0 / 60.0; }

// The final states of a scene's runs, one with each integrator, and the events of all runs.
struct Runs
{
    StateHash hash{};
    int events = 0;

    void add(World world, bool variable)
    {
        for (int tick = 0; tick < ticks; ++tick) world.step(step_of(tick, variable), input_of(tick));
        hash.add(world.state_hash().value()); // throws if the state has a NaN
        for (const EventKind& kind : event_kinds) events += world.events().*kind.counter;
    }
};

// Rounds twice. With a fused multiply-add it rounds once, and the rounding error of a*b is the result.
[[gnu::noinline]] float multiply_add(float a, float b, float c) { return a * b + c; }

void print_canary()
{
    volatile float a = 0.1F;
    const float hidden = multiply_add(a, 0.03F, -0.00300000003F);
    const float folded = multiply_add(0.1F, 0.03F, -0.00300000003F);
    std::printf("fused multiply-add: %g at run time, %g folded\n", static_cast<double>(hidden),
                static_cast<double>(folded));
}
} // namespace

int main()
{
    print_canary();
    for (const SceneType* scene : all_scenes())
    {
        Runs fixed, variable;
        for (const IntegratorInfo& integrator : all_integrators)
        {
            SceneSettings settings = find_scene_defaults(scene->name).value();
            if (find_knob(*scene, "count") != nullptr)
                set_knob(settings, "count", 5'000.0); // applies only to the storm
            World world{settings};
            const bool only_one = !scene->uses_integrator && integrator.id != world.integrator();
            if (only_one || !world.set_integrator(integrator.id)) continue;
            fixed.add(world, false);
            variable.add(world, true);
        }
        std::printf("%-16s fixed %016" PRIx64 " %4d events, variable %016" PRIx64 " %4d events\n",
                    std::string{scene->name}.c_str(), *fixed.hash.value(), fixed.events, *variable.hash.value(),
                    variable.events);
    }
}
