// empty_page -- one Dear ImGui window with one button, in SDL2 and WebGL 2: the smallest page to compare the demo's
// page with. It draws as the demo does; bench.mjs clicks on the button.
#include "programs/demo/window/imgui_backends.hpp"

#include <SDL.h>
#include <emscripten.h>
#include <glad/gl.h>
#include <imgui.h>

namespace
{

SDL_Window* window = nullptr;
ImVec2 mouse{-1e9F, -1e9F};
bool was_button_clicked = false;

void handle_events()
{
    SDL_Event event;
    while (SDL_PollEvent(&event) != 0)
    {
        ImGui_ImplSDL2_ProcessEvent(&event);
        if (event.type == SDL_MOUSEMOTION)
            mouse = {static_cast<float>(event.motion.x), static_cast<float>(event.motion.y)};
    }
}

void run_frame()
{
    handle_events();
    demo::begin_backend_frames();
    demo::correct_mouse_of_old_backend(mouse);
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
    ImGui::Begin("empty", nullptr, ImGuiWindowFlags_NoDecoration);
    ImGui::SetCursorPos({8, 8});
    if (ImGui::Button("button", {100, 20})) was_button_clicked = true;
    ImGui::End();
    ImGui::Render();
    glViewport(0, 0, 1280, 720);
    glClearColor(0.1F, 0.1F, 0.1F, 1.0F);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    SDL_GL_SwapWindow(window);
}

} // namespace

/// The function of the demo with this name (docs/browser.md). The button's value is "on" after the first click.
extern "C" EMSCRIPTEN_KEEPALIVE const char* timestep_widgets()
{
    return was_button_clicked ? "name,x,y,w,h,value\nbutton,8,8,100,20,on\n"
                              : "name,x,y,w,h,value\nbutton,8,8,100,20,off\n";
}

int main()
{
    if (SDL_Init(SDL_INIT_VIDEO) != 0) return 1;
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 0);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_ES);
    window                = SDL_CreateWindow("empty", 0, 0, 1280, 720, SDL_WINDOW_OPENGL);
    SDL_GLContext context = SDL_GL_CreateContext(window);
    if (context == nullptr) return 1;
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ImGui_ImplSDL2_InitForOpenGL(window, context);
    ImGui_ImplOpenGL3_Init("#version 300 es");
    emscripten_set_main_loop(run_frame, 0, false);
    return 0;
}
