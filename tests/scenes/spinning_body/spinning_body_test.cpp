#include "scenes/ruined.hpp"
#include "scenes/spinning_body/spinning_body.hpp"

namespace
{
constexpr double pi = std::numbers::pi;

Quaternion conjugate(Quaternion q) { return {q.w, -q.x, -q.y, -q.z}; }

SpinningBody::State later(const SpinningBody& scene, double seconds)
{
    SpinningBody::State state = scene.initial_state();
    EventCounts events;
    scene.step(state, {.h = seconds}, {}, events);
    return state;
}

// Computes the angular momentum of the box at `seconds` only from the change of its orientation.
Vec3 angular_momentum(const SpinningBody& scene, double seconds)
{
    constexpr double dt = 1e-6;
    const Quaternion before = later(scene, seconds - dt).rotation;
    const Quaternion after = later(scene, seconds + dt).rotation;
    Quaternion turn = after * conjugate(before);
    if (turn.w < 0.0) turn = -turn;
    const Vec3 omega{turn.x / dt, turn.y / dt, turn.z / dt}; // half the rotation angle / half the time

    const Quaternion q = later(scene, seconds).rotation;
    const Vec3 local = rotated_vector(conjugate(q), omega);
    const Vec3 half = SpinningBody::half_size;
    return rotated_vector(q, {local.x * (half.y * half.y + half.z * half.z) / 3.0,
                              local.y * (half.x * half.x + half.z * half.z) / 3.0,
                              local.z * (half.x * half.x + half.y * half.y) / 3.0});
}
} // namespace

TEST_CASE("the box rotates as a free body: its angular momentum is constant and vertical")
{
    const SpinningBody scene;
    const Vec3 first = angular_momentum(scene, 0.1);
    CHECK(std::abs(first.x) < 1e-6 * first.y);
    CHECK(std::abs(first.z) < 1e-6 * first.y);
    for (const double t : {0.4, 1.3, 5.0})
    {
        const Vec3 now = angular_momentum(scene, t);
        CHECK(now.y == doctest::Approx(first.y).epsilon(1e-6));
        CHECK(std::abs(now.x) < 1e-6 * first.y);
        CHECK(std::abs(now.z) < 1e-6 * first.y);
    }
}

TEST_CASE("the energy is half of angular velocity times angular momentum, and the probe's v is the derivative of its x")
{
    const SpinningBody scene;
    constexpr double t = 0.37;
    const auto probe = [&](double seconds) { return scene.observables(later(scene, seconds)); };
    CHECK(probe(t).v == doctest::Approx((probe(t + 1e-6).x - probe(t - 1e-6).x) / 2e-6).epsilon(1e-6));

    const double momentum = angular_momentum(scene, t).y;
    const double upright = 2.0 * probe(t).energy / momentum; // rad/s around the vertical axis
    const double along = 2.0 * pi * scene.knobs.spin_rate;
    const double tilt = scene.knobs.tilt_degrees * pi / 180.0;
    CHECK(upright == doctest::Approx(along * std::cos(tilt) + 0.2 * along * std::tan(tilt) * std::sin(tilt)));
}

TEST_CASE("after an hour of steps the quaternion is still a rotation with w >= 0")
{
    World world = stepped(SpinningBody{}, 60.0, 3600 * 60);
    const Quaternion q = state_of<SpinningBody>(world).rotation;
    CHECK(length(q) == doctest::Approx(1.0).epsilon(1e-14));
    CHECK(q.w >= 0.0);
}

TEST_CASE("slerp rotates at constant speed and nlerp within 3 %; both keep length 1")
{
    const Quaternion a{1.0, 0.0, 0.0, 0.0};
    const Quaternion b{std::cos(0.6), 0.0, std::sin(0.6), 0.0}; // 1.2 rad around y
    for (const double alpha : {0.0, 0.25, 0.5, 0.9, 1.0})
    {
        CHECK(2.0 * std::asin(slerp(a, b, alpha).y) == doctest::Approx(1.2 * alpha).epsilon(1e-12));
        CHECK(2.0 * std::asin(nlerp(a, b, alpha).y) == doctest::Approx(1.2 * alpha).epsilon(0.03));
        CHECK(slerp(a, -b, alpha).y == doctest::Approx(slerp(a, b, alpha).y));
        CHECK(length(nlerp(a, -b, alpha)) == doctest::Approx(1.0));
    }
}

TEST_CASE("blending by components shrinks the box by cos(angle/4) squared, and to almost nothing if q changes sign")
{
    const Quaternion a{1.0, 0.0, 0.0, 0.0};
    const Quaternion b{std::cos(0.6), 0.0, std::sin(0.6), 0.0};
    SpinningBody::State drawn;
    drawn.rotation = lerp_components(a, b, 0.5);
    CHECK(1.0 - SpinningBody::shrinkage(drawn) == doctest::Approx(std::pow(std::cos(0.3), 2)));
    drawn.rotation = lerp_components(a, -1.0 * b, 0.5);
    CHECK(SpinningBody::shrinkage(drawn) == doctest::Approx(std::pow(std::cos(0.3), 2)));
}

TEST_CASE("blends that shrink the box are counted; slerp and nlerp have none")
{
    for (const auto blend :
         {SpinningBody::BlendMethod::slerp, SpinningBody::BlendMethod::nlerp, SpinningBody::BlendMethod::components})
    {
        World world{choice_of(SpinningBody{.knobs = {.blend = blend}})};
        double worst = 0.0;
        AnyState drawn;
        for (int i = 0; i < 600; ++i)
        {
            world.step(1.0 / 60.0);
            world.interpolate(0.5, drawn);
            worst = std::max(worst, SpinningBody::shrinkage(drawn.as<SpinningBody::State>()));
        }
        const bool careless = blend == SpinningBody::BlendMethod::components;
        CHECK((worst > 0.9) == careless);
        CHECK((world.events().shrunk > 0) == careless);
    }
}

TEST_CASE("a step of more than half a turn is counted, and its blend rotates the wrong way")
{
    SpinningBody scene{.knobs = {.spin_rate = 9.0, .tilt_degrees = 0.0}};
    World fine{choice_of(scene)};
    World coarse{choice_of(scene)};
    for (int i = 0; i < 10; ++i) fine.step(1.0 / 20.0);
    for (int i = 0; i < 10; ++i) coarse.step(1.0 / 15.0);
    CHECK(fine.events().wrong_turn == 0);
    CHECK(coarse.events().wrong_turn == 10);

    // 216 degrees forward are 144 degrees backward, so the blend puts the corner on the opposite side.
    AnyState half_way;
    coarse.interpolate(0.5, half_way);
    const double truth = scene.observables(later(scene, 9.5 / 15.0)).x;
    CHECK(coarse.observables(half_way).x == doctest::Approx(-truth).epsilon(1e-9));
}

TEST_CASE("spinning-body: a state of NaN leaves a valid picture") { check_ruined<SpinningBody>(); }
