// programs/demo/window/window.hpp -- an SDL2 window with an OpenGL 3.3 core context and Dear ImGui in it
#pragma once

#include "draw/shapes/picture.hpp"
#include "lab/stage/lab.hpp"
#include "programs/demo/panels/panels.hpp"

#include <SDL.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace demo
{

/// If a key is pressed and released in one frame, delays the release to the next frame: Dear ImGui before 1.87 reads
/// the keys once a frame, and would not notice such a short press.
class KeyTaps
{
public:
    /// Begins a frame. Returns the key releases that were delayed in the last frame; the caller must handle them before
    /// the events of this frame.
    std::vector<SDL_Event> begin_frame()
    {
        something_went_down_ = false;
        return std::exchange(kept_, {});
    }

    /// Returns true if the caller must delay `event` to the next frame. True for each key release after the first key
    /// press of this frame. So keys that were pressed together, such as Ctrl+Q, are down together.
    bool keeps(const SDL_Event& event)
    {
        if (event.type == SDL_KEYDOWN)
        {
            something_went_down_ = true;
            std::erase_if(kept_,
                          [&](const SDL_Event& up) { return up.key.keysym.scancode == event.key.keysym.scancode; });
            return false;
        }
        if (event.type != SDL_KEYUP || !something_went_down_) return false;
        kept_.push_back(event);
        return true;
    }

private:
    std::vector<SDL_Event> kept_;
    bool something_went_down_ = false;
};

struct WindowSettings
{
    int width            = 1280;
    int height           = 760;
    bool headless        = false;
    bool may_go_headless = false; ///< if there is no display: true to draw offscreen, false to throw an exception
};

class Window
{
public:
    /// Opens the window. Throws std::runtime_error with one line that says what is missing and what the user can do.
    explicit Window(const WindowSettings& settings);
    ~Window();
    Window(const Window&)            = delete;
    Window& operator=(const Window&) = delete;

    bool open() const { return open_; }
    void close() { open_ = false; }

    /// Handles all events of the window. Passes keys, mouse moves and clicks to `lab` and to Dear ImGui. `stage` is the
    /// area in which the lanes are drawn, in points. The close button of the window adds a request to quit.
    void poll(lab::Lab& lab, const draw::Rect& stage);
    /// Returns the paths of the files that the user dropped on the window since the last call.
    std::vector<std::string> take_dropped() { return std::exchange(dropped_, {}); }
    /// True if the user has pressed Escape since the last call.
    bool take_escape() { return std::exchange(escape_, false); }
    /// True if the window has changed its size or its monitor since the last call.
    bool take_reshaped() { return std::exchange(reshaped_, false); }
    /// Loads the fonts in the size that the settings and the window's size require. Call between two frames of Dear
    /// ImGui. Returns false if they are already loaded.
    bool apply_scale(const lab::ViewSettings& view);
    /// Starts Dear ImGui's frame. `seconds` is the time since the start of its last frame.
    void begin_ui(double seconds);
    /// Ends the frame of Dear ImGui.
    void end_ui();
    /// Draws the last frame of Dear ImGui over the canvas.
    void paint_ui();
    /// Sets the VSYNC mode of the settings, and stores in `lab.display` whether the driver accepted it. Returns true if
    /// the mode differs from the last call.
    bool apply_vsync(lab::Lab& lab);
    void present();
    void toggle_full_screen();
    bool is_full_screen() const;
    /// Returns a line with the version and the name of the OpenGL driver, and SDL's driver of the window.
    static std::string driver_text();

    /// Returns the width of the window in points, the unit of the mouse and of the panels.
    int width() const { return width_; }
    int height() const { return height_; }
    /// Returns true if the window is neither in full-screen mode nor maximised.
    bool has_size_of_its_own() const;
    /// Returns the width of the canvas in pixels.
    int canvas_width() const { return canvas_width_; }
    int canvas_height() const { return canvas_height_; }
    /// Returns the number of pixels per point: 2 on a HiDPI screen.
    float pixel_ratio() const { return pixel_ratio_; }
    /// Returns the factor by which texts and shapes are enlarged, as chosen by the user and for large windows.
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
    void release_all(lab::Lab& lab);
    void handle_wheel(const SDL_Event& event, lab::Lab& lab, const draw::Rect& stage) const;
    void handle_key(const SDL_Event& event, lab::Lab& lab);
    void handle_mouse(const SDL_Event& event, lab::Lab& lab, const draw::Rect& stage);
    void catch_body(lab::Lab& lab, const draw::Rect& stage);
    void move_hand(lab::Lab& lab, const draw::Rect& stage);

    /// The left mouse button that is down over a lane. A click of less than `hold_ms` without a movement selects the
    /// lane; otherwise the body of the scene is caught.
    struct Press
    {
        float x = 0, y = 0; ///< position of the press in points
        Uint32 at      = 0; ///< time of the press on SDL's clock, in ms
        bool moved     = false;
        bool is_caught = false;
    };
    struct Closer
    {
        void operator()(SDL_Window* window) const { SDL_DestroyWindow(window); }
    };
    std::unique_ptr<SDL_Window, Closer> window_;
    std::vector<std::string> dropped_;
    KeyTaps taps_;
    bool reshaped_         = false;
    SDL_GLContext context_ = nullptr;
    int width_             = 0;
    int height_            = 0;
    int canvas_width_      = 0;
    int canvas_height_     = 0;
    float pixel_ratio_     = 1.0F;
    /// Position and size of the window before cover_display() enlarged it; empty if it is not enlarged.
    std::optional<SDL_Rect> uncovered_{};
    bool escape_        = false;
    float font_scale_   = 1.0F; ///< size of the loaded fonts, as a factor of their usual size
    float font_ratio_   = 1.0F; ///< number of pixels per point for which the fonts were loaded
    bool headless_      = false;
    bool offscreen_     = false; ///< true if SDL uses its offscreen driver
    bool open_          = true;
    int asked_interval_ = -2; ///< swap interval that was set last; -2 if none has been set
    std::optional<Press> press_{};
    timestep::Nanos hand_moved_at_{}; ///< game clock of the selected lane when the hand moved last
    float mouse_x_ = -1e9F; ///< position of the mouse in points; -1e9 while the mouse is outside of the window
    float mouse_y_ = -1e9F;
};

} // namespace demo
