// A game loop with the main callbacks of SDL3, where SDL calls the game once per frame: 60 steps per second at every
// frame rate. Usage: sdl3_callbacks [frames]
#include "timestep/blend.hpp"
#include "timestep/presets/interpolated.hpp"

#define SDL_MAIN_USE_CALLBACKS
#include <SDL3/SDL.h>
#include <SDL3/SDL_main.h>

using namespace timestep;

struct Game
{
    SDL_Window* window = nullptr;
    SDL_Renderer* renderer = nullptr;
    StateHistory<double> x{100.0}; // position in pixels
    double v = 240.0; // velocity in pixels per second
    decltype(presets::interpolated(hz(60))) loop = presets::interpolated(hz(60));
    Nanos last{};
    int frames_left = -1;
};

SDL_AppResult SDL_AppInit(void** state, int argc, char** argv)
{
    auto* const game = new Game;
    *state = game;
    if (argc > 1) game->frames_left = SDL_atoi(argv[1]);
    if (!SDL_Init(SDL_INIT_VIDEO)) return SDL_APP_FAILURE;
    if (!SDL_CreateWindowAndRenderer("timestep", 640, 360, 0, &game->window, &game->renderer)) return SDL_APP_FAILURE;
    SDL_SetRenderVSync(game->renderer, 1);
    game->last = Nanos{static_cast<std::int64_t>(SDL_GetTicksNS())};
    return SDL_APP_CONTINUE;
}

SDL_AppResult SDL_AppEvent(void*, SDL_Event* event)
{
    return event->type == SDL_EVENT_QUIT ? SDL_APP_SUCCESS : SDL_APP_CONTINUE;
}

SDL_AppResult SDL_AppIterate(void* state)
{
    Game& game = *static_cast<Game*>(state);
    const Nanos now{static_cast<std::int64_t>(SDL_GetTicksNS())};
    const StepPlan plan = game.loop.plan({.frame_time = now - game.last});
    game.last = now;
    const auto move = [&](double& x, double dt) { x += game.v * dt, game.v = x < 20 || x > 620 ? -game.v : game.v; };
    run_steps(plan, [&](double dt) { game.x.step([&](double& x) { move(x, dt); }); });

    SDL_SetRenderDrawColor(game.renderer, 20, 22, 26, 255);
    SDL_RenderClear(game.renderer);
    SDL_SetRenderDrawColor(game.renderer, 230, 159, 0, 255);
    const double x = lerp(game.x.previous(), game.x.current(), plan.alpha);
    const SDL_FRect box{static_cast<float>(x) - 20.0F, 160.0F, 40.0F, 40.0F};
    SDL_RenderFillRect(game.renderer, &box);
    SDL_RenderPresent(game.renderer);
    return --game.frames_left == 0 ? SDL_APP_SUCCESS : SDL_APP_CONTINUE;
}

void SDL_AppQuit(void* state, SDL_AppResult) { delete static_cast<Game*>(state); }
