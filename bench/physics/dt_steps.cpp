#include "dt_steps.hpp"

namespace bench
{

namespace
{
constexpr double h = 1.0 / 60.0;
constexpr double gravity = 9.81; // m/s^2
constexpr double wind = 0.3; // m/s^2
constexpr double cooling = 0.1; // per second

// A bounce is an impulse, so none of the three versions multiplies it by dt.
void bounce(Thing& t)
{
    if (t.y >= 0.0) return;
    t.y = -t.y;
    t.vy = -t.vy;
}

[[gnu::always_inline]] inline void step(std::vector<Thing>& things, double dt)
{
    for (Thing& t : things)
    {
        t.vx += wind * dt;
        t.vy -= gravity * dt;
        t.x += t.vx * dt;
        t.y += t.vy * dt;
        t.angle += t.spin * dt;
        t.heat -= t.heat * (cooling * dt);
        bounce(t);
    }
}
} // namespace

void step_without_dt(std::vector<Thing>& things)
{
    for (Thing& t : things)
    {
        t.vx += wind * h * h;
        t.vy -= gravity * h * h;
        t.x += t.vx;
        t.y += t.vy;
        t.angle += t.spin;
        t.heat -= t.heat * (cooling * h);
        bounce(t);
    }
}

void step_with_constant_dt(std::vector<Thing>& things) { step(things, h); }

void step_with_variable_dt(std::vector<Thing>& things, double dt) { step(things, dt); }

} // namespace bench
