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

/// Delays the release of a key that is pressed and released in one frame: Dear ImGui before 1.87 reads the keys once a
/// frame.
class KeyReleaseDelay
{
public:
    /// Must be called at the start of a frame. The caller must handle the returned, delayed releases before the events
    /// of this frame.
    std::vector<SDL_Event> take_releases()
    {
        has_key_press_ = false;
        return std::exchange(delayed_releases_, {});
    }

    /// Must be called for each event. Delays each release after the first press of this frame and then returns true, so
    /// that keys that were pressed together, such as Ctrl+Q, are down together.
    bool delay_if_release(const SDL_Event& event)
    {
        if (event.type == SDL_KEYDOWN)
        {
            has_key_press_ = true;
            std::erase_if(delayed_releases_,
                          [&](const SDL_Event& up) { return up.key.keysym.scancode == event.key.keysym.scancode; });
            return false;
        }
        if (event.type != SDL_KEYUP || !has_key_press_) return false;
        delayed_releases_.push_back(event);
        return true;
    }

private:
    std::vector<SDL_Event> delayed_releases_;
    bool has_key_press_ = false;
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
    explicit Window(const WindowSettings& settings);
    ~Window();
    Window(const Window&)            = delete;
    Window& operator=(const Window&) = delete;

    bool is_open() const { return is_open_; }
    void close() { is_open_ = false; }

    /// `stage` is the area in which the lanes are drawn, in points. The close button adds a request to quit.
    void poll(lab::Lab& lab, const draw::Rect& stage);
    std::vector<std::string> take_dropped_files() { return std::exchange(dropped_files_, {}); }
    bool take_escape() { return std::exchange(escape_pressed_, false); }
    bool take_size_changed() { return std::exchange(size_changed_, false); }
    /// Call between two frames of Dear ImGui. Returns false if the fonts have the size already.
    bool apply_scale(const lab::ViewSettings& view);
    /// `seconds` is the time since the start of the last frame.
    void begin_ui(double seconds);
    void end_ui();
    /// Draws the last frame of Dear ImGui over the canvas.
    void paint_ui();
    /// Stores in `lab.display` whether the driver accepted the mode. Returns true if the mode has changed.
    bool apply_vsync(lab::Lab& lab);
    void present();
    void toggle_full_screen();
    bool is_full_screen() const;
    /// Version and name of the OpenGL driver, and SDL's driver of the window.
    static std::string driver_text();

    /// Width of the window in points, the unit of the mouse and of the panels.
    int width() const { return width_; }
    int height() const { return height_; }
    /// True if the window is neither in full-screen mode nor maximised.
    bool has_normal_size() const;
    /// Width of the canvas in pixels.
    int canvas_width() const { return canvas_width_; }
    int canvas_height() const { return canvas_height_; }
    /// The number of pixels per point: 2 on a HiDPI screen.
    float pixel_ratio() const { return pixel_ratio_; }
    /// The factor by which texts and shapes are enlarged, as chosen by the user and for large windows.
    float scale(const lab::ViewSettings& view) const;
    bool is_hidden() const;
    /// True if the window has the keyboard focus, or if there is no display.
    bool is_focused() const;

private:
    void create_context(const WindowSettings& settings);
    void create_ui();
    void update_canvas_size();
    void toggle_covered_display();
    void release_all_input(lab::Lab& lab);
    void handle_wheel(const SDL_Event& event, lab::Lab& lab, const draw::Rect& stage) const;
    void handle_key(const SDL_Event& event, lab::Lab& lab);
    void handle_mouse(const SDL_Event& event, lab::Lab& lab, const draw::Rect& stage);
    void catch_body_if_held(lab::Lab& lab, const draw::Rect& stage);
    void move_hand(lab::Lab& lab, const draw::Rect& stage);

    /// The left mouse button that is down over a lane. A click of less than `hold_ms` without a movement selects the
    /// lane; otherwise the body of the scene is caught.
    struct Press
    {
        float x = 0, y = 0; ///< position of the press in points
        Uint32 time_ms = 0; ///< time of the press on SDL's clock, in ms
        bool was_moved = false;
        bool is_caught = false;
    };
    struct Closer
    {
        void operator()(SDL_Window* window) const { SDL_DestroyWindow(window); }
    };
    std::unique_ptr<SDL_Window, Closer> window_;
    std::vector<std::string> dropped_files_;
    KeyReleaseDelay key_release_delay_;
    bool size_changed_     = false;
    SDL_GLContext context_ = nullptr;
    int width_             = 0;
    int height_            = 0;
    int canvas_width_      = 0;
    int canvas_height_     = 0;
    float pixel_ratio_     = 1.0F;
    /// Position and size of the window before toggle_covered_display() enlarged it; empty if it is not enlarged.
    std::optional<SDL_Rect> bounds_before_covering_{};
    bool escape_pressed_    = false;
    float font_scale_       = 1.0F; ///< size of the loaded fonts, as a factor of their usual size
    float font_pixel_ratio_ = 1.0F; ///< number of pixels per point for which the fonts were loaded
    bool headless_          = false;
    bool offscreen_         = false; ///< true if SDL uses its offscreen driver
    bool is_open_           = true;
    int last_swap_interval_ = -2; ///< swap interval that was set last; -2 if none has been set
    std::optional<Press> press_{};
    timestep::Nanos hand_moved_at_{}; ///< game clock of the selected lane when the hand moved last
    float mouse_x_ = -1e9F; ///< position of the mouse in points; -1e9 while the mouse is outside of the window
    float mouse_y_ = -1e9F;
};

} // namespace demo
