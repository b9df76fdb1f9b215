// Checks the bounds of the step rate and the changes where no rate is possible, each against runs.
#include "lab/metrics/step_rate_advice.hpp"

#include "lab/stage/playing.hpp"
#include "scenes/bullet_and_wall/bullet_and_wall.hpp"
#include "scenes/runs.hpp"
#include "sim/physics/integrator.hpp"

using timestep::to_hertz;

namespace
{

// The record of each frame of a lane on a display without delays.
std::vector<telemetry::FrameSample> frames_of(const Turns& turns, std::int64_t count)
{
    LaneSetup setup;
    turn(setup.config, {{"scene.name", "uniform-motion"}, {"machine.vsync", "on"}});
    turn(setup.config, turns);
    std::vector<telemetry::FrameSample> frames;
    run_lane(setup, {.max_frames = count}, [&](const telemetry::FrameSample& frame) { frames.push_back(frame); });
    return frames;
}

// Bullets that pass the wall of the scene in a minute at a step rate.
int passes(const GameProperties& game, double hz)
{
    scenes::BulletAndWall scene{.knobs = {.speed = game.fastest_body_speed,
                                          .thickness = game.thinnest_wall_thickness,
                                          .radius = game.fastest_body_radius}};
    return scenes::after(scene, hz, 60.0).events().tunnelled;
}

// True if a spring stays within twice its start for 10,000 steps of semi-implicit Euler.
bool stands(const GameProperties& game, double hz)
{
    const double w = std::sqrt(game.stiffest_spring_stiffness / game.stiffest_spring_mass);
    double x = 1.0, v = 0.0;
    for (int i = 0; i < 10'000; ++i)
        sim::integrate(sim::Integrator::semi_implicit_euler, x, v, 1.0 / hz,
                       [&](double position, double velocity)
                       { return -w * w * position - 2.0 * game.stiffest_spring_damping_ratio * w * velocity; });
    return std::abs(x) < 1e3;
}

bool satisfies(const StepRateAdvice& advice, const GameProperties& game)
{
    const double hz = to_hertz(*advice.advised_rate);
    return std::ranges::all_of(advice.bounds,
                               [&](const RateBound& b) { return hz + 0.001 >= b.min_hz && hz - 0.001 <= b.max_hz; }) &&
           (game.is_interpolated ||
            std::ranges::all_of(game.display_rates, [&](timestep::Rate display)
                                { return sim::step_rate_mismatch(hz, to_hertz(display)).beat_hz == 0.0; }));
}

} // namespace

TEST_CASE("no body passes the wall at the bound, and some pass at a rate 3 % below it")
{
    for (const double speed : {100.0, 300.0, 900.0})
    {
        GameProperties game = GameProperties::without_step_rate_limits();
        game.fastest_body_speed = speed, game.fastest_body_radius = 0.05, game.thinnest_wall_thickness = 0.1;
        const double bound = advise_step_rate(game).combined_bound.min_hz;
        CHECK(bound == doctest::Approx(speed / 0.2));
        CHECK(passes(game, bound) == 0);
        CHECK(passes(game, 0.97 * bound) > 0);
        game.substeps_per_step = 4;
        CHECK(advise_step_rate(game).combined_bound.min_hz == doctest::Approx(bound / 4.0));
    }
}

TEST_CASE("a spring stands 1 % above its bound and explodes 1 % below it, with any damping")
{
    for (const double damping : {0.0, 0.1, 0.7, 1.0})
    {
        GameProperties game = GameProperties::without_step_rate_limits();
        game.stiffest_spring_stiffness = 3000.0, game.stiffest_spring_mass = 0.3,
        game.stiffest_spring_damping_ratio = damping;
        const double bound = advise_step_rate(game).combined_bound.min_hz;
        CHECK(stands(game, 1.01 * bound));
        CHECK_FALSE(stands(game, 0.99 * bound));
    }
}

TEST_CASE("frames at the bound of the age are as old as allowed, interpolated or with the newest state")
{
    GameProperties game = GameProperties::without_step_rate_limits();
    game.max_state_age = 25ms;
    CHECK(advise_step_rate(game).combined_bound.min_hz == doctest::Approx(40.0));
    for (const char* loop : {"interpolated", "accumulator"})
    {
        Nanos oldest{};
        for (const auto& frame :
             frames_of({{"loop.preset", loop}, {"loop.hz", "40"}, {"machine.refresh_hz", "144"}}, 1000))
            if (frame.frame_number > 100) oldest = std::max(oldest, frame.lateness);
        CHECK(timestep::to_millis(oldest) <= 25.001);
        CHECK(timestep::to_millis(oldest) > 23.0); // frames do not come at the end of a step
    }
}

TEST_CASE("at the bound of the cost, the steps take the share of the time that is allowed")
{
    GameProperties game = GameProperties::without_step_rate_limits();
    game.step_cost = 2ms;
    CHECK(advise_step_rate(game).combined_bound.max_hz == doctest::Approx(125.0));
    const auto frames =
        frames_of({{"loop.preset", "accumulator"}, {"loop.hz", "125"}, {"machine.step_cost_ms", "2ms"}}, 1201);
    Nanos stepping{};
    for (const auto& frame : frames) stepping += frame.stepping_time;
    CHECK(timestep::to_seconds(stepping) / timestep::to_seconds(frames.back().start_wall_time) ==
          doctest::Approx(0.25).epsilon(0.01));
}

TEST_CASE("the rate is 60 Hz, else the nearest; if none is possible, the text has the largest minimum and each change")
{
    CHECK(to_hertz(*advise_step_rate(GameProperties::without_step_rate_limits()).advised_rate) == 60.0);
    for (const auto& [cost, hertz] : {std::pair<Nanos, double>{5ms, 50.0}, {1s, 0.25}})
        CHECK(to_hertz(*advise_step_rate({.fastest_body_speed = 0.0,
                                          .stiffest_spring_stiffness = 0.0,
                                          .step_cost = cost,
                                          .max_state_age = {}})
                            .advised_rate) == hertz);
    const std::string none = advice_text(advise_step_rate({.step_cost = 5ms}));
    CHECK(none.starts_with("The step rate must be at least 100 Hz, because of the fastest body (from"));
    CHECK(none.find(" enough:\n- a step that costs at most 2.5 ms\n- a wall of at least") != none.npos);
}

TEST_CASE("without interpolation, all rates are even that divide or multiply each display, and no others")
{
    GameProperties game = GameProperties::without_step_rate_limits();
    game.display_rates = {timestep::hz(60), timestep::hz(144)}, game.is_interpolated = false;
    const auto rates = *advise_step_rate(game).combined_bound.allowed_rates;
    CHECK(to_hertz(*advise_step_rate(game).advised_rate) == 720.0);
    for (int hz = 5; hz <= 1000; ++hz)
    {
        const bool is_even =
            sim::step_rate_mismatch(hz, 60.0).beat_hz == 0.0 && sim::step_rate_mismatch(hz, 144.0).beat_hz == 0.0;
        CHECK((std::ranges::find(rates, timestep::hz(hz)) != rates.end()) == is_even);
    }
    game.display_rates = {{60000, 1001}};
    CHECK(*advise_step_rate(game).advised_rate == timestep::Rate{60000, 1001});
}

TEST_CASE("for random games the rate satisfies all bounds; where there is none, each change makes one possible")
{
    std::mt19937 random{61};
    const auto number = [&](double low, double high)
    { return low * std::pow(high / low, static_cast<double>(random()) / 4294967295.0); };
    int possible = 0, impossible = 0;
    for (int i = 0; i < 2000; ++i)
    {
        GameProperties game{.fastest_body_speed = number(1.0, 1000.0),
                            .fastest_body_radius = number(0.01, 1.0),
                            .thinnest_wall_thickness = number(0.01, 1.0),
                            .stiffest_spring_stiffness = number(10.0, 1e6),
                            .stiffest_spring_mass = number(0.01, 100.0),
                            .stiffest_spring_damping_ratio = number(0.01, 1.0),
                            .step_cost = timestep::from_seconds(number(1e-5, 1e-2)),
                            .max_state_age = timestep::from_seconds(number(4e-3, 0.1))};
        if (i % 2 == 0) game.substep_cost = game.step_cost / 10;
        if (i % 3 == 0) game.is_interpolated = false;
        if (i % 5 == 0) game.display_rates = {timestep::hz(60)};
        const StepRateAdvice advice = advise_step_rate(game);
        (advice.advised_rate ? possible : impossible) += 1;
        CHECK(advice.sufficient_changes.empty() == advice.advised_rate.has_value());
        if (advice.advised_rate) CHECK(satisfies(advice, game));
        for (const GamePropertyChange& change : advice.sufficient_changes)
        {
            CAPTURE(change.description);
            const StepRateAdvice changed = advise_step_rate(change.changed_properties);
            CHECK((changed.advised_rate && satisfies(changed, change.changed_properties)));
            CHECK(change.changed_properties != game);
        }
    }
    CHECK(possible > 500);
    CHECK(impossible > 500);
}

TEST_CASE("the map has each display once")
{
    CHECK(make_mismatch_map({{60000, 1001}, timestep::hz(60)}).refresh_rates.size() == 8);
}
