// The largest stable step of a scene with springs against the matrix of its own steps, squared fifty times.
#include "scenes/ball_with_part/ball_with_part.hpp"
#include "scenes/chain/chain.hpp"
#include "scenes/runs.hpp"
#include "scenes/spring_and_ball/spring_and_ball.hpp"
#include "scenes/stability_text.hpp"

#include <fmt/core.h>

#include <limits>
#include <vector>

using namespace scenes;
using sim::Integrator;

namespace
{

using Matrix = std::vector<std::vector<double>>;

double& at(BallWithPart::State& s, std::size_t i) { return *std::array{&s.x, &s.weight_x, &s.v, &s.weight_v}.at(i); }
double& at(SpringAndBall::State& s, std::size_t i) { return *std::array{&s.x, &s.v}.at(i); }
double& at(Chain::State& s, std::size_t i)
{
    constexpr std::size_t half = Chain::ParticleVectors::dimensions;
    return component(i < half ? s.x : s.v, i % half);
}

// Derivative of a step of `h` seconds at the state `rest`, which stays as it is.
template <class S>
Matrix step_matrix(const S& scene, std::size_t size, typename S::State rest, Integrator integrator, double h,
                   double shift)
{
    const auto stepped_at = [&](std::size_t column, double change)
    {
        typename S::State state = rest;
        at(state, column) += change;
        sim::EventCounts events{};
        scene.step(state, {.h = h, .end_time = h, .integrator = integrator}, {}, events);
        return state;
    };
    Matrix matrix(size, std::vector<double>(size));
    for (std::size_t column = 0; column < size; ++column)
    {
        auto up = stepped_at(column, shift);
        auto down = stepped_at(column, -shift);
        for (std::size_t row = 0; row < size; ++row)
            matrix[row][column] = (at(up, row) - at(down, row)) / (2.0 * shift);
    }
    return matrix;
}

// Logarithm of the growth in a step: of the norm of 2^50 steps, rescaled after each squaring.
double log_growth(Matrix matrix)
{
    const std::size_t size = matrix.size();
    double log_norm = 0.0;
    for (int i = 0; i <= 50; ++i)
    {
        double norm = 0.0;
        for (const auto& row : matrix)
            for (const double element : row) norm = std::max(norm, std::abs(element));
        log_norm += std::log(norm) / std::exp2(i);
        Matrix square(size, std::vector<double>(size));
        for (std::size_t row = 0; row < size; ++row)
            for (std::size_t k = 0; k < size; ++k)
                for (std::size_t column = 0; column < size; ++column)
                    square[row][column] += matrix[row][k] / norm * (matrix[k][column] / norm);
        matrix = square;
    }
    return log_norm;
}

double limit_of(const auto& scene, Integrator integrator)
{
    World world{choice_of(scene)};
    REQUIRE(world.set_integrator(integrator));
    return world.stable_step_limit().value();
}

double growth_rate_of(const auto& scene, Integrator integrator, double h)
{
    World world{choice_of(scene)};
    REQUIRE(world.set_integrator(integrator));
    return world.growth_rate(h);
}

BallWithPart ball_with_part(double damping_ratio)
{
    BallWithPart scene;
    scene.knobs.wall_x = 1e9;
    scene.knobs.weight_damping_ratio = damping_ratio;
    return scene;
}

} // namespace

TEST_CASE("the largest stable step of the ball with a part is that of all its vibrations, for every integrator")
{
    for (const double weight_mass : {0.02, 0.3})
        for (const double weight_stiffness : {15.0, 400.0})
            for (const double damping_ratio : {0.0, 0.001, 0.03, 0.3, 1.0})
                for (const sim::IntegratorInfo& info : sim::all_integrators)
                {
                    if (info.id == Integrator::exact) continue; // not for this scene
                    BallWithPart scene = ball_with_part(damping_ratio);
                    scene.knobs.weight_mass = weight_mass;
                    scene.knobs.weight_stiffness = weight_stiffness;
                    INFO(info.name, ", damping ", damping_ratio, ", ", weight_stiffness, " N/m, ", weight_mass, " kg");
                    const auto growth_at = [&](double h)
                    { return log_growth(step_matrix(scene, 4, {}, info.id, h, 1.0)); };
                    const double limit = limit_of(scene, info.id);
                    CAPTURE(limit);
                    if (limit == 0.0)
                    {
                        CHECK((damping_ratio == 0.0 || info.id == Integrator::explicit_euler));
                        CHECK(growth_at(1e-3) > 1e-10);
                        CHECK(growth_rate_of(scene, info.id, 1e-3) * 1e-3 ==
                              doctest::Approx(growth_at(1e-3)).epsilon(0.01));
                        continue;
                    }
                    if (std::isinf(limit))
                    {
                        for (const double h : {1e-3, 0.1, 10.0}) CHECK(growth_at(h) < 2e-14);
                        continue;
                    }
                    const double h = std::max(1.3 * limit, 1e-5);
                    if (limit > 1e-6) // below, the growth is less than the rounding error of a step
                    {
                        CHECK(growth_at(0.98 * limit) < 2e-14);
                        CHECK(growth_at(1.02 * limit) > 5e-14);
                    }
                    CHECK(growth_rate_of(scene, info.id, h) * h == doctest::Approx(growth_at(h)).epsilon(0.02));
                    CHECK(growth_rate_of(scene, info.id, 0.9 * limit) == 0.0);
                }
}

