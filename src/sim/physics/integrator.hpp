// sim/physics/integrator.hpp -- the list of all integrators, and a function that takes a step with a chosen integrator
#pragma once

#include "sim/physics/integrators/explicit.hpp"
#include "sim/physics/integrators/implicit.hpp"

#include <array>
#include <cstdint>
#include <string_view>

namespace sim
{

enum class Integrator : std::uint8_t
{
    explicit_euler,
    semi_implicit_euler,
    velocity_verlet,
    rk2_midpoint,
    rk4,
    implicit_euler,
    implicit_midpoint,
    exact, ///< the closed-form solution, if the simulated scene has one
};

struct IntegratorRow
{
    Integrator id;
    std::string_view name;  ///< name of the integrator on the command line, in kebab-case
    std::string_view label; ///< name of the integrator that menus show
    std::string_view price; ///< disadvantage of the integrator, such as "gains energy at every step"
};

inline constexpr std::array all_integrators{
    IntegratorRow{Integrator::explicit_euler, "explicit-euler", "explicit Euler", "gains energy at every step"},
    IntegratorRow{Integrator::semi_implicit_euler, "semi-implicit-euler", "semi-implicit Euler",
                  "explodes at h*w = 2, and swings a little fast"},
    IntegratorRow{Integrator::velocity_verlet, "velocity-verlet", "velocity Verlet", "explodes at h*w = 2"},
    IntegratorRow{Integrator::rk2_midpoint, "rk2-midpoint", "RK2 midpoint", "gains energy, slowly"},
    IntegratorRow{Integrator::rk4, "rk4", "RK4", "four times the work, and explodes at h*w = 2.83"},
    IntegratorRow{Integrator::implicit_euler, "implicit-euler", "implicit Euler", "never explodes, but kills motion"},
    IntegratorRow{Integrator::implicit_midpoint, "implicit-midpoint", "implicit midpoint",
                  "never explodes, but solves equations and swings slow"},
    IntegratorRow{Integrator::exact, "exact", "exact", "a closed form, which few scenes have"},
};

constexpr const IntegratorRow& row_of(Integrator id) { return all_integrators[static_cast<std::size_t>(id)]; }

/// Takes one step of `h` seconds with the integrator `id`. Integrator::exact is not supported, because it needs a
/// formula that only the scene knows: a semi-implicit Euler step is taken instead.
template <class X, class Acceleration>
constexpr void integrate(Integrator id, X& x, X& v, double h, Acceleration&& acceleration)
{
    switch (id)
    {
    case Integrator::explicit_euler: return explicit_euler(x, v, h, acceleration);
    case Integrator::velocity_verlet: return velocity_verlet(x, v, h, acceleration);
    case Integrator::rk2_midpoint: return rk2_midpoint(x, v, h, acceleration);
    case Integrator::rk4: return rk4(x, v, h, acceleration);
    case Integrator::implicit_euler: return implicit_euler(x, v, h, acceleration);
    case Integrator::implicit_midpoint: return implicit_midpoint(x, v, h, acceleration);
    case Integrator::semi_implicit_euler:
    case Integrator::exact: return semi_implicit_euler(x, v, h, acceleration);
    }
}

} // namespace sim
