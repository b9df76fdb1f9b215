#include "testing.hpp"
#include "timestep/blend.hpp"

namespace
{
struct FloatQuat
{
    float w = 1.0F, x = 0.0F, y = 0.0F, z = 0.0F;
};

// Has the operators of b2Vec2 (Box2D): a factor can only be on the left.
struct LikeBox2d
{
    float x = 0.0F, y = 0.0F;
    friend LikeBox2d operator+(const LikeBox2d& a, const LikeBox2d& b) { return {a.x + b.x, a.y + b.y}; }
    friend LikeBox2d operator-(const LikeBox2d& a, const LikeBox2d& b) { return {a.x - b.x, a.y - b.y}; }
    friend LikeBox2d operator*(float s, const LikeBox2d& a) { return {s * a.x, s * a.y}; }
};
// Has the operators of sf::Vector2<T> and glm::vec<2, T>: a factor must have exactly the element type.
template <class E>
struct LikeSfml
{
    E x{}, y{};
};
template <class E>
LikeSfml<E> operator+(const LikeSfml<E>& a, const LikeSfml<E>& b)
{
    return {a.x + b.x, a.y + b.y};
}
template <class E>
LikeSfml<E> operator-(const LikeSfml<E>& a, const LikeSfml<E>& b)
{
    return {a.x - b.x, a.y - b.y};
}
template <class E>
LikeSfml<E> operator*(const LikeSfml<E>& a, E s)
{
    return {a.x * s, a.y * s};
}
template <class E>
LikeSfml<E> operator*(E s, const LikeSfml<E>& a)
{
    return a * s;
}
// Has the operators of Eigen, whose result is an expression that converts to the vector.
struct LikeEigen
{
    double x = 0.0;
    struct Sum
    {
        double x;
        operator LikeEigen() const { return {x}; }
        friend Sum operator*(double s, const Sum& a) { return {s * a.x}; }
    };
    friend Sum operator-(const LikeEigen& a, const LikeEigen& b) { return {a.x - b.x}; }
    friend Sum operator+(const LikeEigen& a, const Sum& b) { return {a.x + b.x}; }
};

constexpr double pi = 3.14159265358979323846;
} // namespace

TEST_CASE("lerp is linear for numbers")
{
    static_assert(lerp(2.0, 4.0, 0.25) == 2.5);
    CHECK(lerp(2.0F, 4.0F, 0.5) == 3.0F);
    CHECK(lerp(10U, 2U, 0.5) == 6U);
}

TEST_CASE("angles are blended along the shorter arc, also across plus and minus pi")
{
    CHECK(lerp_angle(3.0, -3.0, 0.5) == doctest::Approx(pi));
    CHECK(lerp_angle(-3.0, 3.0, 0.5) == doctest::Approx(-pi));
    CHECK(lerp_angle(0.1, 0.3, 0.5) == doctest::Approx(0.2));
    CHECK(lerp_angle(0.0, 100.0 * 2.0 * pi + 0.2, 0.5) == doctest::Approx(0.1));
}

TEST_CASE("slerp turns at constant speed and nlerp within 3 %; both are exact at the ends")
{
    const Quat a = about_z(0.2), b = about_z(1.4);
    for (const double t : {0.0, 0.25, 0.5, 0.75, 1.0})
    {
        CHECK(angle_of(slerp(a, b, t)) == doctest::Approx(0.2 + 1.2 * t).epsilon(1e-12));
        CHECK(angle_of(nlerp(a, b, t)) == doctest::Approx(0.2 + 1.2 * t).epsilon(0.03));
    }
    CHECK(angle_of(nlerp(a, b, 0.5)) == doctest::Approx(0.8).epsilon(1e-12));
}

TEST_CASE("nlerp over 30 degrees is off by less than a tenth of a degree")
{
    const double step = pi / 6.0;
    for (int i = 0; i <= 100; ++i)
    {
        const double t = i / 100.0;
        CHECK(std::abs(angle_of(nlerp(about_z(0.0), about_z(step), t)) - t * step) < 0.1 * pi / 180.0);
    }
}

TEST_CASE("rotations are blended along the shorter arc, also between quaternions of opposite signs")
{
    const Quat a = about_z(0.1);
    const Quat b = about_z(0.3);
    const Quat minus_b{-b.w, -b.x, -b.y, -b.z};
    CHECK(angle_of(nlerp(a, minus_b, 0.5)) == doctest::Approx(0.2));
    CHECK(angle_of(slerp(a, minus_b, 0.5)) == doctest::Approx(0.2));
}

TEST_CASE("blended rotations of floats have length 1")
{
    const FloatQuat q = slerp(FloatQuat{}, FloatQuat{0.0F, 1.0F, 0.0F, 0.0F}, 0.5);
    CHECK(q.w == doctest::Approx(0.70710678));
    CHECK(q.x == doctest::Approx(0.70710678));
    const FloatQuat opposite = nlerp(FloatQuat{}, FloatQuat{0.0F, 1.0F, 0.0F, 0.0F}, 0.5);
    CHECK(opposite.w * opposite.w + opposite.x * opposite.x == doctest::Approx(1.0));
}

TEST_CASE("lerp takes the vectors of Box2D, SFML, glm and Eigen, and those with a factor on the right only")
{
    const auto blends = []<class V>(const V& a, const V& b)
    {
        CHECK(lerp(a, b, 0.25).x == 1);
        CHECK(lerp(a, b, 0.0).x == 0);
    };
    blends(FloatVec{0.0F, 0.0F}, FloatVec{4.0F, 0.0F});
    blends(LikeBox2d{0.0F, 0.0F}, LikeBox2d{4.0F, 0.0F});
    blends(LikeSfml<float>{0.0F, 0.0F}, LikeSfml<float>{4.0F, 0.0F});
    blends(LikeSfml<double>{0.0, 0.0}, LikeSfml<double>{4.0, 0.0});
    blends(LikeEigen{0.0}, LikeEigen{4.0});
}

