// A game loop with GLFW and OpenGL: the simulation runs 60 steps per second at every frame rate.
// Usage: glfw_loop [frames]
#include "timestep/blend.hpp"
#include "timestep/frame_timer.hpp"
#include "timestep/presets/interpolated.hpp"

#include <GLFW/glfw3.h>

#include <cstdio>
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
    if (glfwInit() == GLFW_FALSE) return 1;
    GLFWwindow* window = glfwCreateWindow(640, 360, "timestep", nullptr, nullptr);
    if (window == nullptr) return 1;
    glfwMakeContextCurrent(window);
    glfwSwapInterval(1);

    auto loop = timestep::presets::interpolated(timestep::hz(60));
    timestep::FrameTimer timer;
    timestep::StateHistory<Ball> ball;
    long steps = 0, drawn = 0;
    for (; glfwWindowShouldClose(window) == GLFW_FALSE && frames_left != 0; --frames_left, ++drawn)
    {
        glfwPollEvents();
        const timestep::StepPlan plan =
            loop.plan({.frame_time = timer.measure_frame_time(glfwGetTimerValue(), glfwGetTimerFrequency())});
        run_steps(plan,
                  [&](double dt)
                  {
                      ball.step([&](Ball& b) { b.step(dt); });
                      ++steps;
                  });

        const double x = timestep::lerp(ball.previous().x, ball.current().x, plan.alpha);
        glDisable(GL_SCISSOR_TEST);
        glClearColor(0.08F, 0.09F, 0.10F, 1.0F);
        glClear(GL_COLOR_BUFFER_BIT);
        glEnable(GL_SCISSOR_TEST); // clears only a rectangle, which is the ball
        glScissor(static_cast<int>(x) - 20, 160, 40, 40);
        glClearColor(0.90F, 0.62F, 0.00F, 1.0F);
        glClear(GL_COLOR_BUFFER_BIT);
        glfwSwapBuffers(window);
    }
    std::printf("%ld frames, %ld steps\n", drawn, steps);
    glfwTerminate();
}
