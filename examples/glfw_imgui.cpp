// A game loop with GLFW, OpenGL and the overlay for Dear ImGui in one call per frame. Keys: space delays a frame by
// 300 ms, Insert writes the following frames to probe.csv. Usage: glfw_imgui [frames]
#include "timestep/frame_timer.hpp"
#include "timestep/presets/accumulator.hpp"
#include "timestep_overlay.hpp"

#include <GLFW/glfw3.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include <chrono>
#include <cstdlib>
#include <thread>

int main(int argc, char** argv)
{
    int frames_left = argc > 1 ? std::atoi(argv[1]) : -1;
    if (glfwInit() == GLFW_FALSE) return 1;
    GLFWwindow* window = glfwCreateWindow(640, 360, "timestep", nullptr, nullptr);
    if (window == nullptr) return 1;
    glfwMakeContextCurrent(window);
    glfwSwapInterval(1);
    ImGui::CreateContext();
    ImGui_ImplGlfw_InitForOpenGL(window, true);
    ImGui_ImplOpenGL3_Init();

    auto loop = timestep::presets::accumulator(timestep::hz(60));
    timestep::FrameTimer timer;
    double x = 0.0; // position of the ball, in pixels
    long steps = 0, drawn = 0;
    bool was_down = false;
    for (; glfwWindowShouldClose(window) == GLFW_FALSE && frames_left != 0; --frames_left, ++drawn)
    {
        glfwPollEvents();
        const bool is_down = glfwGetKey(window, GLFW_KEY_SPACE) == GLFW_PRESS;
        if (is_down && !std::exchange(was_down, is_down)) std::this_thread::sleep_for(std::chrono::milliseconds{300});
        was_down = is_down;
        const timestep::FrameInput in{.frame_time =
                                          timer.measure_frame_time(glfwGetTimerValue(), glfwGetTimerFrequency())};
        const timestep::StepPlan plan = loop.plan(in);
        run_steps(plan, [&](double dt) { x = x < 640.0 ? x + 240.0 * dt : 0.0, ++steps; });

        ImGui_ImplOpenGL3_NewFrame();
        ImGui_ImplGlfw_NewFrame();
        ImGui::NewFrame();
        ImGui::GetBackgroundDrawList()->AddCircleFilled({static_cast<float>(x), 260}, 20, IM_COL32(86, 180, 233, 255));
        timestep::show_overlay(in, plan);
        ImGui::Render();
        glClearColor(0.08F, 0.09F, 0.10F, 1.0F);
        glClear(GL_COLOR_BUFFER_BIT);
        ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
        glfwSwapBuffers(window);
    }
    std::printf("%ld frames, %ld steps\n", drawn, steps);
    glfwTerminate();
}
