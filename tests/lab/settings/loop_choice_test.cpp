#include "lab/settings/loop_choice.hpp"

#include "lab/settings/realised_loop.hpp"
#include "timestep/presets.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>

using namespace lab;
using timestep::Loop;
using timestep::Nanos;
using timestep::Preset;

namespace
{

std::size_t index_of(const Preset& preset) { return static_cast<std::size_t>(&preset - timestep::all_presets.data()); }

// Returns all that two loops show of themselves: kinds, knobs, rate, and the plans of 200 frames of 0.1 to 60 ms.
std::string account_of(Loop loop)
{
    std::string text;
    timestep::for_each_knob(loop, [&](std::string_view axis, const timestep::KnobRef& knob)
                            { text += std::string{axis} + std::string{knob.name} + std::to_string(knob.get()) + " "; });
    for (const std::string_view name :
         {loop.filter.name(), loop.stepper.name(), loop.overload.name(), loop.pacer.name(), name_of(loop.presentation)})
        text += std::string{name} + " ";
    text += std::to_string(loop.rate().num) + "/" + std::to_string(loop.rate().den);
    std::mt19937_64 random{3};
    for (int i = 0; i < 200; ++i)
    {
        const Nanos frame{100'000 + static_cast<std::int64_t>(random() % 60'000'000)};
        const timestep::StepPlan plan = loop.plan({.frame = frame, .refresh_period = Nanos{16'666'667}});
        text += " " + std::to_string(plan.steps) + "," + std::to_string(plan.dt.count()) + "," +
                std::to_string(plan.tail.count()) + "," + std::to_string(plan.carried.count()) + "," +
                std::to_string(plan.dropped.count()) + "," + std::to_string(plan.alpha);
    }
    return text;
}

} // namespace

TEST_CASE("a choice makes the loop of its preset, at every rate, also after each knob was turned and turned back")
{
    for (const Preset& preset : timestep::all_presets)
        for (const timestep::Rate rate : {preset.default_rate, timestep::Rate{60000, 1001}, timestep::hz(240)})
        {
            CAPTURE(preset.name);
            const std::string wanted = account_of(preset.make(rate));
            LoopChoice choice        = choice_of(index_of(preset), preset.make(rate));
            CHECK(account_of(realised(choice)) == wanted);
            CHECK(choice_of(index_of(preset), realised(choice)) == choice);
            for (const LoopAxis axis : all_loop_axes)
            {
                const auto knobs = knobs_of(axis, choice.part(axis).kind);
                for (std::size_t k = 0; k < knobs.size(); ++k)
                {
                    const LoopChoice before = choice;
                    choice.set_knob(axis, k, knobs[k].max);
                    CHECK(choice.part(axis).knobs[k] == doctest::Approx(knobs[k].max));
                    choice.set_knob(axis, k, before.part(axis).knobs[k]);
                    CHECK(choice == before);
                }
            }
            CHECK(account_of(realised(choice)) == wanted);
        }
}

TEST_CASE("a choice follows each change as a loop that is changed in the same way")
{
    std::mt19937_64 random{1};
    for (int run = 0; run < 300; ++run)
    {
        const std::size_t preset = random() % timestep::all_presets.size();
        LoopChoice choice;
        choice.choose(preset);
        Loop loop = timestep::all_presets[preset].make(choice.rate);
        for (int change = 0; change < 6; ++change)
        {
            const LoopAxis axis    = all_loop_axes[random() % all_loop_axes.size()];
            const std::size_t kind = random() % kinds_of(axis).size();
            const auto rate        = timestep::hz(10 + static_cast<int>(random() % 200));
            const auto replace     = [&](auto& part)
            {
                part.choose(part.names[kind]);
                loop.set_rate(loop.rate());
            };
            switch (random() % 2)
            {
            case 0:
                choice.set_rate(rate);
                loop.set_rate(rate);
                break;
            default:
                choice.choose_part(axis, kind);
                if (axis == LoopAxis::filter) replace(loop.filter);
                if (axis == LoopAxis::stepper) replace(loop.stepper);
                if (axis == LoopAxis::overload) replace(loop.overload);
                if (axis == LoopAxis::pacer) replace(loop.pacer);
            }
        }
        CAPTURE(timestep::all_presets[preset].name);
        CHECK(account_of(realised(choice)) == account_of(loop));
    }
}

TEST_CASE("another preset keeps a rate that the user has set, and replaces the old preset's own rate")
{
    LoopChoice choice;
    CHECK(timestep::all_presets[choice.preset].name == "interpolated");
    choice.choose(index_of(*timestep::find_preset("doom")));
    CHECK(choice.rate == timestep::hz(35));
    choice.set_rate(timestep::Rate{60000, 1001});
    choice.choose_part(LoopAxis::pacer, 0);
    choice.choose(index_of(*timestep::find_preset("accumulator")));
    CHECK(choice.rate == timestep::Rate{60000, 1001});
    CHECK_FALSE(choice.part(LoopAxis::pacer).is_chosen);
}

TEST_CASE("a knob out of its range changes nothing")
{
    LoopChoice choice;
    choice.choose(index_of(*timestep::find_preset("variable-clamped")));
    const LoopChoice before = choice;
    REQUIRE_FALSE(knobs_of(LoopAxis::filter, choice.part(LoopAxis::filter).kind).empty());
    choice.set_knob(LoopAxis::filter, 0, -1.0);
    CHECK(choice == before);
}
