// tests/scenes/runs.hpp -- runs a scene at a steady rate, and returns its exact motion
#pragma once

#include "scenes/world.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace scenes
{

template <class S>
std::string_view name_of()
{
    return (*std::ranges::find_if(all_scenes(),
                                  [](const SceneType* type) { return type->make_scene().template is<S>(); }))
        ->name;
}

template <class S>
requires requires(const S scene) { scene.knobs; }
SceneSettings choice_of(const S& scene)
{
    SceneSettings choice = *find_scene_defaults(name_of<S>());
    std::ranges::transform(type_of(choice).knobs, choice.knobs.begin(),
                           [&](const SceneKnob& knob) { return knob.get(&scene.knobs); });
    return choice;
}

inline SceneSettings choice_of(const World& world)
{
    SceneSettings choice = *find_scene_defaults(world.name());
    const void* const knobs = world.type().knobs_of(const_cast<AnyScene&>(world.scene()));
    std::ranges::transform(world.type().knobs, choice.knobs.begin(),
                           [&](const SceneKnob& knob) { return knob.get(knobs); });
    return choice;
}

inline void set_knob(World& world, std::string_view name, double value)
{
    SceneSettings choice = choice_of(world);
    set_knob(choice, name, value);
    world.set_knobs(choice);
}

/// A world after `steps` steps of 1/hz seconds.
World stepped(const auto& scene, double hz, int steps,
              sim::Integrator integrator = sim::Integrator::semi_implicit_euler)
{
    World world{choice_of(scene)};
    world.set_integrator(integrator);
    for (int i = 0; i < steps; ++i) world.step(1.0 / hz);
    return world;
}

/// A world after `seconds`, rounded to whole steps of 1/hz seconds.
World after(const auto& scene, double hz, double seconds,
            sim::Integrator integrator = sim::Integrator::semi_implicit_euler)
{
    return stepped(scene, hz, static_cast<int>(std::lround(seconds * hz)), integrator);
}

template <class S>
const typename S::State& state_of(const World& world)
{
    return world.current_state().as<typename S::State>();
}

template <class S>
typename S::State exact_at(World& world, double time)
{
    AnyState out;
    REQUIRE(world.write_exact_state(time, out));
    return out.as<typename S::State>();
}

} // namespace scenes
