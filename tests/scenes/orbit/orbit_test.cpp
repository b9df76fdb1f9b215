#include "scenes/orbit/orbit.hpp"
#include "scenes/ruined.hpp"

TEST_CASE("explicit Euler spirals outward and implicit Euler inward; the other integrators keep the energy")
{
    const World start{choice_of(Orbit{})};
    const auto gained = [&](Integrator id) { return after(Orbit{}, 60.0, 3.0, id).energy() - start.energy(); };
    const double tiny = 1e-2 * std::abs(start.energy());
    CHECK(gained(Integrator::explicit_euler) > 10.0 * tiny);
    CHECK(gained(Integrator::implicit_euler) < -10.0 * tiny);
    for (const Integrator id : {Integrator::semi_implicit_euler, Integrator::velocity_verlet, Integrator::rk4,
                                Integrator::rk2_midpoint, Integrator::implicit_midpoint})
        CHECK(std::abs(gained(id)) < tiny);
}

TEST_CASE("after an hour Verlet has kept its energy better than RK4")
{
    Orbit scene{.knobs = {.eccentricity = 0.5}};
    const double start = World{choice_of(scene)}.energy();
    const auto drift = [&](Integrator id) { return std::abs(after(scene, 60.0, 3600.0, id).energy() / start - 1.0); };
    CHECK(drift(Integrator::velocity_verlet) < 1e-2);
    CHECK(drift(Integrator::rk4) > drift(Integrator::velocity_verlet));
}

TEST_CASE("small steps return after one period, and the exact motion after a thousand")
{
    World world = after(Orbit{}, 10'000.0, 4.0, Integrator::rk4);
    CHECK(state_of<Orbit>(world).x.x == doctest::Approx(1.3).epsilon(1e-8));
    CHECK(std::abs(state_of<Orbit>(world).x.y) < 1e-8);
    World fresh{choice_of(Orbit{})};
    CHECK(exact_at<Orbit>(fresh, 4000.0).x.x == doctest::Approx(1.3).epsilon(1e-9));
    CHECK(std::abs(exact_at<Orbit>(fresh, 4000.0).x.y) < 1e-9);
}

TEST_CASE("the exact motion equals very small steps on circles, ellipses and hyperbolas")
{
    for (const double eccentricity : {0.0, 0.3, 0.9})
    {
        Orbit scene{.knobs = {.eccentricity = eccentricity}};
        for (const double t : {0.1, 1.0, 2.0, 3.3, 7.7})
        {
            World world = after(scene, 20'000.0, t, Integrator::rk4);
            World fresh{choice_of(scene)};
            CHECK(exact_at<Orbit>(fresh, t).x.x == doctest::Approx(state_of<Orbit>(world).x.x).epsilon(1e-7));
            CHECK(exact_at<Orbit>(fresh, t).x.y == doctest::Approx(state_of<Orbit>(world).x.y).epsilon(1e-7));
            CHECK(exact_at<Orbit>(fresh, t).v.x == doctest::Approx(state_of<Orbit>(world).v.x).epsilon(1e-6));
        }
    }
    World world{choice_of(Orbit{})};
    world.set_integrator(Integrator::rk4);
    world.step(0.01, {.grabbed = true, .drag_target_x = 1.0, .drag_target_y = 0.0});
    world.step(
        0.01,
        {.grabbed = true, .drag_target_x = 1.0, .drag_target_y = 0.05, .drag_velocity_y = 5.0}); // above escape speed
    for (int i = 0; i < 30'000; ++i) world.step(1e-4);
    CHECK(world.energy() > 0.0);
    CHECK(exact_at<Orbit>(world, world.time()).x.x == doctest::Approx(state_of<Orbit>(world).x.x).epsilon(1e-6));
    CHECK(exact_at<Orbit>(world, world.time()).x.y == doctest::Approx(state_of<Orbit>(world).x.y).epsilon(1e-6));
}

TEST_CASE("a planet that hits its star has crashed, and a planet that leaves has escaped, once")
{
    Orbit scene{.knobs = {.eccentricity = 0.9, .star_radius = 0.3}};
    const World crashed = after(scene, 240.0, 20.0, Integrator::velocity_verlet);
    CHECK(crashed.events().crashed == 1);
    CHECK(state_of<Orbit>(crashed).has_crashed);

    World thrown{choice_of(Orbit{})};
    thrown.step(0.01, {.grabbed = true, .drag_target_x = 1.0, .drag_target_y = 0.0});
    thrown.step(0.01, {.grabbed = true, .drag_target_x = 1.0, .drag_target_y = 0.1, .drag_velocity_y = 10.0});
    for (int i = 0; i < 600; ++i) thrown.step(1.0 / 60.0);
    CHECK(thrown.events().escaped == 1);
}

TEST_CASE("revolutions are counted, and angular momentum is conserved")
{
    const World world = after(Orbit{}, 60.0, 40.5);
    CHECK(state_of<Orbit>(world).revolution_count == 10);
    const auto momentum = [](const Orbit::State& state) { return cross(state.x, state.v); };
    CHECK(momentum(state_of<Orbit>(world)) ==
          doctest::Approx(momentum(world.scene().as<Orbit>().initial_state())).epsilon(1e-12));
}

TEST_CASE("orbit: a state of NaN leaves a valid picture without a planet") { check_ruined<Orbit>(1); }
