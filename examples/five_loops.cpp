// Five game loops in one switch, to be read side by side: a ball on a spring hits a thin wall. White: the ball of a PC
// that is never late. Keys: 1 to 5 choose the loop, 6 is loop 5 written with the library; Left and Right change the
// time that each frame takes, Space puts the ball back. The title shows what the loop does. Usage: five_loops [FRAMES
// MILLISECONDS]; then no clock is read: each loop gets FRAMES frames of MILLISECONDS.
#include "timestep/presets/interpolated.hpp"

#include <SDL.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace
{

constexpr double step = 1.0 / 60.0; // simulated time of one step, in seconds
constexpr double longest_frame = 0.25; // of a longer frame the rest is dropped, in seconds

struct Ball
{
    double x = -0.9, v = 0.0; // metres from the middle, metres per second

    void advance(double dt)
    {
        constexpr double stiffness = 26.0, mass = 1.0, radius = 0.08, wall = 0.6, thickness = 0.04; // N/m, kg, m
        v -= stiffness / mass * x * dt;
        x += v * dt;
        if (v <= 0.0 || x + radius < wall || x - radius > wall + thickness) return; // a long step jumps over the wall
        x = wall - radius;
        v = -v;
    }
};

struct Game
{
    int loop = 5;
    double accumulator = 0.0; // time that is not simulated yet, in seconds
    Ball previous{}, current{};
    decltype(timestep::presets::interpolated(timestep::hz(60))) interpolated =
        timestep::presets::interpolated(timestep::hz(60));
    // What the title shows
    int steps = 0;
    double game_time = 0.0, real_time = 0.0;

    void advance(double dt)
    {
        previous = current;
        current.advance(dt);
        game_time += dt;
        ++steps;
    }

    /// Simulates a frame of `frame_time` seconds, and returns where to draw the ball.
    double run_frame(double frame_time)
    {
        steps = 0;
        real_time += frame_time;
        switch (loop)
        {
        case 1: // fixed: one step a frame, so the display sets the speed of the game
            advance(step);
            return current.x;

        case 2: // variable: one step of the frame's length, so a long frame is a long step
            advance(frame_time);
            return current.x;

        case 3: // semi-fixed: the frame in pieces of at most one step, so each PC steps otherwise
            for (frame_time = std::min(frame_time, longest_frame); frame_time > 0.0; frame_time -= step)
                advance(std::min(frame_time, step));
            return current.x;

        case 4: // accumulator: equal steps, the rest is kept, so some frames have a step more than others
            for (accumulator += std::min(frame_time, longest_frame); accumulator >= step; accumulator -= step)
                advance(step);
            return current.x;

        case 5: // interpolated: the same steps, drawn between the newest two, one step late
            for (accumulator += std::min(frame_time, longest_frame); accumulator >= step; accumulator -= step)
                advance(step);
            return std::lerp(previous.x, current.x, accumulator / step);

        default: // interpolated by the library: whole nanoseconds, so that no time is gained or lost by rounding
        {
            const timestep::StepPlan plan = interpolated.plan({.frame_time = timestep::from_seconds(frame_time)});
            run_steps(plan, [this](double dt) { advance(dt); });
            return std::lerp(previous.x, current.x, plan.alpha);
        }
        }
    }
};

constexpr const char* names[]{"fixed", "variable", "semi-fixed", "accumulator", "interpolated", "library"};

/// Runs all loops with equal frames, without a window.
void print_runs(int frames, double frame_time)
{
    for (int loop = 1; loop <= 6; ++loop)
    {
        Game game{.loop = loop};
        double x = 0.0;
        for (int i = 0; i < frames; ++i) x = game.run_frame(frame_time);
        std::printf("%-12s %.2f s in %.2f s, the ball at %.3f m\n", names[loop - 1], game.game_time, game.real_time, x);
    }
}

void draw(SDL_Renderer* renderer, double x, double never_late_x)
{
    constexpr float width = 640.0F, metre = 260.0F, radius = 20.8F, y = 90.0F; // in pixels
    const auto pixel = [](double at) { return width / 2 + metre * static_cast<float>(std::clamp(at, -2.0, 2.0)); };
    const SDL_FRect wall{pixel(0.6), 20.0F, 0.04F * metre, 140.0F};
    const SDL_FRect spring{0.0F, y - 1.0F, pixel(x), 2.0F};
    const SDL_FRect ball{pixel(x) - radius, y - radius, 2 * radius, 2 * radius};
    const SDL_FRect mark{pixel(never_late_x) - radius, y - radius, 2 * radius, 2 * radius};
    SDL_SetRenderDrawColor(renderer, 20, 22, 26, 255);
    SDL_RenderClear(renderer);
    SDL_SetRenderDrawColor(renderer, 120, 126, 138, 255);
    SDL_RenderFillRectF(renderer, &wall);
    SDL_RenderFillRectF(renderer, &spring);
    SDL_SetRenderDrawColor(renderer, 86, 180, 233, 255);
    SDL_RenderFillRectF(renderer, &ball);
    SDL_SetRenderDrawColor(renderer, 255, 255, 255, 255);
    SDL_RenderDrawRectF(renderer, &mark);
    SDL_RenderPresent(renderer);
}

} // namespace

int main(int argc, char** argv)
{
    int frames_left = argc > 1 ? SDL_atoi(argv[1]) : -1;
    if (argc > 2)
    {
        print_runs(frames_left, SDL_atof(argv[2]) / 1000.0);
        return 0;
    }
    if (SDL_Init(SDL_INIT_VIDEO) != 0) return 1;
    SDL_Window* window = SDL_CreateWindow("", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, 640, 180, 0);
    SDL_Renderer* renderer = SDL_CreateRenderer(window, -1, SDL_RENDERER_PRESENTVSYNC);
    if (renderer == nullptr) return 1;

    Game game;
    Ball never_late;
    double never_late_time = 0.0; // in seconds
    Uint32 delay_ms = 0;
    const auto ticks_per_second = static_cast<double>(SDL_GetPerformanceFrequency());
    for (Uint64 last = SDL_GetPerformanceCounter(); frames_left != 0; --frames_left)
    {
        const int loop_before = game.loop;
        bool is_reset = false;
        for (SDL_Event event; SDL_PollEvent(&event) != 0;)
        {
            if (event.type == SDL_QUIT) return 0;
            if (event.type != SDL_KEYDOWN) continue;
            const SDL_Keycode key = event.key.keysym.sym;
            if (key >= SDLK_1 && key <= SDLK_6) game.loop = key - SDLK_0;
            if (key == SDLK_LEFT) delay_ms -= std::min(delay_ms, 5U);
            if (key == SDLK_RIGHT) delay_ms = std::min(delay_ms + 5, 300U);
            is_reset |= key == SDLK_SPACE;
        }
        if (game.loop != loop_before || is_reset)
        {
            game = {.loop = game.loop};
            never_late = {};
            never_late_time = 0.0;
        }

        SDL_Delay(delay_ms); // a slow PC
        const Uint64 now = SDL_GetPerformanceCounter();
        const double x = game.run_frame(static_cast<double>(now - last) / ticks_per_second);
        last = now;

        for (; never_late_time + 0.001 <= game.real_time; never_late_time += 0.001) never_late.advance(0.001);
        draw(renderer, x, never_late.x);
        char title[120];
        std::snprintf(title, sizeof title, "%d %s: %d steps in this frame, %.2fx speed, %u ms delay", game.loop,
                      names[game.loop - 1], game.steps, game.game_time / game.real_time, delay_ms);
        SDL_SetWindowTitle(window, title);
    }
}
