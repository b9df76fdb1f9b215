// bare_window -- shows Dear ImGui's demo window for N frames, as the smallest program to compare the demo with
#include "programs/demo/window/imgui_backends.hpp"

#include <SDL.h>
#include <glad/gl.h>
#include <imgui.h>

#include <cstdlib>

int main(int argc, char** argv)
{
    const int frames = argc > 1 ? std::atoi(argv[1]) : 300;
    if (SDL_Init(SDL_INIT_VIDEO) != 0) return 1;
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    SDL_Window* window = SDL_CreateWindow("bare", 0, 0, 1280, 720, SDL_WINDOW_OPENGL);
    SDL_GLContext context = SDL_GL_CreateContext(window);
    if (context == nullptr || gladLoadGL(reinterpret_cast<GLADloadfunc>(SDL_GL_GetProcAddress)) == 0) return 1;
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ImGui_ImplSDL2_InitForOpenGL(window, context);
    ImGui_ImplOpenGL3_Init("#version 330 core");
    for (int i = 0; i < frames; ++i)
    {
        SDL_Event event;
        while (SDL_PollEvent(&event) != 0) ImGui_ImplSDL2_ProcessEvent(&event);
        demo::begin_backend_frames();
        demo::correct_mouse_position({0, 0});
        ImGui::NewFrame();
        ImGui::ShowDemoWindow();
        ImGui::Render();
        glViewport(0, 0, 1280, 720);
        glClearColor(0.1F, 0.1F, 0.1F, 1.0F);
        glClear(GL_COLOR_BUFFER_BIT);
        ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
        SDL_GL_SwapWindow(window);
    }
    return 0;
}