TEST_CASE("the default ball with a part has these limits, and explicit Euler at 500 Hz grows e-fold in 39 s")
{
    const auto limit_ms = [](Integrator integrator) { return 1e3 * limit_of(BallWithPart{}, integrator); };
    CHECK(limit_ms(Integrator::semi_implicit_euler) == doctest::Approx(70.129).epsilon(1e-5));
    CHECK(limit_ms(Integrator::velocity_verlet) == doctest::Approx(70.254).epsilon(1e-5));
    CHECK(limit_ms(Integrator::rk4) == doctest::Approx(104.207).epsilon(1e-5));
    CHECK(limit_ms(Integrator::rk2_midpoint) == doctest::Approx(6.2595).epsilon(1e-5));
    CHECK(limit_ms(Integrator::explicit_euler) == doctest::Approx(0.001561).epsilon(4e-4));
    CHECK(std::isinf(limit_ms(Integrator::implicit_euler)));
    CHECK(std::isinf(limit_ms(Integrator::implicit_midpoint)));
    CHECK(1.0 / growth_rate_of(BallWithPart{}, Integrator::explicit_euler, 1.0 / 500.0) ==
          doctest::Approx(39.3).epsilon(0.01));
}

TEST_CASE("the largest stable step of a single spring is that of its step's matrix")
{
    for (const double damping_ratio : {0.0, 1e-3, 0.1, 1.0})
        for (const sim::IntegratorInfo& info : sim::all_integrators)
        {
            INFO(info.name, ", damping ", damping_ratio);
            const SpringAndBall scene{.knobs = {.damping_ratio = damping_ratio, .wall_x = 1e9}};
            const auto growth_at = [&](double h) { return log_growth(step_matrix(scene, 2, {}, info.id, h, 1.0)); };
            const double limit = limit_of(scene, info.id);
            if (limit == 0.0)
                CHECK(growth_at(1e-3) > 1e-10);
            else if (std::isinf(limit))
                CHECK(growth_at(1.0) < 2e-14);
            else
            {
                CHECK(growth_at(0.98 * limit) < 2e-14);
                CHECK(growth_at(1.02 * limit) > 1e-8);
            }
        }
}

TEST_CASE("a chain swings across undamped, so that explicit Euler and RK2 have no stable step")
{
    const Chain scene;
    Chain::State rest = scene.initial_state();
    double y = 0.0;
    for (std::size_t i = 0; i < Chain::link_count; ++i)
    {
        const double carried = scene.knobs.mass * scene.knobs.gravity * static_cast<double>(Chain::link_count - i);
        y -= scene.knobs.link_length + carried / scene.knobs.stiffness;
        rest.x.values.at(i) = {0.0, y};
    }
    for (const sim::IntegratorInfo& info : sim::all_integrators)
    {
        if (info.id == Integrator::exact) continue; // not for this scene
        CAPTURE(info.name);
        const auto growth_at = [&](double h) { return log_growth(step_matrix(scene, 64, rest, info.id, h, 1e-5)); };
        const double limit = limit_of(scene, info.id);
        if (info.id == Integrator::explicit_euler || info.id == Integrator::rk2_midpoint)
        {
            CHECK(limit == 0.0);
            const double h = 4e-3;
            CHECK(growth_rate_of(scene, info.id, h) * h == doctest::Approx(growth_at(h)).epsilon(0.01));
        }
        else if (!std::isinf(limit))
        {
            CHECK(growth_at(0.98 * limit) < 1e-6);
            CHECK(growth_at(1.02 * limit) > 1e-3);
        }
    }
}

TEST_CASE("a step holds in the search if it keeps the energy below twice its start for a minute, as it does in a run")
{
    const auto holds = [](double h)
    {
        World world{choice_of(BallWithPart{})};
        const double start = world.energy();
        while (world.time() < 60.0)
        {
            world.step(h);
            if (!(world.energy() <= 2.0 * start)) return false;
        }
        return true;
    };
    double shortest_failing_ms = 0.0;
    int failing_count = 0;
    for (int i = 200; i >= 2; --i)
    {
        if (holds(0.5e-3 * i)) continue;
        shortest_failing_ms = 0.5 * i;
        ++failing_count;
    }

    SafeStepSearch search;
    const World world{choice_of(BallWithPart{})};
    int calls = 0;
    for (; search.text(world).empty() && calls < 1000; ++calls) search.advance(world, 20'000);
    CHECK(calls > 20); // a part in each frame of a window
    CHECK(search.text(world) ==
          fmt::format("with the wall: tried 1 to 100 ms; {} of 199 steps fail, the shortest of {} ms", failing_count,
                      shortest_failing_ms));
    CHECK_FALSE(holds(0.0570));
    CHECK(holds(0.0580));

    BallWithPart heavier;
    heavier.knobs.weight_mass = 0.1;
    const World other{choice_of(heavier)};
    CHECK(search.text(other).empty());
    search.advance(other, 20'000);
    CHECK(search.text(world).empty());
    const World chain{choice_of(Chain{})}; // has no wall
    search.advance(chain, 6'000'000);
    CHECK(search.text(chain).empty());
}

TEST_CASE("the limit is named as that of the springs, an integrator without one as never stable, slow growth as slow")
{
    World world{choice_of(BallWithPart{})};
    CHECK(stability_text(world) == "springs alone: stable up to 70.1 ms");
    CHECK(growth_text(world, 0.07).empty());
    world.set_integrator(Integrator::explicit_euler);
    CHECK(growth_text(world, 0.002) == ", doubles every 27.2 s");
    world.set_integrator(Integrator::rk2_midpoint);
    CHECK(stability_text(world) == "springs alone: stable up to 6.26 ms");
    CHECK(growth_text(world, 1.0 / 43.0).starts_with(", grows slowly, doubles every 1"));
    World chain{choice_of(Chain{})};
    chain.set_integrator(Integrator::explicit_euler);
    CHECK(stability_text(chain) == "never stable with explicit Euler");
}
