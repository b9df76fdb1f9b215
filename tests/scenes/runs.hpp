// tests/scenes/runs.hpp -- runs a scene at a steady rate, and returns its exact motion
#pragma once

#include "scenes/world.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <variant>

namespace scenes
{

/// Returns a world of that scene after `steps` steps of 1/hz seconds.
template <class Scene>
World stepped(const Scene& scene, double hz, int steps,
              sim::Integrator integrator = sim::Integrator::semi_implicit_euler)
{
    World world{scene};
    world.set_integrator(integrator);
    for (int i = 0; i < steps; ++i) world.step(1.0 / hz);
    return world;
}

/// Returns a world of that scene after `seconds`, rounded to whole steps of 1/hz seconds.
template <class Scene>
World after(const Scene& scene, double hz, double seconds,
            sim::Integrator integrator = sim::Integrator::semi_implicit_euler)
{
    return stepped(scene, hz, static_cast<int>(std::lround(seconds * hz)), integrator);
}

/// Returns the exact state at `time`; the scene must have one.
template <class Scene>
typename Scene::State exact_at(World& world, double time)
{
    AnyState out;
    REQUIRE(world.exact(time, out));
    return std::get<typename Scene::State>(out);
}

} // namespace scenes
