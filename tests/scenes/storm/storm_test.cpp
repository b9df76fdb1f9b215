#include "scenes/ruined.hpp"
#include "scenes/storm/storm.hpp"

namespace
{
Storm storm_of(int count, int threads = 1)
{
    Storm storm;
    storm.knobs.ball_count = count;
    storm.knobs.thread_count = threads;
    return storm;
}

double worst_error(const World& world, std::size_t stride)
{
    double worst = 0.0;
    const auto& state = state_of<Storm>(world);
    const auto& scene = world.scene().as<Storm>();
    const Storm::State start = scene.initial_state();
    for (std::size_t i = 0; i < state.x.size(); i += stride)
    {
        auto x = static_cast<double>(start.x[i]), v = static_cast<double>(start.v[i]);
        exact_spring_step(scene.angular_frequency(i), scene.knobs.damping_ratio, world.time()).advance(x, v);
        worst = std::max(worst, std::abs(static_cast<double>(state.x[i]) - x));
    }
    return worst;
}
} // namespace

TEST_CASE("with exact steps every ball follows the closed form, to the precision of a float")
{
    for (const double damping_ratio : {0.0, 0.05, 1.0})
    {
        Storm scene = storm_of(5'000);
        scene.knobs.damping_ratio = damping_ratio;
        CHECK(worst_error(stepped(scene, 60.0, 600, Integrator::exact), 1) < 2e-5);
        CHECK(worst_error(stepped(scene, 2.1, 100, Integrator::exact), 1) < 1e-4); // about half an oscillation per step
    }
}

TEST_CASE("every integrator moves each ball of the storm as it moves a single ball in doubles")
{
    Storm scene = storm_of(700);
    scene.knobs.damping_ratio = 0.02;
    const Storm::State start = scene.initial_state();
    for (const IntegratorInfo& row : all_integrators)
    {
        CAPTURE(row.name);
        const World world = stepped(scene, 60.0, 120, row.id);
        for (const std::size_t i : {std::size_t{0}, std::size_t{333}, std::size_t{699}})
        {
            const double w = scene.angular_frequency(i);
            auto x = static_cast<double>(start.x[i]);
            auto v = static_cast<double>(start.v[i]);
            for (int k = 0; k < 120; ++k)
            {
                if (row.id == Integrator::exact)
                    exact_spring_step(w, 0.02, 1.0 / 60.0).advance(x, v);
                else
                    integrate(row.id, x, v, 1.0 / 60.0,
                              [=](double at, double speed) { return -w * w * at - 0.04 * w * speed; });
            }
            CHECK(std::abs(static_cast<double>(state_of<Storm>(world).x[i]) - x) < 3e-5);
            CHECK(std::abs(static_cast<double>(state_of<Storm>(world).v[i]) - v) < 3e-4);
        }
    }
}

TEST_CASE("any number of threads and any grouping of steps gives the same bits")
{
    const World one = stepped(storm_of(300'000, 1), 60.0, 24);
    for (const int threads : {2, 3, 5})
    {
        World world{choice_of(storm_of(300'000, threads))};
        for (const int bundle : {1, 7, 16})
            world.step_many(1.0 / 60.0, std::vector<Input>(static_cast<std::size_t>(bundle)));
        CHECK(world.state_hash() == one.state_hash());
        CHECK(state_of<Storm>(world).previous_x == state_of<Storm>(one).previous_x);
    }
}

TEST_CASE("symplectic integrators keep the energy for an hour at 60 Hz, also in floats")
{
    for (const Integrator id : {Integrator::semi_implicit_euler, Integrator::velocity_verlet})
    {
        World world{choice_of(storm_of(64))};
        world.set_integrator(id);
        const double start = world.energy();
        const std::vector<Input> second(60);
        double least = start;
        double most = start;
        for (int i = 0; i < 3600; ++i)
        {
            world.step_many(1.0 / 60.0, second);
            least = std::min(least, world.energy());
            most = std::max(most, world.energy());
        }
        CHECK(least > 0.9 * start);
        CHECK(most < 1.1 * start);
    }
}

TEST_CASE("the storm explodes once beyond the shown limit, and to the same state for any grouping of steps")
{
    Storm scene = storm_of(2'000);
    const double limit = World{choice_of(scene)}.stable_step_limit().value();
    CHECK(stepped(scene, 1.0 / (0.99 * limit), 5'000).events().blown_up == 0);
    const World single = stepped(scene, 1.0 / (1.01 * limit), 5'000);
    CHECK(single.events().blown_up == 1);

    World bundled{choice_of(scene)};
    for (int i = 0; i < 50; ++i) bundled.step_many(1.01 * limit, std::vector<Input>(100));
    CHECK(bundled.events().blown_up == 1);
    CHECK(bundled.state_hash() == single.state_hash());
}

TEST_CASE("four substeps at 30 Hz give the same positions as steps at 120 Hz, with four times the stable step")
{
    Storm scene = storm_of(1'000);
    scene.knobs.substep_count = 4;
    const World cut = stepped(scene, 30.0, 60);
    const World fast = stepped(storm_of(1'000), 120.0, 240);
    CHECK(state_of<Storm>(cut).x == state_of<Storm>(fast).x);
    CHECK(*cut.stable_step_limit() == doctest::Approx(4.0 * *fast.stable_step_limit()));
}

TEST_CASE("a blend lies between the states of the last two steps")
{
    World world{choice_of(storm_of(1'000))};
    world.step_many(1.0 / 60.0, std::vector<Input>(5));
    const World fifth = stepped(storm_of(1'000), 60.0, 5);
    const World fourth = stepped(storm_of(1'000), 60.0, 4);
    AnyState out;
    world.interpolate(0.25, out);
    for (std::size_t i = 0; i < 1'000; ++i)
        CHECK(out.as<Storm::State>().x[i] ==
              doctest::Approx(0.75F * state_of<Storm>(fourth).x[i] + 0.25F * state_of<Storm>(fifth).x[i]));
}

TEST_CASE("the grid has a place for every ball, from one ball to four million")
{
    for (const int count : {1, 2, 3, 17, 1'000, 999'999, 4'000'000})
    {
        const auto [columns, rows] = Storm::grid_size(count);
        CHECK(columns * rows >= count);
        CHECK(columns * (rows - 1) < count);
    }
    CHECK(stepped(storm_of(1), 60.0, 10, Integrator::rk4).current_state().as<Storm::State>().x.size() == 1);
}

TEST_CASE("the number of balls at which the PC spirals follows from the measured step cost")
{
    World world{choice_of(storm_of(10'000))};
    CHECK(world.scene().as<Storm>().step_cost(60.0).seconds == 0.0);
    CHECK(world.scene().as<Storm>().step_cost(60.0).max_real_time_bodies == 0.0);
    world.step(1.0 / 60.0);
    const double cost = world.scene().as<Storm>().step_cost(60.0).seconds;
    CHECK(cost > 0.0);
    CHECK(world.scene().as<Storm>().step_cost(60.0).max_real_time_bodies == doctest::Approx(10'000 / (cost * 60.0)));
}

TEST_CASE("the storm reports its step cost and has no reference; a ball on a spring has one and reports none")
{
    World storm{choice_of(storm_of(10'000))};
    CHECK_FALSE(storm.type().has_reference_motion);
    CHECK_FALSE(storm.type().has_reproducibility_test);
    CHECK(storm.type().can_run_many_steps);
    CHECK(storm.state_bytes() == 10'000 * 3 * sizeof(float));
    storm.step(1.0 / 60.0);
    REQUIRE(storm.step_cost(60.0));
    CHECK(storm.step_cost(60.0)->seconds == storm.scene().as<Storm>().step_cost(60.0).seconds);
    CHECK(storm.step_cost(60.0)->max_real_time_bodies ==
          storm.scene().as<Storm>().step_cost(60.0).max_real_time_bodies);
    const World ball;
    CHECK(ball.type().has_reference_motion);
    CHECK(ball.type().has_reproducibility_test);
    CHECK(ball.state_bytes() == 0);
    CHECK_FALSE(ball.step_cost(60.0));
}

TEST_CASE("changing the count restarts the storm, and its state reports its size")
{
    World world{choice_of(storm_of(10'000))};
    world.step(1.0 / 60.0);
    CHECK_THROWS_WITH(set_knob(world, "balls", 20'000.0), "the scene has no such knob");
    set_knob(world, "count", 20'000.0);
    world.step(1.0 / 60.0);
    CHECK(world.step_count() == 1);
    CHECK(state_of<Storm>(world).x.size() == 20'000);
    CHECK(world.state_bytes() >= 3 * 20'000 * sizeof(float));
}

TEST_CASE("storm: a state of NaN leaves a valid picture") { check_ruined<Storm>(); }
