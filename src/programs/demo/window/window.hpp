// programs/demo/window/window.hpp -- an SDL2 window with an OpenGL 3.3 core context and Dear ImGui in it
#pragma once

#include "draw/shapes/picture.hpp"
#include "lab/stage/lab.hpp"
#include "programs/demo/panels/ui.hpp"
#include "programs/demo/window/key_taps.hpp"

#include <SDL.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace demo
{

struct WindowSettings
{
    int width            = 1280;
    int height           = 760;
    bool headless        = false;
    bool may_go_headless = false; ///< when there is no display
};

class Window
{
public:
    /// Throws std::runtime_error with one line that says what is missing and what to do.
    explicit Window(const WindowSettings& settings);
    ~Window();
    Window(const Window&)            = delete;
    Window& operator=(const Window&) = delete;

    bool open() const { return open_; }
    void close() { open_ = false; }

    /// Hands keys to the laboratory and the mouse to the ball; `stage` is where the ball is drawn. The window's own
    /// button and the system's signals ask to quit, as a key does.
    void poll(lab::Lab& lab, const draw::Rect& stage);
    /// The files that were dropped on the window since the last call.
    std::vector<std::string> take_dropped() { return std::exchange(dropped_, {}); }
    /// Draws words as large as that. Between two frames of Dear ImGui.
    void obey_scale(const lab::ViewSettings& view);
    /// Starts Dear ImGui's frame; `seconds` since the last one.
    void begin_ui(double seconds);
    /// Ends Dear ImGui's frame.
    void end_ui();
    /// Draws Dear ImGui's last frame over what is there.
    void paint_ui();
    /// Asks the driver for the VSYNC that the settings want, and notes what came of it. Returns whether it
    /// asked for something else than before.
    bool obey_vsync(lab::Lab& lab);
    void present();
    void toggle_full_screen();

    /// In points, as the mouse and the panels count.
    int width() const { return width_; }
    int height() const { return height_; }
    /// Not the size of the screen: neither full screen nor maximised.
    bool has_size_of_its_own() const;
    /// In pixels, as the canvas counts; `pixel_ratio` of them make a point.
    int canvas_width() const { return canvas_width_; }
    int canvas_height() const { return canvas_height_; }
    float pixel_ratio() const { return pixel_ratio_; }
    /// How many times their usual size, in points, words and shapes are.
    float scale(const lab::ViewSettings& view) const;
    /// Nobody sees the window: there is no point in drawing as fast as possible.
    bool hidden() const;
    bool focused() const;

private:
    void create_context(const WindowSettings& settings);
    void create_ui();
    void measure_canvas();
    void cover_display();
    static void let_go(lab::Lab& lab);
    void handle_wheel(const SDL_Event& event, lab::Lab& lab, const draw::Rect& stage) const;
    void handle_key(const SDL_Event& event, lab::Lab& lab);
    void handle_mouse(const SDL_Event& event, lab::Lab& lab, const draw::Rect& stage);

    struct Closer
    {
        void operator()(SDL_Window* window) const { SDL_DestroyWindow(window); }
    };
    std::unique_ptr<SDL_Window, Closer> window_;
    std::vector<std::string> dropped_;
    KeyTaps taps_;
    SDL_GLContext context_ = nullptr;
    int width_             = 0;
    int height_            = 0;
    int canvas_width_      = 0;
    int canvas_height_     = 0;
    float pixel_ratio_     = 1.0F;
    std::optional<SDL_Rect> uncovered_{}; ///< where the window was before it took the display by itself
    float font_scale_   = 1.0F;           ///< of the fonts that are loaded
    float font_ratio_   = 1.0F;           ///< pixels to the point, likewise
    bool headless_      = false;
    bool offscreen_     = false; ///< no display takes what is presented
    bool open_          = true;
    int asked_interval_ = -2;    ///< none asked yet
    float mouse_x_      = -1e9F; ///< in points; far away while the mouse is elsewhere
    float mouse_y_      = -1e9F;
};

} // namespace demo
