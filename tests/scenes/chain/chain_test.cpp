#include "scenes/chain/chain.hpp"
#include "scenes/ruined.hpp"

TEST_CASE("a straight chain explodes within 1 % of the limit that the panel shows")
{
    // The rope hangs straight. A small push along it excites all of its vibrations.
    const auto explodes = [](const Chain& scene, double h)
    {
        World world{choice_of(scene)};
        auto& state = const_cast<AnyState&>(world.current_state()).as<Chain::State>();
        for (std::size_t i = 0; i < Chain::link_count; ++i)
            state.x.values[i] = {0.0, -scene.knobs.link_length * static_cast<double>(i + 1)};
        state.x.values[5].y += 1e-6;
        for (int i = 0; i < 20'000 && std::abs(state.v.values.back().y) < 0.1; ++i) world.step(h);
        return std::abs(state.v.values.back().y) >= 0.1;
    };
    for (const double damping_ratio : {0.0, 0.1, 0.5})
    {
        Chain scene{.knobs = {.damping_ratio = damping_ratio, .gravity = 0.0}};
        const double limit = World{choice_of(scene)}.stable_step_limit().value();
        CHECK_FALSE(explodes(scene, 0.99 * limit));
        CHECK(explodes(scene, 1.01 * limit));
    }
}

TEST_CASE("without damping, small Verlet steps keep the chain's energy")
{
    Chain scene{.knobs = {.damping_ratio = 0.0}};
    const World start{choice_of(scene)};
    // Energy that the rope gains between its start position and its lowest position.
    const double swung = 0.5 * Chain::link_count * scene.knobs.mass * 9.81 * 0.2 * (Chain::link_count + 1);
    const World world = after(scene, 20'000.0, 3.0, Integrator::velocity_verlet);
    CHECK(std::abs(world.energy() - start.energy()) < 1e-4 * swung);
}

TEST_CASE("implicit Euler keeps a chain a hundred times as stiff stable at 20 Hz")
{
    Chain scene{.knobs = {.stiffness = 20'000.0, .mass = 0.05}};
    const World world = after(scene, 20.0, 10.0, Integrator::implicit_euler);
    CHECK(world.events().blown_up == 0);
    CHECK(world.observables().x < 4.0);
    CHECK(after(scene, 20.0, 10.0).events().blown_up == 1);
}

TEST_CASE("a damped chain comes to rest hanging straight, stretched by its own weight" * doctest::skip(is_sanitized))
{
    Chain scene{.knobs = {.damping_ratio = 0.3}};
    // The damping along the links hardly slows a swing; the energy loss of implicit Euler does.
    const World world = after(scene, 60.0, 600.0, Integrator::implicit_euler);
    const auto& particles = state_of<Chain>(world).x.values;
    const double carried = scene.knobs.mass * scene.knobs.gravity * Chain::link_count;
    CHECK(std::abs(particles.back().x) < 0.05);
    CHECK(-particles.front().y ==
          doctest::Approx(scene.knobs.link_length + carried / scene.knobs.stiffness).epsilon(0.01));
}

TEST_CASE("a hand takes the rope's end, moves it, and releases it at the hand's speed")
{
    World world{choice_of(Chain{})};
    world.step(1.0 / 240.0, {.grabbed = true, .drag_target_x = 3.3, .drag_target_y = 0.1});
    CHECK(state_of<Chain>(world).held_particle_index == 15);
    for (int i = 1; i <= 10; ++i)
        world.step(1.0 / 240.0,
                   {.grabbed = true, .drag_target_x = 3.3 - 0.01 * i, .drag_target_y = 0.1, .drag_velocity_x = -2.4});
    CHECK(state_of<Chain>(world).held_particle_index == 15);
    CHECK(state_of<Chain>(world).x.values[15].x == doctest::Approx(3.2));
    CHECK(state_of<Chain>(world).v.values[15].x == doctest::Approx(-2.4));
    world.step(1.0 / 240.0);
    CHECK(state_of<Chain>(world).held_particle_index == -1);
}

TEST_CASE("chain: a state of NaN leaves a valid picture") { check_ruined<Chain>(); }
