// A game loop with SDL2 that interpolates between two steps. Each press of the space bar takes effect in the step
// during which it happened: no press is lost at 1000 fps, and none counts twice at 20 fps.
// Usage: sdl2_interpolated [frames]
#include "timestep/blend.hpp"
#include "timestep/latched_input.hpp"
#include "timestep/presets/interpolated.hpp"
#include "timestep/steady_clock.hpp"

#include <SDL.h>

using namespace timestep;

struct Ball
{
    double height = 0.0, v = 0.0; // height in pixels, velocity in pixels per second
    void step(double dt, bool jump)
    {
        if (height == 0.0 && jump) v = 500.0;
        v -= 1200.0 * dt;
        height += v * dt;
        if (height <= 0.0) height = v = 0.0;
    }
};

int main(int argc, char** argv)
{
    int frames_left = argc > 1 ? SDL_atoi(argv[1]) : -1;
    if (SDL_Init(SDL_INIT_VIDEO) != 0) return 1;
    SDL_Window* window = SDL_CreateWindow("timestep", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, 640, 360, 0);
    SDL_Renderer* renderer = SDL_CreateRenderer(window, -1, SDL_RENDERER_PRESENTVSYNC);
    if (renderer == nullptr) return 1;

    const SteadyClock clock;
    auto loop = presets::interpolated(hz(60));
    LatchedButtons space;
    StateHistory<Ball> ball;
    for (Nanos last = clock.now(); frames_left != 0; --frames_left)
    {
        for (SDL_Event event; SDL_PollEvent(&event) != 0;)
        {
            if (event.type == SDL_QUIT) return 0;
            if ((event.type == SDL_KEYDOWN || event.type == SDL_KEYUP) && event.key.keysym.sym == SDLK_SPACE)
                space.push(clock.now(), 0, event.type == SDL_KEYDOWN);
        }
        const Nanos now = clock.now();
        const StepTimes times{now, loop.plan({.frame_time = now - last})};
        last = now;
        run_steps(times.plan, [&](double dt, std::int64_t i)
                  { ball.step([&](Ball& b) { b.step(dt, space.consume_step_events(times, i).was_pressed(0)); }); });

        const double y = lerp(ball.previous().height, ball.current().height, times.plan.alpha);
        const SDL_FRect box{300.0F, 300.0F - static_cast<float>(y), 40.0F, 40.0F};
        SDL_SetRenderDrawColor(renderer, 20, 22, 26, 255);
        SDL_RenderClear(renderer);
        SDL_SetRenderDrawColor(renderer, 86, 180, 233, 255);
        SDL_RenderFillRectF(renderer, &box);
        SDL_RenderPresent(renderer);
    }
}
