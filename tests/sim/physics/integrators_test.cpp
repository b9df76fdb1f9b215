// Tests every row of the table of stability and accuracy; the stability limits are also found by simulation.
#include "sim/physics/integrator.hpp"
#include "sim/physics/spring.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

using namespace sim;

namespace
{

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Oscillator
{
    double w = 1.0;
    double z = 0.0;
    double x = 1.0;
    double v = 0.0;

    void step(Integrator id, double h)
    {
        if (id == Integrator::exact)
            exact_spring_step(w, z, h).advance(x, v);
        else
            integrate(id, x, v, h, [this](double at, double speed) { return -w * w * at - 2.0 * z * w * speed; });
    }
    double energy() const { return (v * v + w * w * x * x) / (w * w); }
    double energy_after(int steps, Integrator id, double h)
    {
        for (int i = 0; i < steps; ++i) step(id, h);
        return energy();
    }
};

// True if the last tenth of 200,000 steps has more energy than the first tenth.
bool explodes(Integrator id, double z, double hw)
{
    constexpr int window = 20'000;
    Oscillator ball{.z = z};
    double first = 0.0;
    double last = 0.0;
    for (int i = 0; i < 10 * window; ++i)
    {
        ball.step(id, hw);
        const double energy = ball.energy();
        if (!(energy < 1e200)) return true;
        if (energy < 1e-200) return false;
        if (i < window) first = std::max(first, energy);
        if (i >= 9 * window) last = std::max(last, energy);
    }
    return last > first * 1.0001;
}

double limit_by_trying(Integrator id, double z, double stable, double unstable)
{
    while (unstable - stable > 1e-6)
    {
        const double middle = 0.5 * (stable + unstable);
        (explodes(id, z, middle) ? unstable : stable) = middle;
    }
    return stable;
}

double one_hertz_ratio(Integrator id, int steps)
{
    return Oscillator{.w = 2.0 * std::numbers::pi}.energy_after(steps, id, 1.0 / 60.0);
}

[[gnu::noinline]] float multiply_add(float a, float b, float c) { return a * b + c; }

} // namespace

TEST_CASE("on an undamped spring explicit Euler and RK2 explode at every step; implicit integrators and the exact one "
          "never do")
{
    for (const double hw : {0.05, 0.1, 1.0, 2.5})
    {
        CAPTURE(hw);
        CHECK(explodes(Integrator::explicit_euler, 0.0, hw));
        CHECK(explodes(Integrator::rk2_midpoint, 0.0, hw));
    }
    for (const double hw : {0.05, 1.0, 10.0, 1000.0})
        for (const Integrator id : {Integrator::implicit_euler, Integrator::implicit_midpoint, Integrator::exact})
            for (const double z : {0.0, 0.1, 1.0})
                CHECK_FALSE_MESSAGE(explodes(id, z, hw), "hw ", hw, ", row ", info_of(id).name);
}

TEST_CASE("the shown stability limit equals the limit found by simulation, for every integrator and damping")
{
    for (const double z : {0.0, 0.05, 0.1, 0.3, 0.5, 0.9, 1.0})
        for (const IntegratorInfo& row : all_integrators)
        {
            INFO("row.name ", row.name, ", z ", z);
            const double limit = stability_limit(row.id, z);
            if (limit == 0.0 || limit == infinity)
                CHECK(explodes(row.id, z, 0.7) == (limit == 0.0));
            else
                CHECK(std::abs(limit_by_trying(row.id, z, 0.005, 5.0) - limit) < 2e-4 * limit);
        }
}

