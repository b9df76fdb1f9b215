// A game loop with raylib: the simulation runs 60 steps per second at every frame rate.
// Usage: raylib_loop [frames]
#include "timestep/blend.hpp"
#include "timestep/presets/interpolated.hpp"

#include <raylib.h>

#include <cstdlib>

struct Ball
{
    double x = 100.0, v = 240.0; // position in pixels, velocity in pixels per second

    void step(double dt)
    {
        x += v * dt;
        if (x < 20.0 || x > 620.0) v = -v;
    }
};

int main(int argc, char** argv)
{
    int frames_left = argc > 1 ? std::atoi(argv[1]) : -1;
    SetConfigFlags(FLAG_VSYNC_HINT);
    InitWindow(640, 360, "timestep");
    if (!IsWindowReady()) return 1;

    auto loop = timestep::presets::interpolated(timestep::hz(60));
    timestep::StateHistory<Ball> ball;
    for (double last = GetTime(); !WindowShouldClose() && frames_left != 0; --frames_left)
    {
        const double now = GetTime(); // GetFrameTime() has a precision of only 24 bits
        const timestep::StepPlan plan = loop.plan({.frame_time = timestep::from_seconds(now - last)});
        last = now;
        run_steps(plan, [&](double dt) { ball.step([&](Ball& b) { b.step(dt); }); });

        const double x = timestep::lerp(ball.previous().x, ball.current().x, plan.alpha);
        BeginDrawing();
        ClearBackground(Color{20, 22, 26, 255});
        DrawRectangle(static_cast<int>(x) - 20, 160, 40, 40, Color{230, 159, 0, 255});
        EndDrawing();
    }
    CloseWindow();
}
