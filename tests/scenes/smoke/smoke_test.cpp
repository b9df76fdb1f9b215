#include "scenes/ruined.hpp"
#include "scenes/smoke/smoke.hpp"

namespace
{
double unevenness(const World& world) { return world.scene().as<Smoke>().max_spacing_ratio(state_of<Smoke>(world)); }
} // namespace

TEST_CASE("one puff per step gives an even trail, to a millionth")
{
    const World world = stepped(Smoke{}, 60.0, 600);
    CHECK(unevenness(world) == doctest::Approx(1.0).epsilon(1e-6));
    CHECK(world.events().clumped == 0);
    CHECK(state_of<Smoke>(world).newest_puff_number == 600);
}

TEST_CASE("steps that are a little longer or shorter than the time between two puffs emit one puff each")
{
    for (const double nanosecond : {-1e-9, 1e-9})
    {
        World world{choice_of(Smoke{})};
        for (int i = 0; i < 600; ++i) world.step(1.0 / 60.0 + (i % 3 == 0 ? -2.0 : 1.0) * nanosecond);
        CHECK(world.events().clumped == 0);
        CHECK(state_of<Smoke>(world).newest_puff_number == 600);
    }
}

TEST_CASE("a lag of 250 ms as one step emits 15 puffs in one place; as 15 steps it leaves an even trail")
{
    World one_step = stepped(Smoke{}, 60.0, 60);
    one_step.step(0.25);
    CHECK(one_step.events().clumped == 14);
    CHECK(unevenness(one_step) == doctest::Approx(15.0).epsilon(1e-6));

    World fifteen = stepped(Smoke{}, 60.0, 60);
    for (int i = 0; i < 15; ++i) fifteen.step(1.0 / 60.0);
    CHECK(fifteen.events().clumped == 0);
    CHECK(unevenness(fifteen) == doctest::Approx(1.0).epsilon(1e-6));
    CHECK(state_of<Smoke>(fifteen).newest_puff_number == state_of<Smoke>(one_step).newest_puff_number);
}

TEST_CASE("puffs spread over the step leave an even trail after any lag")
{
    World world = stepped(Smoke{.knobs = {.puff_rate = 217.0, .spreads_emission_over_step = true}}, 60.0, 60);
    world.step(0.25);
    world.step(0.001);
    world.step(0.4);
    CHECK(world.events().clumped == 0);
    CHECK(unevenness(world) == doctest::Approx(1.0).epsilon(1e-9));
}

TEST_CASE("the exact trail equals puffs spread over steps of any length")
{
    World world = stepped(Smoke{.knobs = {.spreads_emission_over_step = true}}, 60.0, 77);
    const auto truth = exact_at<Smoke>(world, world.time());
    const auto& ours = state_of<Smoke>(world);
    REQUIRE(truth.puffs.size() == ours.puffs.size());
    for (std::size_t i = 0; i < ours.puffs.size(); ++i)
    {
        CHECK(truth.puffs[i].x == doctest::Approx(ours.puffs[i].x).epsilon(1e-9));
        CHECK(truth.puffs[i].y == doctest::Approx(ours.puffs[i].y).epsilon(1e-9));
    }
}

TEST_CASE("puffs disappear at the end of their life")
{
    const World world = stepped(Smoke{.knobs = {.lifetime = 1.0}}, 60.0, 6000);
    CHECK(state_of<Smoke>(world).puffs.size() <= 61);
    CHECK(state_of<Smoke>(world).puffs.size() >= 59);
    CHECK(state_of<Smoke>(world).puffs.front().age < 1.0);
}

TEST_CASE("a blend moves old puffs half-way and leaves new puffs where they were emitted")
{
    World world = stepped(Smoke{}, 60.0, 299);
    const AnyState previous = world.current_state();
    world.step(1.0 / 60.0);
    AnyState out;
    world.interpolate(0.5, out);
    const auto& drawn = out.as<Smoke::State>();
    const auto& before = previous.as<Smoke::State>();
    const auto& now = state_of<Smoke>(world);
    CHECK(drawn.x == doctest::Approx(0.5 * (before.x + now.x)));
    CHECK(drawn.puffs.back().x == now.puffs.back().x);
    const std::size_t n = drawn.puffs.size();
    CHECK(drawn.puffs[n - 2].x == doctest::Approx(0.5 * (before.puffs.back().x + now.puffs[n - 2].x)));
    CHECK(drawn.puffs[n - 2].emission_x == before.puffs.back().emission_x);
}

TEST_CASE("a step of an hour keeps at most 4,096 puffs and counts all")
{
    for (const bool spread : {false, true})
    {
        World world = stepped(Smoke{.knobs = {.spreads_emission_over_step = spread}}, 60.0, 60);
        world.step(3600.0);
        CHECK(state_of<Smoke>(world).newest_puff_number == 60 + 3600 * 60);
        CHECK(state_of<Smoke>(world).puffs.size() <= 4096);
        world.step(1.0 / 60.0);
        CHECK(state_of<Smoke>(world).puffs.back().age < 0.02);
    }
}

TEST_CASE("smoke: a state of NaN leaves a valid picture") { check_ruined<Smoke>(); }

TEST_CASE("no puff drifts as fast as another one rises")
{
    const World world = stepped(Smoke{}, 60.0, 60);
    const auto& puffs = state_of<Smoke>(world).puffs;
    REQUIRE(puffs.size() > 10);
    for (const Smoke::Puff& drifting : puffs) // each velocity as a fraction of its range
        for (const Smoke::Puff& rising : puffs)
            CHECK((drifting.velocity_x + 0.25F) / 0.1F !=
                  doctest::Approx((rising.velocity_y - 0.5F) / 0.25F).epsilon(1e-5));
}
