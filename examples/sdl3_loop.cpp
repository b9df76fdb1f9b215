// A game loop with SDL3: the simulation runs 60 steps per second at every frame rate.
// Usage: sdl3_loop [frames]
#include "timestep/blend.hpp"
#include "timestep/presets/interpolated.hpp"

#include <SDL3/SDL.h>

using namespace timestep;

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
    if (!SDL_Init(SDL_INIT_VIDEO)) return 1;
    SDL_Window* window = nullptr;
    SDL_Renderer* renderer = nullptr;
    if (!SDL_CreateWindowAndRenderer("timestep", 640, 360, 0, &window, &renderer)) return 1;
    SDL_SetRenderVSync(renderer, 1);

    auto loop = presets::interpolated(hz(60));
    StateHistory<Ball> ball;
    Nanos last{static_cast<std::int64_t>(SDL_GetTicksNS())};
    for (bool running = true; running && frames_left != 0; --frames_left)
    {
        for (SDL_Event event; SDL_PollEvent(&event);)
            if (event.type == SDL_EVENT_QUIT) running = false;

        const Nanos now{static_cast<std::int64_t>(SDL_GetTicksNS())};
        const StepPlan plan = loop.plan({.frame_time = now - last});
        last = now;
        run_steps(plan, [&](double dt) { ball.step([&](Ball& b) { b.step(dt); }); });

        const double x = lerp(ball.previous().x, ball.current().x, plan.alpha);
        SDL_SetRenderDrawColor(renderer, 20, 22, 26, 255);
        SDL_RenderClear(renderer);
        SDL_SetRenderDrawColor(renderer, 230, 159, 0, 255);
        const SDL_FRect box{static_cast<float>(x) - 20.0F, 160.0F, 40.0F, 40.0F};
        SDL_RenderFillRect(renderer, &box);
        SDL_RenderPresent(renderer);
    }
    SDL_Quit();
    return 0;
}
