// The loop of "Fix Your Timestep!" (G. Fiedler, 2004, "The final touch"), written with the library. The article's code:
//
//     if (frameTime > 0.25) frameTime = 0.25;
//     accumulator += frameTime;
//     while (accumulator >= dt) { previousState = currentState; integrate(currentState, t, dt); ... }
//     const double alpha = accumulator / dt;
//     State state = currentState * alpha + previousState * (1.0 - alpha);
//
// The article uses doubles, this program exact integers. It draws the article's spring in the terminal.
// Usage: classic_article [frames]
#include "timestep/blend.hpp"
#include "timestep/presets/interpolated.hpp"
#include "timestep/steady_clock.hpp"

#include <cstdio>
#include <cstdlib>

struct State
{
    double x = 1.0, v = 0.0; // position in metres, velocity in metres per second

    State operator+(State o) const { return {x + o.x, v + o.v}; }
    State operator-(State o) const { return {x - o.x, v - o.v}; }
    State operator*(double s) const { return {x * s, v * s}; }
};

void integrate(State& state, double dt)
{
    const double stiffness = 10.0, friction = 0.1;
    state.v += (-stiffness * state.x - friction * state.v) * dt;
    state.x += state.v * dt;
}

void render(const State& state) { std::printf("\r%*c%*s", static_cast<int>(40.0 + 30.0 * state.x), 'O', 10, ""); }

int main(int argc, char** argv)
{
    const timestep::SteadyClock clock;
    auto loop = timestep::presets::interpolated(timestep::hz(100));
    timestep::StateHistory<State> state;

    timestep::Nanos current_time = clock.now();
    for (long frame = argc > 1 ? std::atol(argv[1]) : 600; frame > 0; --frame)
    {
        const timestep::Nanos new_time = clock.now();
        const timestep::StepPlan plan = loop.plan({.frame_time = new_time - current_time});
        current_time = new_time;

        run_steps(plan, [&](double dt) { state.step([&](State& s) { integrate(s, dt); }); });

        render(state.state_to_draw(plan.alpha));
        clock.sleep(timestep::Nanos{16'000'000}); // a terminal has no VSYNC to wait for
    }
    std::printf("\n");
}
