// A game loop with SDL2, OpenGL and the overlay for Dear ImGui. The overlay is the loop's hook, so it also measures how
// long the steps take. Keys: space delays a frame by 300 ms, Insert writes the following frames to probe.csv.
// Usage: sdl2_imgui [frames]
#include "timestep/presets/interpolated.hpp"
#include "timestep/steady_clock.hpp"
#include "timestep_overlay.hpp"

#include <SDL.h>
#include <SDL_opengl.h>
#include <imgui_impl_opengl3.h>
#if __has_include(<imgui_impl_sdl2.h>)
#include <imgui_impl_sdl2.h>
#else
#include <imgui_impl_sdl.h> // name before Dear ImGui 1.89.5
#endif

int main(int argc, char** argv)
{
    int frames_left = argc > 1 ? SDL_atoi(argv[1]) : -1;
    if (SDL_Init(SDL_INIT_VIDEO) != 0) return 1;
    SDL_Window* window = SDL_CreateWindow("timestep", 100, 100, 640, 360, SDL_WINDOW_OPENGL);
    SDL_GLContext context = SDL_GL_CreateContext(window);
    if (context == nullptr) return 1;
    SDL_GL_SetSwapInterval(1);
    ImGui::CreateContext();
    ImGui_ImplSDL2_InitForOpenGL(window, context);
    ImGui_ImplOpenGL3_Init();

    timestep::Overlay overlay;
    auto loop = hooked(timestep::presets::interpolated(timestep::hz(60)), overlay);
    const timestep::SteadyClock clock;
    double x = 0.0, previous = 0.0; // position of the ball, in pixels
    for (timestep::Nanos last = clock.now(); frames_left != 0; --frames_left)
    {
        for (SDL_Event event; SDL_PollEvent(&event) != 0;)
        {
            ImGui_ImplSDL2_ProcessEvent(&event);
            if (event.type == SDL_QUIT) return 0;
            if (event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_SPACE) SDL_Delay(300);
        }
        const timestep::Nanos now = clock.now();
        const auto plan = loop.plan({.frame_time = now - std::exchange(last, now)});
        run_steps(plan, [&](double dt) { x = (previous = x) + 240.0 * dt; });

        ImGui_ImplOpenGL3_NewFrame();
        ImGui_ImplSDL2_NewFrame();
        ImGui::NewFrame();
        const double shown = SDL_fmod(previous + (x - previous) * plan.alpha, 640.0);
        ImGui::GetBackgroundDrawList()->AddCircleFilled({static_cast<float>(shown), 260}, 20,
                                                        IM_COL32(230, 159, 0, 255));
        overlay.draw();
        ImGui::Render();
        glClearColor(0.08F, 0.09F, 0.10F, 1.0F);
        glClear(GL_COLOR_BUFFER_BIT);
        ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
        SDL_GL_SwapWindow(window);
    }
    SDL_Log("%s", overlay.text().c_str());
    return 0;
}
