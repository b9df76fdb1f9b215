// A game loop with SDL2: the simulation runs 60 steps per second at every frame rate.
// Usage: sdl2_loop [frames]
#include "timestep/presets/accumulator.hpp"

#include <SDL.h>

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
    int frames_left = argc > 1 ? SDL_atoi(argv[1]) : -1;
    if (SDL_Init(SDL_INIT_VIDEO) != 0) return 1;
    SDL_Window* window = SDL_CreateWindow("timestep", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, 640, 360, 0);
    SDL_Renderer* renderer = SDL_CreateRenderer(window, -1, SDL_RENDERER_PRESENTVSYNC);
    if (renderer == nullptr) return 1;

    auto loop = timestep::presets::accumulator(timestep::hz(60));
    Ball ball;

    const auto ticks_per_second = static_cast<double>(SDL_GetPerformanceFrequency());
    Uint64 last = SDL_GetPerformanceCounter();
    for (bool running = true; running && frames_left != 0; --frames_left)
    {
        for (SDL_Event event; SDL_PollEvent(&event) != 0;)
            if (event.type == SDL_QUIT) running = false;

        const Uint64 now = SDL_GetPerformanceCounter();
        const double s = static_cast<double>(now - last) / ticks_per_second;
        last = now;

        const timestep::StepPlan plan = loop.plan({.frame_time = timestep::from_seconds(s)});
        run_steps(plan, [&](double dt) { ball.step(dt); });

        SDL_SetRenderDrawColor(renderer, 20, 22, 26, 255);
        SDL_RenderClear(renderer);
        SDL_SetRenderDrawColor(renderer, 230, 159, 0, 255);
        const SDL_FRect box{static_cast<float>(ball.x) - 20.0F, 160.0F, 40.0F, 40.0F};
        SDL_RenderFillRectF(renderer, &box);
        SDL_RenderPresent(renderer);
    }
    SDL_Quit();
    return 0;
}
