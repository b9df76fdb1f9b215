// programs/demo/window/window.hpp -- an SDL2 window with an OpenGL context (3.3 core or ES) and Dear ImGui in it
#pragma once

#include "draw/shapes/picture.hpp"
#include "lab/stage/lab.hpp"
#include "programs/demo/panels/panels.hpp"
#include "programs/demo/window/options.hpp"

#include <SDL.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace demo
{

class Window
{
public:
    /// Without a display, draws offscreen if the options have a frame limit and a screenshot file; throws otherwise.
    explicit Window(const Options& options);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    bool is_open() const { return is_open_; }
    void close() { is_open_ = false; }

    /// `stage_area` is the area in which the loops are drawn, in points. Under a dialog, keys only act on the window.
    void handle_events(lab::Lab& lab, const draw::Rect& stage_area, bool is_dialog_open);
    std::vector<std::string> take_dropped_files() { return std::exchange(dropped_files_, {}); }
    bool take_escape_press() { return std::exchange(was_escape_pressed_, false); }
    bool take_size_change() { return std::exchange(has_size_changed_, false); }
    /// Reloads the fonts and returns true if their size has changed. Must be called between two Dear ImGui frames.
    bool reload_fonts(const lab::ViewSettings& view);
    /// `elapsed_s` is the time since the start of the last frame.
    void begin_ui_frame(double elapsed_s);
    void paint_ended_ui_frame();
    /// Returns whether the driver accepts the changed VSYNC mode; std::nullopt if the mode has not changed.
    std::optional<bool> set_vsync(const lab::Settings& settings);
    /// 0 if unknown.
    double display_refresh_hz() const;
    void present();
    void toggle_full_screen();
    bool is_full_screen() const;
    static std::string graphics_driver_text();

    /// Width of the window in points, the unit of mouse positions and panels.
    int width() const { return width_; }
    int height() const { return height_; }
    /// False if the window is maximised, full screen, or enlarged by toggle_display_sized_bounds().
    bool has_unenlarged_size() const;
    int canvas_width() const { return canvas_width_; } ///< in pixels
    int canvas_height() const { return canvas_height_; }
    /// The number of pixels per point, such as 2 on a HiDPI display.
    float pixel_ratio() const { return pixel_ratio_; }
    /// Converts an area from points to pixels.
    draw::Rect to_pixels(const draw::Rect& area) const
    {
        return {area.x * pixel_ratio_, area.y * pixel_ratio_, area.w * pixel_ratio_, area.h * pixel_ratio_};
    }
    /// The scale factor of text and shapes: the user's choice, adapted to the window's size by ui_scale().
    float scale_for_window_size(const lab::ViewSettings& view) const;
    /// True if the window is minimised or hidden.
    bool is_hidden() const;
    /// True if the window has the keyboard focus, or if there is no display.
    bool has_focus() const;

private:
    void create_window(int width, int height);
    void update_window_size();
    /// In pixels, and in points. Keeps the last size if one of them is not positive, as that of a canvas that is not
    /// shown.
    void set_size(int canvas_width, int canvas_height, int width, int height);
    void toggle_display_sized_bounds();
    /// Releases the player's buttons and the grabbed body.
    void release_input(lab::Lab& lab);
    /// Zooms the camera about `point`, in points, if that is in a lane.
    void zoom_camera(draw::Point point, double factor, lab::Lab& lab, const draw::Rect& stage_area) const;
    void pinch(const SDL_TouchFingerEvent& event, lab::Lab& lab, const draw::Rect& stage_area);
    struct KeysOfFrame
    {
        bool was_any_pressed = false;
        bool was_editing_pressed = false; ///< a key that moves the cursor of a text field, or deletes
        std::vector<SDL_Event> passed_releases{}; ///< of keys that were pressed in the frame before
    };
    /// The next event of this frame. In a text field, what is typed after an editing key waits for the next frame, and
    /// so does an editing key that was released in this one: Dear ImGui before 1.87 reads text first, and then one key.
    bool next_event(SDL_Event& event, const KeysOfFrame& keys);
    void forward_event(const SDL_Event& event, bool was_any_key_pressed);
    void handle_key(const SDL_Event& event, lab::Lab& lab, bool is_dialog_open);
    void track_mouse(const SDL_Event& event, lab::Lab& lab, const draw::Rect& stage_area);
    /// Holds the body of the selected lane, wherever the stage is pressed, once the mouse moves or after 150 ms.
    void grab_body(lab::Lab& lab, const draw::Rect& stage_area);
    void move_hand(lab::Lab& lab, const draw::Rect& stage_area);

    /// A press of the left mouse button on a simulated scene.
    struct Press
    {
        draw::Point position{}; ///< in points
        Uint32 time_ms = 0; ///< time of the press on SDL's clock, in ms
        bool was_moved = false;
        bool has_grabbed_body = false;
    };
    struct WindowDeleter
    {
        void operator()(SDL_Window* window) const { SDL_DestroyWindow(window); }
    };
    static constexpr draw::Point outside_window{-1e9F, -1e9F};
    std::unique_ptr<SDL_Window, WindowDeleter> window_;
    std::vector<std::string> dropped_files_;
    /// Key releases for the next frame: Dear ImGui before 1.87 would miss a press that ends in the same frame.
    std::vector<SDL_Event> delayed_key_releases_;
    std::optional<SDL_Event> postponed_event_; ///< by next_event()
    bool has_size_changed_ = false;
    bool was_page_hidden_ = false; ///< true: another tab of the browser is shown, and no frames run
    SDL_GLContext gl_context_ = nullptr;
    int width_ = 0;
    int height_ = 0;
    int canvas_width_ = 0;
    int canvas_height_ = 0;
    float pixel_ratio_ = 1.0F;
    /// Position and size of the window before toggle_display_sized_bounds() enlarged it; empty if it is not enlarged.
    std::optional<SDL_Rect> bounds_before_enlarging_{};
    bool was_escape_pressed_ = false;
    float font_scale_ = 1.0F; ///< size of the loaded fonts relative to their default size
    float font_pixel_ratio_ = 1.0F; ///< pixels per point for which the fonts were loaded
    bool is_headless_ = false; ///< true with --headless, and if there is no display
    bool is_offscreen_ = false; ///< true if SDL uses its offscreen driver
    bool is_open_ = true;
    int last_swap_interval_ = -2; ///< last swap interval that was set; -2 before the first
    std::optional<Press> stage_press_{};
    timestep::Nanos grab_time_{}; ///< of the last grab, on the wall clock of the lanes
    sim::Vec2 grab_offset_{}; ///< from the mouse to the body at the last grab, in metres
    draw::Point mouse_position_ = outside_window; ///< in points
    bool was_finger_lifted_ = false;
    float pinch_distance_ = 0; ///< distance of two fingers in points; 0 unless two fingers touch the window
    draw::Point pinch_middle_{};
};

} // namespace demo
