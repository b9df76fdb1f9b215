// scenes/runs.hpp -- what tests of several scenes do: run one at a steady rate, and ask a world for the truth
#pragma once

#include "scenes/world.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <variant>

namespace scenes
{

/// A world of that scene after so many steps of 1/hz seconds.
template <class Scene>
World stepped(const Scene& scene, double hz, int steps,
              sim::Integrator integrator = sim::Integrator::semi_implicit_euler)
{
    World world{scene};
    world.set_integrator(integrator);
    for (int i = 0; i < steps; ++i) world.step(1.0 / hz);
    return world;
}

/// Likewise after so many seconds, to the nearest step.
template <class Scene>
World after(const Scene& scene, double hz, double seconds,
            sim::Integrator integrator = sim::Integrator::semi_implicit_euler)
{
    return stepped(scene, hz, static_cast<int>(std::lround(seconds * hz)), integrator);
}

template <class Scene>
typename Scene::State exact_at(World& world, double time)
{
    AnyState out;
    REQUIRE(world.exact(time, out));
    return std::get<typename Scene::State>(out);
}

} // namespace scenes