TEST_CASE("the energy of a 1 Hz spring after 60 steps of 1/60 s equals the formula to twelve digits")
{
    const auto approx = [](double value) { return doctest::Approx(value).epsilon(3e-12); };
    const double hw = 2.0 * std::numbers::pi / 60.0;
    CHECK(one_hertz_ratio(Integrator::explicit_euler, 60) == approx(1.92397246949));
    CHECK(one_hertz_ratio(Integrator::explicit_euler, 60) == approx(std::pow(1.0 + hw * hw, 60)));
    CHECK(one_hertz_ratio(Integrator::explicit_euler, 3600) == doctest::Approx(1.127e17).epsilon(1e-4));
    CHECK(one_hertz_ratio(Integrator::semi_implicit_euler, 60) == approx(0.999698616757));
    CHECK(one_hertz_ratio(Integrator::velocity_verlet, 60) == approx(0.999999977347));
    CHECK(one_hertz_ratio(Integrator::rk2_midpoint, 60) == approx(std::pow(1.0 + std::pow(hw, 4) / 4.0, 60)));
    CHECK(one_hertz_ratio(Integrator::rk4, 60) == approx(0.999998902525));
    CHECK(one_hertz_ratio(Integrator::implicit_euler, 60) == approx(0.519757956966));
    CHECK(one_hertz_ratio(Integrator::implicit_midpoint, 3600) == approx(1.0));
    CHECK(one_hertz_ratio(Integrator::exact, 3600) == approx(1.0));
}

TEST_CASE("the energy of semi-implicit Euler stays between 0.950 and 1.0553 for an hour")
{
    Oscillator ball{.w = 2.0 * std::numbers::pi};
    double least = 1.0;
    double most = 1.0;
    for (int i = 0; i < 3600 * 60; ++i)
    {
        ball.step(Integrator::semi_implicit_euler, 1.0 / 60.0);
        least = std::min(least, ball.energy());
        most = std::max(most, ball.energy());
    }
    CHECK(least == doctest::Approx(0.9502).epsilon(1e-4));
    CHECK(most == doctest::Approx(1.0553).epsilon(1e-4));
}

TEST_CASE("semi-implicit Euler conserves v^2 + w^2 x^2 - h w^2 x v to 2e-15")
{
    constexpr double h = 1.0 / 60.0;
    Oscillator ball{.w = 2.0 * std::numbers::pi};
    const double w2 = ball.w * ball.w;
    const auto conserved = [&] { return ball.v * ball.v + w2 * ball.x * ball.x - h * w2 * ball.x * ball.v; };
    const double at_start = conserved();
    double worst = 0.0;
    for (int i = 0; i < 60; ++i)
    {
        ball.step(Integrator::semi_implicit_euler, h);
        worst = std::max(worst, std::abs(conserved() / at_start - 1.0));
    }
    CHECK(worst < 2e-15);
}

