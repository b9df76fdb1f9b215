// Measures the cost of drawing each scene: building the list of shapes on the CPU, and drawing it with OpenGL.
#include "bench.hpp"
#include "draw/gl/renderer.hpp"
#include "lab/stage/lab.hpp"
#include "sim/machine/virtual_pc.hpp"
#include "views/lane_view.hpp"

#include <SDL.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>

namespace
{

using Clock = std::chrono::steady_clock;

constexpr int width  = 1280;
constexpr int height = 720;

void open_canvas()
{
    SDL_SetHint(SDL_HINT_VIDEODRIVER, "offscreen");
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    SDL_Window* window = nullptr;
    if (SDL_Init(SDL_INIT_VIDEO) == 0) window = SDL_CreateWindow("bench", 0, 0, width, height, SDL_WINDOW_OPENGL);
    if (window == nullptr || SDL_GL_CreateContext(window) == nullptr ||
        gladLoadGL(reinterpret_cast<GLADloadfunc>(SDL_GL_GetProcAddress)) == 0)
        throw std::runtime_error(fmt::format("no offscreen OpenGL 3.3 ({})", SDL_GetError()));
}

template <class Work>
double best_us(Work work)
{
    double best = 1e12;
    for (int i = 0; i < bench::rounds(80); ++i)
    {
        glFinish();
        const auto begun = Clock::now();
        work();
        glFinish();
        best = std::min(best, std::chrono::duration<double, std::micro>(Clock::now() - begun).count());
    }
    return best;
}

struct Played
{
    lab::Lab lab;
    scenes::Trail trace;

    // Runs three seconds at 60 frames per second. Every frame is presented.
    explicit Played(const lab::Settings& settings)
        : lab{settings, std::make_unique<sim::VirtualPc>(settings.lane.seed)}
    {
        for (int frame = 0; frame < 180; ++frame)
        {
            lab.begin_frame_and_run_loops();
            views::clear_trail_if_new_run_and_append_newest(trace, lab.lane());
            lab.end_frame_and_wait_for_next();
        }
    }
    void draw(draw::Picture& picture, draw::Rect area) const
    {
        const draw::ViewStyle style{draw::dark_theme, 1.0F, draw::loop_colour(4)};
        views::redraw_lane(picture, lab.lane(), lab.lane().newest_moment(), trace, lab.session.settings.view, area,
                           style);
    }
};

void measure(draw::Renderer& renderer, const scenes::SceneType* row, double clear_us)
{
    lab::Settings settings;
    settings.lane.scene = *scenes::find_scene_defaults(row->name);
    const Played played{settings};
    draw::Picture picture;
    const double build = best_us([&] { played.draw(picture, {0, 0, width, height}); });
    renderer.set_canvas_size_and_clear(width, height, draw::dark_theme.background);
    const double draw  = best_us([&] { renderer.fill_area_unless_cleared_and_draw_clipped(picture); });
    const double strip = best_us(
        [&]
        {
            for (int lane = 0; lane < 6; ++lane)
            {
                played.draw(picture, {0, 120.0F * static_cast<float>(lane), width, 120});
                renderer.fill_area_unless_cleared_and_draw_clipped(picture);
            }
        });
    played.draw(picture, {0, 0, width, height});
    fmt::print("{:<18} {:>7} {:>9.0f} us {:>9.0f} us {:>11.1f} {:>14.0f} us\n", row->name, picture.shapes().size(),
               build, draw, draw / clear_us, strip);
}

} // namespace

int main()
{
    try
    {
        open_canvas();
        draw::Renderer renderer;
        const double clear_us =
            best_us([&] { renderer.set_canvas_size_and_clear(width, height, draw::dark_theme.background); });
        fmt::print("{}, {} x {}, best of 80; clearing the canvas takes {:.0f} us\n",
                   reinterpret_cast<const char*>(glGetString(GL_RENDERER)), width, height, clear_us);
        fmt::print("{:<18} {:>7} {:>12} {:>12} {:>11} {:>17}\n", "scene", "shapes", "picture", "draw", "x clear",
                   "six lanes, both");
        for (const scenes::SceneType* row : scenes::all_scenes()) measure(renderer, row, clear_us);
        return 0;
    }
    catch (const std::exception& e)
    {
        fmt::print(stderr, "bench_draw: {}\n", e.what());
        return 2;
    }
}