TEST_CASE("numbers are exact at both ends, also the largest whole ones, and stay in the range of their type")
{
    const auto exact = []<class N>(N a, N b)
    {
        CHECK(lerp(a, b, 0.0) == a);
        CHECK(lerp(a, b, 1.0) == b);
    };
    exact(0.1, 0.7);
    exact(0.1F, 1e30F);
    exact(INT64_MIN, INT64_MAX);
    exact(INT64_MAX - 1, INT64_MAX);
    exact(std::uint64_t{0}, UINT64_MAX);
    exact(std::int8_t{-128}, std::int8_t{127});
    CHECK(lerp(INT64_MIN, INT64_MAX, 0.5) == 0);
    CHECK(lerp(INT64_MAX - 10, INT64_MAX, 0.5) == INT64_MAX - 5);
    CHECK(lerp(std::uint64_t{0}, UINT64_MAX, 0.75) == 0xC000'0000'0000'0000);
    CHECK(lerp(std::int64_t{0}, (std::int64_t{1} << 53) + 2, 0.5) == (std::int64_t{1} << 52) + 1);
    CHECK(lerp(0, 1, 0.49999999999999994) == 0);
    CHECK(lerp(0, 10, 0.26) == 3);
    CHECK(lerp(0, -10, 0.26) == -3);
    CHECK(lerp(std::uint8_t{10}, std::uint8_t{200}, 2.0) == 255);
    CHECK(lerp(std::uint8_t{200}, std::uint8_t{10}, 2.0) == 0);
}

TEST_CASE("the history shows a body of constant speed at the time that the presentation promises, in every preset")
{
    for (const Preset& preset : all_presets)
    {
        CAPTURE(preset.name);
        Loop loop = preset();
        StateHistory<double> x{0.0}; // metres; 1 m/s, so that the position is the simulated time
        for (int frame = 0; frame < 500; ++frame)
        {
            const StepPlan plan = loop.plan({.frame_time = Nanos{9'000'000 + frame * 7919 % 3'000'000}});
            const auto advance = [](double& state, double seconds) { state += seconds; };
            run_steps(plan, [&](double dt) { x.step([&](double& state) { advance(state, dt); }); });
            if (x.current() == x.previous()) continue; // before the first step
            const double newest = x.current(), carried = to_seconds(plan.carried);
            const double length = newest - x.previous();
            const double shown = x.state_to_draw(plan, advance);
            const auto is_near = [&](double wanted) { return std::abs(shown - wanted) < 2e-7; };
            switch (plan.presentation)
            {
            case Presentation::latest: CHECK(shown == newest); break;
            case Presentation::interpolate: // one step late, unless the simulation leads the clock
                CHECK(
                    is_near(newest + carried - (loop.stepper.clock_relation() == ClockRelation::leads ? 0.0 : length)));
                break;
            case Presentation::step_ahead:
            case Presentation::extrapolate:
            case Presentation::render_tick: CHECK(is_near(newest + carried)); break; // not late
            }
        }
    }
}

TEST_CASE("extrapolation shows a state after the newest one")
{
    StateHistory<double> x{0.0};
    x.step([](double& state) { state = 1.0; });
    const StepPlan plan{.alpha = 0.5, .presentation = Presentation::extrapolate};
    CHECK(x.state_to_draw(plan) == 1.5);
    CHECK(x.state_to_draw({.alpha = 0.5, .presentation = Presentation::interpolate}) == 0.5);
    CHECK(x.state_to_draw({.alpha = 0.5, .presentation = Presentation::render_tick}) == 1.0);
    CHECK(x.state_to_draw({.alpha = 0.5}) == 1.0);
}

TEST_CASE("a history of angles or rotations takes the function that blends them, in all presentations")
{
    StateHistory<double> angle{3.0};
    angle.step([](double& a) { a = -3.0; });
    const StepPlan between{.alpha = 0.5, .presentation = Presentation::interpolate};
    CHECK(angle.state_to_draw(between, lerp_angle) == doctest::Approx(pi));
    const StepPlan after{.alpha = 1.0, .presentation = Presentation::extrapolate};
    CHECK(angle.state_to_draw(after, lerp_angle) == doctest::Approx(2.0 * pi - 3.0 + (2.0 * pi - 6.0)));

    StateHistory<Quat> q{about_z(0.2)};
    q.step([](Quat& state) { state = about_z(0.4); });
    const auto blend = [](const Quat& a, const Quat& b, double t) { return slerp(a, b, t); };
    CHECK(angle_of(q.state_to_draw(between, blend)) == doctest::Approx(0.3));
    CHECK(angle_of(q.state_to_draw(after, blend)) == doctest::Approx(0.6));
}

TEST_CASE("a body that teleports, within a step or after it, is not drawn between the two places")
{
    StateHistory<double> x{0.0};
    const StepPlan plan{.alpha = 0.25, .presentation = Presentation::interpolate};
    x.step([](double& state) { state += 1.0; });
    x.step(
        [&](double& state)
        {
            x.teleport(100.0);
            state += 1.0;
        });
    CHECK(x.state_to_draw(plan) == 101.0);
    x.step([](double& state) { state += 1.0; });
    CHECK(x.state_to_draw(plan) == 101.25);
    x.teleport(0.0);
    CHECK(x.state_to_draw(plan) == 0.0);
    CHECK(x.state_to_draw({.alpha = 0.25, .presentation = Presentation::extrapolate}) == 0.0);
}
