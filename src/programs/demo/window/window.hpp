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
    bool may_go_headless = false; ///< draw offscreen instead of throwing if there is no display
};

class Window
{
public:
    /// Opens the window. Throws std::runtime_error with one line that names the missing part and the remedy.
    explicit Window(const WindowSettings& settings);
    ~Window();
    Window(const Window&)            = delete;
    Window& operator=(const Window&) = delete;

    bool open() const { return open_; }
    void close() { open_ = false; }

    /// Handles the window's events: passes keys, mouse moves and clicks to `lab` and to Dear ImGui. `stage` is the area
    /// of the stage in points. The window's close button adds a request to quit.
    void poll(lab::Lab& lab, const draw::Rect& stage);
    /// Returns the paths of the files that were dropped on the window since the last call.
    std::vector<std::string> take_dropped() { return std::exchange(dropped_, {}); }
    /// Loads the fonts in the size that the settings and the window's size require. Call between two frames of Dear
    /// ImGui.
    void obey_scale(const lab::ViewSettings& view);
    /// Starts Dear ImGui's frame. `seconds` is the time since the start of its last frame.
    void begin_ui(double seconds);
    /// Ends Dear ImGui's frame.
    void end_ui();
    /// Draws Dear ImGui's last frame over the canvas.
    void paint_ui();
    /// Sets the VSYNC mode of the settings, and stores in `lab.display` whether the driver accepted it. Returns true if
    /// the mode differs from the last call.
    bool obey_vsync(lab::Lab& lab);
    void present();
    void toggle_full_screen();

    /// The window's size in points, the unit of the mouse and of the panels.
    int width() const { return width_; }
    int height() const { return height_; }
    /// Returns true if the window is neither full screen nor maximised.
    bool has_size_of_its_own() const;
    /// The canvas's size in pixels.
    int canvas_width() const { return canvas_width_; }
    int canvas_height() const { return canvas_height_; }
    /// Pixels per point.
    float pixel_ratio() const { return pixel_ratio_; }
    /// Returns the factor by which texts and shapes are larger than their usual size in points.
    float scale(const lab::ViewSettings& view) const;
    /// Returns true if the window is minimised or hidden.
    bool hidden() const;
    /// Returns true if the window has the keyboard focus, or if there is no display.
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
    std::optional<SDL_Rect> uncovered_{}; ///< the window's place before cover_display() enlarged it; else empty
    float font_scale_   = 1.0F;           ///< scale of the loaded fonts
    float font_ratio_   = 1.0F;           ///< pixels per point of the loaded fonts
    bool headless_      = false;
    bool offscreen_     = false; ///< SDL uses its offscreen driver
    bool open_          = true;
    int asked_interval_ = -2;    ///< last swap interval set; -2 before the first one
    float mouse_x_      = -1e9F; ///< in points; -1e9 while the mouse is outside the window
    float mouse_y_      = -1e9F;
};

} // namespace demo