TEST_CASE("a 1 Hz spring oscillates at 1.00045749 Hz with semi-implicit Euler")
{
    constexpr double h = 1.0 / 60.0;
    Oscillator ball{.w = 2.0 * std::numbers::pi};
    int swings = 0;
    double first = 0.0;
    double last = 0.0;
    for (int i = 1; i <= 60 * 10'000; ++i)
    {
        const double before = ball.x;
        ball.step(Integrator::semi_implicit_euler, h);
        if (!(before < 0.0 && ball.x >= 0.0)) continue;
        last = (i - 1 + before / (before - ball.x)) * h; // time at which the line through both positions crosses zero
        if (++swings == 1) first = last;
    }
    CHECK((swings - 1) / (last - first) == doctest::Approx(1.00045749).epsilon(2e-8));
}

TEST_CASE("the energy after 1,000 steps equals the table on both sides of the stability limits")
{
    const auto after = [](Integrator id, double hw) { return Oscillator{}.energy_after(1000, id, hw); };
    CHECK(after(Integrator::semi_implicit_euler, 1.99) == doctest::Approx(128).epsilon(0.005));
    CHECK(after(Integrator::semi_implicit_euler, 2.01) == doctest::Approx(2.4e175).epsilon(0.03));
    CHECK(after(Integrator::rk4, 2.82) / 3.7e-19 == doctest::Approx(1.0).epsilon(0.02));
    CHECK(after(Integrator::rk4, 2.84) == doctest::Approx(1.6e25).epsilon(0.02));
}

TEST_CASE("free fall: the Euler methods are off by g*h*t/2; Verlet, RK2, RK4 and implicit midpoint are exact")
{
    constexpr double g = 9.81;
    constexpr double h = 1.0 / 60.0;
    const auto fallen = [&](Integrator id)
    {
        double x = 0.0;
        double v = 0.0;
        for (int i = 0; i < 60; ++i) integrate(id, x, v, h, [](double, double) { return -g; });
        return x;
    };
    const double truth = -g / 2.0;
    CHECK(fallen(Integrator::explicit_euler) - truth == doctest::Approx(0.08175).epsilon(1e-9));
    CHECK(fallen(Integrator::semi_implicit_euler) - truth == doctest::Approx(-0.08175).epsilon(1e-9));
    CHECK(fallen(Integrator::implicit_euler) - truth == doctest::Approx(-0.08175).epsilon(1e-9));
    for (const Integrator id :
         {Integrator::velocity_verlet, Integrator::rk2_midpoint, Integrator::rk4, Integrator::implicit_midpoint})
        CHECK(std::abs(fallen(id) - truth) < 1e-13);
}

TEST_CASE("halving the step divides the error by 2 to the power of the integrator's order")
{
    const auto error = [](Integrator id, int steps)
    {
        Oscillator ball{.w = 1.0, .z = 0.1};
        const double h = 2.0 / steps;
        for (int i = 0; i < steps; ++i) ball.step(id, h);
        Oscillator truth{.w = 1.0, .z = 0.1};
        truth.step(Integrator::exact, 2.0);
        return std::hypot(ball.x - truth.x, ball.v - truth.v);
    };
    const auto order = [&](Integrator id) { return std::log2(error(id, 200) / error(id, 400)); };
    for (const Integrator id :
         {Integrator::explicit_euler, Integrator::semi_implicit_euler, Integrator::implicit_euler})
        CHECK(order(id) == doctest::Approx(1.0).epsilon(0.05));
    for (const Integrator id : {Integrator::velocity_verlet, Integrator::rk2_midpoint, Integrator::implicit_midpoint})
        CHECK(order(id) == doctest::Approx(2.0).epsilon(0.05));
    CHECK(order(Integrator::rk4) == doctest::Approx(4.0).epsilon(0.05));
}

TEST_CASE("the exact spring does not depend on its step sizes")
{
    for (const double z : {0.0, 0.3, 0.999999, 1.0})
    {
        Oscillator cut{.w = 3.0, .z = z};
        Oscillator whole{.w = 3.0, .z = z};
        for (int i = 0; i < 10; ++i) cut.step(Integrator::exact, 0.1 + 0.02 * i);
        whole.step(Integrator::exact, 1.9);
        CHECK(cut.x == doctest::Approx(whole.x).epsilon(1e-13));
        CHECK(cut.v == doctest::Approx(whole.v).epsilon(1e-13));
    }
}

TEST_CASE("linear equations are solved also with a zero or small pivot, and singular ones are not")
{
    detail::LinearSystem<2> zero_first{{{{0.0, 1.0}, {2.0, 0.0}}}, {3.0, 4.0}};
    CHECK(zero_first.solve());
    CHECK(zero_first.right_side == std::array{2.0, 3.0});
    detail::LinearSystem<2> small{{{{0.25, 0.0}, {0.0, 0.5}}}, {1.0, 1.0}};
    CHECK(small.solve());
    CHECK(small.right_side == std::array{4.0, 2.0});
    detail::LinearSystem<2> singular{{{{1.0, 2.0}, {2.0, 4.0}}}, {1.0, 1.0}};
    CHECK_FALSE(singular.solve());
}

TEST_CASE("the row of every integrator is found by its id")
{
    for (const IntegratorInfo& row : all_integrators) CHECK(info_of(row.id).name == row.name);
}

TEST_CASE("a*b + c is rounded twice: neither the processor nor constant folding uses a fused multiply-add")
{
    volatile float a = 0.1F;
    CHECK(multiply_add(a, 0.03F, -0.00300000003F) == 0.0F); // a fused multiply-add gives -4.84e-11
    CHECK(0.1F * 0.03F + -0.00300000003F == 0.0F);
}
