#include "testing.hpp"
#include "timestep/smooth.hpp"

#include <numbers>

namespace
{
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

// Largest error of `f` against `exact` for 200,000 random numbers from `low` to `high`, in ulp of the exact value.
double worst_error_in_ulp(double low, double high, auto f, auto exact)
{
    std::mt19937_64 random{61};
    long double worst = 0.0L;
    for (int i = 0; i < 200'000; ++i)
    {
        const double x = low + std::ldexp(static_cast<double>(random() >> 11), -53) * (high - low);
        const long double correct = exact(static_cast<long double>(x));
        const auto nearest = static_cast<double>(correct);
        worst = std::max(worst, std::abs(static_cast<long double>(f(x)) - correct) /
                                    static_cast<long double>(std::nextafter(nearest, infinity) - nearest));
    }
    return static_cast<double>(worst);
}

void run_even_frames(double seconds, double fps, auto&& one_frame)
{
    const auto count = static_cast<int>(std::lround(seconds * fps));
    for (int i = 0; i < count; ++i) one_frame(1.0 / fps);
}
} // namespace

TEST_CASE("smooth: the remaining share is within 2 ulp of 2^(-dt / half-life) and 0.7 ulp per half-life")
{
    for (const double half_life : {0.05, 0.3, 3.7})
        for (const double half_lives : {0.1, 1.0, 20.0, 700.0})
        {
            INFO("half_life ", half_life, ", half_lives ", half_lives);
            CHECK(worst_error_in_ulp(
                      0.0, half_lives * half_life, [&](double dt) { return remaining_share(half_life, dt); },
                      [&](long double dt) { return std::exp2(-dt / half_life); }) <= 2.0 + 0.7 * half_lives);
        }
}

TEST_CASE("smooth: the remaining share of a half-life of 1 is within 2 ulp, and exact for whole half-lives")
{
    CHECK(worst_error_in_ulp(
              0.0, 700.0, [](double dt) { return remaining_share(1.0, dt); },
              [](long double dt) { return std::exp2(-dt); }) <= 2.0);
    for (int n = 0; n <= 1022; ++n) CHECK(remaining_share(0.25, n * 0.25) == std::ldexp(1.0, -n));
    CHECK(remaining_share(1.0, 1022.5) == 0.0);
}

TEST_CASE("smooth: e^x is within 3 ulp of the exact value")
{
    CHECK(worst_error_in_ulp(
              -700.0, 700.0, [](double x) { return exponential(x); }, [](long double x) { return std::exp(x); }) <=
          3.0);
    CHECK(exponential(0.0) == 1.0);
    CHECK(exponential(-709.0) == 0.0);
    CHECK(exponential(710.0) == infinity);
    CHECK(std::isnan(exponential(not_a_number)));
}

TEST_CASE("smooth: what is left does not depend on the frame rate")
{
    for (const double fps : {10.0, 30.0, 59.94, 144.0, 1000.0})
    {
        double value = 1.0;
        double naive = 1.0;
        run_even_frames(1.0, fps,
                        [&](double dt)
                        {
                            value = approach(value, 0.0, 0.1, dt);
                            naive += (0.0 - naive) * 10.0 * dt;
                        });
        const double seconds = static_cast<double>(std::lround(fps)) / fps;
        CHECK(value == doctest::Approx(std::exp2(-seconds / 0.1)).epsilon(1e-12));
        // The usual formula fails: at 30 fps it leaves less than half of the distance that it leaves at 144 fps.
        if (fps == 30.0) CHECK(naive < 0.5 * std::pow(1.0 - 10.0 / 144.0, 144.0));
    }
}

TEST_CASE("smooth: two frames of a spring give the result of one frame with the sum of both times")
{
    std::mt19937_64 random{63};
    std::uniform_real_distribution<double> any{0.0, 0.2};
    for (int i = 0; i < 1000; ++i)
    {
        const double first = any(random), second = any(random), goal = 10.0 * any(random),
                     start = 10.0 * any(random) + 1.0;
        double a = start, va = 3.0, b = start, vb = 3.0;
        spring_toward(a, va, goal, 0.07, first + second);
        spring_toward(b, vb, goal, 0.07, first);
        spring_toward(b, vb, goal, 0.07, second);
        CHECK(b == doctest::Approx(a).epsilon(1e-12));
        CHECK(vb == doctest::Approx(va).epsilon(1e-11));
    }
}

TEST_CASE("smooth: arguments out of range arrive at once or change nothing")
{
    for (const double half_life : {0.0, -1.0, -0.0, not_a_number}) CHECK(approach(1.0, 5.0, half_life, 0.016) == 5.0);
    for (const double half_life : {0.0, -0.0}) CHECK(approach_moving(0.1, 4.0, 5.0, half_life, 0.016) == 5.0);
    CHECK(approach(1.0, 5.0, infinity, 0.016) == 1.0);
    CHECK(approach(1.0, 5.0, 0.1, infinity) == 5.0);
    for (const double dt : {0.0, -0.1, not_a_number})
        for (const double half_life : {0.0, 0.1, not_a_number})
        {
            CHECK(approach(0.1, 5.0, half_life, dt) == 0.1);
            CHECK(approach_moving(0.1, 4.0, 5.0, half_life, dt) == 0.1);
            CHECK(approach_angle(0.1, 5.0, half_life, dt) == 0.1);
            double value = 0.1, velocity = 2.0;
            spring_toward(value, velocity, 5.0, half_life, dt);
            CHECK(value == 0.1);
            CHECK(velocity == 2.0);
        }
    double value = 0.1, velocity = 2.0;
    spring_toward(value, velocity, 5.0, 0.0, 0.016);
    CHECK(value == 5.0);
    CHECK(velocity == 0.0);
}

TEST_CASE("smooth: a goal on a line is followed exactly, another one within a * dt^2 / 8")
{
    constexpr double half_life = 0.1;
    constexpr double rate = std::numbers::ln2 / half_life;
    for (const double fps : {5.0, 30.0, 60.0, 144.0, 1e5})
    {
        double on_line = 1.0, on_sine = 0.0, worst = 0.0, time = 0.0;
        run_even_frames(
            2.0, fps,
            [&](double dt)
            {
                const double next = time + dt;
                on_line = approach_moving(on_line, 3.0 * time, 3.0 * next, half_life, dt);
                on_sine = approach_moving(on_sine, std::sin(3.0 * time), std::sin(3.0 * next), half_life, dt);
                time = next;
                const double in_phase = rate * rate / (rate * rate + 9.0), lag = 3.0 * rate / (rate * rate + 9.0);
                const double exact =
                    in_phase * std::sin(3.0 * time) - lag * std::cos(3.0 * time) + lag * std::exp(-rate * time);
                worst = std::max(worst, std::abs(on_sine - exact));
            });
        // The exact solution of value' = rate * (3 t - value), value(0) = 1.
        const double exact = 3.0 * time - 3.0 / rate + (1.0 + 3.0 / rate) * std::exp(-rate * time);
        CHECK(on_line == doctest::Approx(exact).epsilon(1e-9));
        CHECK(worst <= 9.0 / (fps * fps) / 8.0 + 1e-9); // the second derivative of sin(3 t) is at most 9
        CHECK(worst > 0.0);
    }
}

TEST_CASE("smooth: the closed form has no gap where its series begins")
{
    for (const double decay : {0.9e-3, 0.9999e-3, 1e-3, 1.0001e-3, 1.1e-3})
    {
        const double dt = decay / std::numbers::ln2;
        const double mean = -approach_moving(0.0, 0.0, 1.0, 1.0, dt) + 1.0;
        CHECK(
            mean ==
            doctest::Approx(static_cast<double>(-std::expm1(-static_cast<long double>(decay)) / decay)).epsilon(1e-12));
    }
}

TEST_CASE("smooth: angles take the shorter arc")
{
    constexpr double degree = std::numbers::pi / 180.0;
    CHECK(approach_angle(350 * degree, 10 * degree, 1.0, 1.0) == doctest::Approx(360 * degree));
    CHECK(approach_angle(10 * degree, 350 * degree, 1.0, 1.0) == doctest::Approx(0.0));
    CHECK(approach_angle(0.0, 1000 * 360 * degree + 20 * degree, 1.0, 1.0) == doctest::Approx(10 * degree));
    CHECK(approach_angle(0.0, 90 * degree, 1.0, 2.0) == doctest::Approx(67.5 * degree));
}

TEST_CASE("smooth: quaternions take the shorter arc, stay unit quaternions and keep the share within 1 %")
{
    for (const double degrees : {-30.0, -1.0, 0.5, 20.0, 30.0})
        for (const double sign : {1.0, -1.0})
        {
            const Quat goal{sign, 0.0, 0.0, 0.0};
            const Quat q = approach_nlerp(about_z(degrees * std::numbers::pi / 180.0), goal, 0.2, 0.05);
            const double norm = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
            CHECK(norm == doctest::Approx(1.0).epsilon(1e-15));
            const double angle = std::remainder(angle_of(q), 2 * std::numbers::pi) * 180.0 / std::numbers::pi;
            CHECK(angle == doctest::Approx(degrees * remaining_share(0.2, 0.05)).epsilon(0.01));
        }
    const Quat opposite = approach_nlerp(Quat{0.0, 1.0, 0.0, 0.0}, Quat{0.0, 0.0, 1.0, 0.0}, 1.0, 1.0);
    CHECK(opposite.x == doctest::Approx(std::sqrt(0.5)));
}

TEST_CASE("smooth: float, vectors and constant expressions")
{
    static_assert(remaining_share(0.5, 1.0) == 0.25);
    static_assert(approach(8.0, 0.0, 0.5, 1.5) == 1.0);
    static_assert(approach_angle(1.0, 0.0, 0.5, 0.5) == 0.5);
    static_assert(exponential(0.0) == 1.0);
    CHECK(approach(8.0F, 0.0F, 0.5, 1.5) == 1.0F);
    const FloatVec v = approach(FloatVec{8.0F, 0.0F}, FloatVec{0.0F, 4.0F}, 0.5, 1.0);
    CHECK(v.x == 2.0F);
    CHECK(v.y == 3.0F);
    FloatVec value{8.0F, 0.0F}, velocity;
    spring_toward(value, velocity, FloatVec{0.0F, 4.0F}, 0.5, 0.5);
    CHECK(value.x == doctest::Approx(4.0F));
    CHECK(value.y == doctest::Approx(2.0F));
    CHECK(velocity.x < 0.0F);
    const FloatVec moved = approach_moving(FloatVec{1.0F, 1.0F}, FloatVec{1.0F, 0.0F}, FloatVec{2.0F, 0.0F}, 0.1, 0.02);
    CHECK(moved.x == doctest::Approx(approach_moving(1.0, 1.0, 2.0, 0.1, 0.02)));
}

TEST_CASE("smooth: the spring covers half of the distance in a half-life, never swings past a goal from rest")
{
    double value = 1.0, velocity = 0.0;
    spring_toward(value, velocity, 0.0, 0.3, 0.3);
    CHECK(value == doctest::Approx(0.5).epsilon(1e-14));
    for (int i = 0; i < 1000; ++i)
    {
        spring_toward(value, velocity, 0.0, 0.3, 0.016);
        CHECK(value >= 0.0);
    }
}

namespace
{
// Unity's SmoothDamp as in its documentation and in Game Programming Gems 4, chapter 1.10.
void smooth_damp(double& value, double& velocity, double goal, double smooth_time, double max_speed, double dt)
{
    const double w = 2.0 / smooth_time, z = w * dt, decay = 1.0 / (1.0 + z + 0.48 * z * z + 0.235 * z * z * z);
    const double limit = max_speed * smooth_time;
    const double distance = std::clamp(value - goal, -limit, limit);
    const double drift = (velocity + w * distance) * dt;
    const double next = value - distance + (distance + drift) * decay;
    const bool has_passed = (goal > value) == (next > goal);
    velocity = has_passed ? 0.0 : (velocity - w * drift) * decay;
    value = has_passed ? goal : next;
}
} // namespace

TEST_CASE("smooth: SmoothDamp limits the speed and stops at the goal; the spring does neither")
{
    const auto damped = [](double& x, double& v, double dt) { smooth_damp(x, v, 0.0, 0.1, infinity, dt); };
    const auto spring = [](double& x, double& v, double dt) { spring_toward(x, v, 0.0, 0.1 / 1.191648, dt); };
    // The lowest position and velocity within a second.
    const auto lowest = [](double x, double v, auto&& move)
    {
        std::pair least{x, v};
        run_even_frames(1.0, 60.0,
                        [&](double dt)
                        {
                            move(x, v, dt);
                            least = {std::min(least.first, x), std::min(least.second, v)};
                        });
        return least;
    };
    const auto limited = [](double& x, double& v, double dt) { smooth_damp(x, v, 0.0, 0.1, 2.0, dt); };
    CHECK(lowest(100.0, 0.0, limited).second >= -2.0);
    CHECK(lowest(100.0, 0.0, limited).second < -1.8);
    CHECK(lowest(100.0, 0.0, spring).second < -500.0);
    CHECK(lowest(1.0, -100.0, damped).first == 0.0);
    CHECK(lowest(1.0, -100.0, spring).first < -1.0);
}
