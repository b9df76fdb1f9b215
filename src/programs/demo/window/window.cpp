#include "programs/demo/window/window.hpp"

#include "base/line_program.hpp"
#include "base/message.hpp"
#include "draw/gl/gl_variant.hpp"
#include "programs/demo/window/imgui_backends.hpp"
#include "programs/demo/window/sdl_video.hpp"
#include "views/lane_view.hpp"

#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>

namespace demo
{

namespace
{

const lab::KeyBinding* find_key_binding(const SDL_Keysym& key)
{
    const std::string control_prefix = (key.mod & KMOD_CTRL) != 0 ? "Ctrl+" : "";
    const std::string name = SDL_GetKeyName(key.sym);
    const bool is_shift_down = (key.mod & KMOD_SHIFT) != 0;
    const lab::KeyBinding* shifted_binding =
        is_shift_down ? lab::find_key_binding(control_prefix + "Shift+" + name) : nullptr;
    return shifted_binding != nullptr ? shifted_binding : lab::find_key_binding(control_prefix + name);
}

std::optional<lab::Button> player_button_of(SDL_Keycode key)
{
    switch (key)
    {
    case SDLK_LEFT: return lab::Button::left;
    case SDLK_RIGHT: return lab::Button::right;
    case SDLK_UP: return lab::Button::jump;
    case SDLK_DOWN: return lab::Button::dash;
    default: return std::nullopt;
    }
}

bool key_controls_panels(SDL_Keycode key)
{
    constexpr std::array keys{SDLK_LEFT,   SDLK_RIGHT, SDLK_UP,       SDLK_DOWN,   SDLK_SPACE,   SDLK_RETURN,
                              SDLK_ESCAPE, SDLK_TAB,   SDLK_KP_ENTER, SDLK_PAGEUP, SDLK_PAGEDOWN};
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

// True if a focused text field handles the key: all keys except function keys, Escape and Ctrl+Q.
bool is_text_field_key(const SDL_Keysym& key)
{
    const bool is_quit_key = (key.mod & KMOD_CTRL) != 0 && key.sym == SDLK_q;
    return !is_quit_key && key.sym != SDLK_ESCAPE && (key.sym < SDLK_F1 || key.sym > SDLK_F12);
}

// True if the key moves the cursor of a text field, or changes its text other than by a character.
bool edits_text(const SDL_Keysym& key)
{
    const bool is_cursor_key = key.scancode >= SDL_SCANCODE_INSERT && key.scancode <= SDL_SCANCODE_UP;
    return is_cursor_key || (key.mod & KMOD_CTRL) != 0 || key.sym < SDLK_SPACE;
}

// Passes the event with Ctrl, Shift and Alt as they were at the key press: the user may have released them since.
void pass_to_imgui(const SDL_Event& event)
{
    ImGui_ImplSDL2_ProcessEvent(&event);
    if (event.type != SDL_KEYDOWN) return;
    ImGuiIO& io = ImGui::GetIO();
    io.KeyCtrl = (event.key.keysym.mod & KMOD_CTRL) != 0;
    io.KeyShift = (event.key.keysym.mod & KMOD_SHIFT) != 0;
    io.KeyAlt = (event.key.keysym.mod & KMOD_ALT) != 0;
}

// The stored or default size, but within the part of the display that the desktop leaves free. On a large display, the
// default size grows to three quarters of that.
SDL_Point start_size(const Options& options)
{
    const lab::Preferences defaults;
    SDL_Point size{options.window_width, options.window_height};
    SDL_Rect usable;
    if (options.has_given_size || base::runs_scripts_of_page || SDL_GetDisplayUsableBounds(0, &usable) != 0)
        return size;
    if (size.x == defaults.window_width && size.y == defaults.window_height)
        size = {std::max(size.x, usable.w * 3 / 4), std::max(size.y, usable.h * 3 / 4)};
    const int title_bar_height = has_window_manager() ? 40 : 0;
    return {std::min(size.x, usable.w), std::min(size.y, usable.h - title_bar_height)};
}

} // namespace

Window::Window(const Options& options)
    : is_headless_{options.is_headless}
{
    if (!is_headless_ && !start_video_with_display())
    {
        if (options.frame_count_limit == 0 || options.screenshot_path.empty())
            throw_video_error("no display", "start the program in a desktop session, or with --headless");
        is_headless_ = true;
    }
    if (is_headless_) start_video_preferring_offscreen();
    is_offscreen_ = SDL_GetCurrentVideoDriver() == std::string_view{"offscreen"};
    const auto [width, height] =
        is_headless_ ? SDL_Point{options.window_width, options.window_height} : start_size(options);
    create_window(width, height);
    set_size(width, height, width, height);
    update_window_size();

    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr; // no settings file of Dear ImGui
    font_pixel_ratio_ = pixel_ratio_;
    load_fonts(font_pixel_ratio_, font_scale_);
    ImGui_ImplSDL2_InitForOpenGL(window_.get(), gl_context_);
    ImGui_ImplOpenGL3_Init(draw::shader_version_line());
    ImGui_ImplOpenGL3_CreateDeviceObjects();
    set_font_texture_filter();
}

void Window::create_window(int width, int height)
{
    const HeldDriverMessages captured_stderr;
    const draw::ContextVersion context_version = draw::required_context_version();
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, context_version.major);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, context_version.minor);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK,
                        context_version.is_es ? SDL_GL_CONTEXT_PROFILE_ES : SDL_GL_CONTEXT_PROFILE_CORE);
    SDL_GL_SetAttribute(SDL_GL_DOUBLEBUFFER, 1);
    Uint32 window_flags = SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI;
    if (is_headless_ && !is_offscreen_) window_flags |= SDL_WINDOW_HIDDEN;
    window_.reset(
        SDL_CreateWindow("Timestep Lab", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, width, height, window_flags));
    if (!window_) throw_video_error("no OpenGL window", opengl_remedy);
    gl_context_ = SDL_GL_CreateContext(window_.get());
    if (gl_context_ == nullptr) throw_video_error("no OpenGL 3.3 core context", opengl_remedy);
    const auto load_function = [](const char* name)
    { return reinterpret_cast<draw::GlFunctionPointer>(SDL_GL_GetProcAddress(name)); };
    if (!draw::load_gl_functions(load_function)) throw_video_error("OpenGL older than 3.3", opengl_remedy);
    SDL_SetWindowMinimumSize(window_.get(), 320, 240);
}

Window::~Window()
{
    if (ImGui::GetCurrentContext() != nullptr)
    {
        ImGui_ImplOpenGL3_Shutdown();
        ImGui_ImplSDL2_Shutdown();
        ImGui::DestroyContext();
    }
    if (gl_context_ != nullptr) SDL_GL_DeleteContext(gl_context_);
    window_.reset();
    SDL_Quit();
}

std::string Window::graphics_driver_text()
{
    const auto gl_string = [](GLenum name) { return reinterpret_cast<const char*>(glGetString(name)); };
    return base::message("OpenGL {}, {}; SDL video driver {}", gl_string(GL_VERSION), gl_string(GL_RENDERER),
                         SDL_GetCurrentVideoDriver());
}

void Window::update_window_size()
{
    int canvas_width = 0, canvas_height = 0, width = 0, height = 0;
    SDL_GL_GetDrawableSize(window_.get(), &canvas_width, &canvas_height);
    SDL_GetWindowSize(window_.get(), &width, &height);
    set_size(canvas_width, canvas_height, width, height);
}

void Window::set_size(int canvas_width, int canvas_height, int width, int height)
{
    if (std::min({canvas_width, canvas_height, width, height}) <= 0) return;
    canvas_width_ = canvas_width;
    canvas_height_ = canvas_height;
    width_ = width;
    height_ = height;
    pixel_ratio_ = static_cast<float>(canvas_width) / static_cast<float>(width);
}

void Window::handle_events(lab::Lab& lab, const draw::Rect& stage_area, bool is_dialog_open)
{
    constexpr double zoom_per_notch = 1.25;
    KeysOfFrame keys{.passed_releases = std::exchange(delayed_key_releases_, {})};
    for (const SDL_Event& release : keys.passed_releases) pass_to_imgui(release);
    // Moves the mouse away after a touch, because a control below the mouse would take the next touch on the scene.
    if (was_finger_lifted_ && !ImGui::IsMouseDown(ImGuiMouseButton_Left)) mouse_position_ = outside_window;
    SDL_Event event;
    while (next_event(event, keys))
    {
        keys.was_any_pressed = keys.was_any_pressed || event.type == SDL_KEYDOWN;
        keys.was_editing_pressed = keys.was_editing_pressed ||
                                   (event.type == SDL_KEYDOWN && event.key.repeat == 0 && edits_text(event.key.keysym));
        forward_event(event, keys.was_any_pressed);
        switch (event.type)
        {
        case SDL_QUIT: lab.requests.emplace_back(lab::request::Quit{}); break;
        case SDL_KEYDOWN:
        case SDL_KEYUP: handle_key(event, lab, is_dialog_open); break;
        case SDL_MOUSEBUTTONDOWN:
        case SDL_MOUSEBUTTONUP:
        case SDL_MOUSEMOTION: track_mouse(event, lab, stage_area); break;
        case SDL_DROPFILE:
            dropped_files_.emplace_back(event.drop.file);
            SDL_free(event.drop.file);
            break;
        case SDL_MOUSEWHEEL:
            if (!ImGui::GetIO().WantCaptureMouse)
                zoom_camera(mouse_position_, std::pow(zoom_per_notch, event.wheel.y), lab, stage_area);
            break;
        case SDL_FINGERDOWN:
            ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_IsTouchScreen;
            ImGui::GetIO().MouseDoubleClickMaxDist = 16;
            [[fallthrough]];
        case SDL_FINGERUP:
        case SDL_FINGERMOTION: pinch(event.tfinger, lab, stage_area); break;
        case SDL_WINDOWEVENT:
            if (event.window.event == SDL_WINDOWEVENT_LEAVE) mouse_position_ = outside_window;
            if (event.window.event == SDL_WINDOWEVENT_FOCUS_LOST) release_input(lab);
            if (event.window.event == SDL_WINDOWEVENT_SHOWN && std::exchange(was_page_hidden_, false))
            {
                has_size_changed_ = true;
                lab.requests.emplace_back(
                    lab::request::ShowNotice{"the time in which this page was hidden is left out"});
            }
            was_page_hidden_ = was_page_hidden_ || event.window.event == SDL_WINDOWEVENT_HIDDEN;
            has_size_changed_ = has_size_changed_ || event.window.event == SDL_WINDOWEVENT_SIZE_CHANGED ||
                                event.window.event == SDL_WINDOWEVENT_DISPLAY_CHANGED;
            break;
        default: break;
        }
    }
    grab_body(lab, stage_area);
    move_hand(lab, stage_area);
    update_window_size();
}

bool Window::next_event(SDL_Event& event, const KeysOfFrame& keys)
{
    if (postponed_event_)
        event = *std::exchange(postponed_event_, {});
    else if (const DisplayCall polls_events; SDL_PollEvent(&event) == 0)
        return false;
    const bool is_key = event.type == SDL_KEYDOWN;
    if (!ImGui::GetIO().WantTextInput || (!is_key && event.type != SDL_TEXTINPUT)) return true;
    const auto is_of_this_key = [&](const SDL_Event& release)
    { return release.key.keysym.scancode == event.key.keysym.scancode; };
    if (!keys.was_editing_pressed &&
        !(is_key && edits_text(event.key.keysym) && std::ranges::any_of(keys.passed_releases, is_of_this_key)))
        return true;
    postponed_event_ = event;
    return false;
}

// Delays key releases to the next frame after a key press, so that Dear ImGui sees all keys of a shortcut at once.
void Window::forward_event(const SDL_Event& event, bool was_any_key_pressed)
{
    if (event.type == SDL_KEYUP && was_any_key_pressed)
    {
        delayed_key_releases_.push_back(event);
        return;
    }
    if (event.type == SDL_KEYDOWN)
        std::erase_if(delayed_key_releases_, [&](const SDL_Event& release)
                      { return release.key.keysym.scancode == event.key.keysym.scancode; });
    pass_to_imgui(event);
}

void Window::handle_key(const SDL_Event& event, lab::Lab& lab, bool is_dialog_open)
{
    const auto player_button = player_button_of(event.key.keysym.sym);
    const bool is_press_for_lab =
        event.type == SDL_KEYDOWN && !(ImGui::GetIO().WantTextInput && is_text_field_key(event.key.keysym));
    const lab::Settings& settings = lab.session.settings;
    const bool moves_player =
        player_button && !is_dialog_open && type_of(settings.lane.scene).has_player_keys && !settings.is_paused;
    if (player_button && (!is_press_for_lab || moves_player) && event.key.repeat == 0)
        lab.set_button(*player_button, is_press_for_lab);
    if (!is_press_for_lab || moves_player) return;
    if (event.key.keysym.sym == SDLK_ESCAPE)
    {
        // Counts only the first event of a held Escape, so that it closes only one menu or page.
        was_escape_pressed_ = was_escape_pressed_ || event.key.repeat == 0;
        return;
    }
    if (settings.view.keyboard_controls_panels && key_controls_panels(event.key.keysym.sym)) return;
    const lab::KeyBinding* binding = find_key_binding(event.key.keysym);
    if (is_dialog_open && (binding == nullptr || !acts_on_window(binding->action))) return;
    if (binding == nullptr)
        lab.end_instant_replays();
    else if (event.key.repeat == 0 || lab::repeats_while_held(binding->action))
        lab.handle_key(*binding);
}

// Must be called when the window loses the focus: it may get no event for a mouse button that is released then.
void Window::release_input(lab::Lab& lab)
{
    for (std::size_t i = 0; i < lab::button_names.size(); ++i) lab.set_button(static_cast<lab::Button>(i), false);
    stage_press_.reset();
    lab.session.input.grabbed = false;
}

void Window::zoom_camera(draw::Point point, double factor, lab::Lab& lab, const draw::Rect& stage_area) const
{
    if (lab.stage_clock().is_demonstration) return;
    const std::vector<draw::Rect> areas = lane_areas(stage_area, lab);
    const float scale_factor = scale_for_window_size(lab.session.settings.view);
    view::ZoomAndPan& zoom_and_pan = lab.session.settings.view.zoom_and_pan;
    for (std::size_t i = 0; i < areas.size(); ++i)
    {
        if (!areas[i].contains(point)) continue;
        const draw::Rect scene_area = views::lane_layout(areas[i], scale_factor).scene;
        const auto from_middle = [&](float coordinate, float origin, float length)
        { return static_cast<double>((coordinate - origin - length / 2) / scene_area.w); };
        zoom_and_pan.zoom_about(factor, from_middle(point.x, scene_area.x, scene_area.w),
                                from_middle(point.y, scene_area.y, scene_area.h));
        if (lab.lane(i).samples().empty()) continue;
        const auto body = views::grab_circle_of(lab.lane(i), areas[i], zoom_and_pan, scale_factor);
        if (body && !areas[i].contains(body->centre))
            lab.requests.emplace_back(
                lab::request::ShowNotice{"the body is outside the view: press G to see the whole scene again"});
    }
}

// Zooms and moves the camera by two fingers. SDL reports the first finger also as a mouse.
void Window::pinch(const SDL_TouchFingerEvent& event, lab::Lab& lab, const draw::Rect& stage_area)
{
    was_finger_lifted_ = event.type == SDL_FINGERUP;
    const float previous_finger_distance = std::exchange(pinch_distance_, 0.0F);
    if (SDL_GetNumTouchFingers(event.touchId) != 2 || ImGui::GetIO().WantCaptureMouse) return;
    const auto point_of = [&](int finger_index)
    {
        const SDL_Finger& finger = *SDL_GetTouchFinger(event.touchId, finger_index);
        return draw::Point{finger.x * static_cast<float>(width_), finger.y * static_cast<float>(height_)};
    };
    const draw::Point first_finger = point_of(0);
    const draw::Point second_finger = point_of(1);
    const draw::Point previous_middle =
        std::exchange(pinch_middle_, {(first_finger.x + second_finger.x) / 2, (first_finger.y + second_finger.y) / 2});
    pinch_distance_ = std::max(std::hypot(first_finger.x - second_finger.x, first_finger.y - second_finger.y), 1.0F);
    stage_press_.reset();
    lab.session.input.grabbed = false;
    if (previous_finger_distance == 0 || lab.stage_clock().is_demonstration) return;
    const float lane_width = lane_areas(stage_area, lab)[lab.selected_lane_index()].w;
    lab.session.settings.view.zoom_and_pan.pan((pinch_middle_.x - previous_middle.x) / lane_width,
                                               (pinch_middle_.y - previous_middle.y) / lane_width);
    zoom_camera(pinch_middle_, pinch_distance_ / previous_finger_distance, lab, stage_area);
}

// Selects a loop by the left mouse button; moves the camera by a drag with the right mouse button.
void Window::track_mouse(const SDL_Event& event, lab::Lab& lab, const draw::Rect& stage_area)
{
    constexpr float max_click_distance = 4; // in points; a longer mouse movement is a drag
    view::ZoomAndPan& zoom_and_pan = lab.session.settings.view.zoom_and_pan;
    const bool is_motion = event.type == SDL_MOUSEMOTION;
    mouse_position_ = {static_cast<float>(is_motion ? event.motion.x : event.button.x),
                       static_cast<float>(is_motion ? event.motion.y : event.button.y)};
    const auto areas = lane_areas(stage_area, lab);
    const bool panel_has_mouse = ImGui::GetIO().WantCaptureMouse;
    if (is_motion && (event.motion.state & SDL_BUTTON_RMASK) != 0 && !panel_has_mouse &&
        !lab.stage_clock().is_demonstration)
    {
        const auto lane_width = static_cast<double>(areas[lab.selected_lane_index()].w);
        zoom_and_pan.pan(event.motion.xrel / lane_width, event.motion.yrel / lane_width);
    }
    if (stage_press_ && std::hypot(mouse_position_.x - stage_press_->position.x,
                                   mouse_position_.y - stage_press_->position.y) >= max_click_distance)
        stage_press_->was_moved = true;
    if (is_motion || event.button.button != SDL_BUTTON_LEFT) return;
    stage_press_.reset();
    lab.session.input.grabbed = false;
    if (event.type == SDL_MOUSEBUTTONUP || panel_has_mouse) return;
    for (std::size_t i = 0; i < areas.size(); ++i)
    {
        if (!areas[i].contains(mouse_position_)) continue;
        lab.select_lane(i);
        stage_press_ = Press{.position = mouse_position_, .time_ms = event.button.timestamp};
    }
}

void Window::grab_body(lab::Lab& lab, const draw::Rect& stage_area)
{
    constexpr Uint32 hold_ms = 150;
    if (!stage_press_ || stage_press_->has_grabbed_body || lab.lane().samples().empty() ||
        (!stage_press_->was_moved && SDL_GetTicks() - stage_press_->time_ms < hold_ms))
        return;
    stage_press_->has_grabbed_body = true;
    const draw::Rect lane_area = lane_areas(stage_area, lab)[lab.selected_lane_index()];
    const view::ZoomAndPan& zoom_and_pan = lab.session.settings.view.zoom_and_pan;
    const float scale_factor = scale_for_window_size(lab.session.settings.view);
    const auto body_circle = views::grab_circle_of(lab.lane(), lane_area, zoom_and_pan, scale_factor);
    if (!body_circle || !lab.lane().world().reach() || !lab.experiment.accepts_input()) return;
    if (views::is_out_of_reach(lab.lane(), lane_area, scale_factor))
    {
        lab.requests.emplace_back(lab::request::ShowNotice{"it is too far away to be held: press R to start again"});
        return;
    }
    const scenes::Camera camera = views::newest_frame_camera(lab.lane(), lane_area, zoom_and_pan, scale_factor);
    lab.session.input.grabbed = true;
    lab.session.hand_motion = lab::HandMotion::moves;
    grab_time_ = lab.experiment.wall_time(lab.this_pc);
    grab_offset_ = camera.metres_at(body_circle->centre) - camera.metres_at(mouse_position_);
}

// The hand follows the mouse. Their distance at the grab falls to 1/e in 60 ms on the wall clock of the lanes.
void Window::move_hand(lab::Lab& lab, const draw::Rect& stage_area)
{
    constexpr double decay_time_s = 0.06;
    if (!stage_press_ || !stage_press_->has_grabbed_body || !lab.session.input.grabbed) return;
    const draw::Rect lane_area = lane_areas(stage_area, lab)[lab.selected_lane_index()];
    const sim::Vec2 mouse = views::newest_frame_camera(lab.lane(), lane_area, lab.session.settings.view.zoom_and_pan,
                                                       scale_for_window_size(lab.session.settings.view))
                                .metres_at(mouse_position_);
    const double held_s = std::max(timestep::to_seconds(lab.experiment.wall_time(lab.this_pc) - grab_time_), 0.0);
    const sim::Vec2 place = mouse + std::exp(-held_s / decay_time_s) * grab_offset_;
    const auto reach = lab.lane().world().reach();
    const sim::Vec2 hand = reach ? reach->clamped(place) : place;
    lab.session.input.drag_target_x = hand.x;
    lab.session.input.drag_target_y = hand.y;
}

float Window::scale_for_window_size(const lab::ViewSettings& view) const
{
    return ui_scale(view, static_cast<float>(width_), static_cast<float>(height_));
}

bool Window::reload_fonts(const lab::ViewSettings& view)
{
    const float scale = scale_for_window_size(view);
    if (scale == font_scale_ && pixel_ratio_ == font_pixel_ratio_) return false;
    font_scale_ = scale;
    font_pixel_ratio_ = pixel_ratio_;
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    load_fonts(pixel_ratio_, scale);
    ImGui_ImplOpenGL3_CreateFontsTexture();
    set_font_texture_filter();
    return true;
}

void Window::begin_ui_frame(double elapsed_s)
{
    {
        const DisplayCall asks_for_mouse;
        begin_backend_frames();
    }
    correct_mouse_position({mouse_position_.x, mouse_position_.y});
    ImGui::GetIO().DeltaTime = static_cast<float>(std::max(elapsed_s, 1e-5));
    ImGui::NewFrame();
}

void Window::paint_ended_ui_frame() { ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData()); }

std::optional<bool> Window::set_vsync(const lab::Settings& settings)
{
    const sim::VsyncMode vsync = settings.lane.machine.vsync;
    const bool never_waits = vsync == sim::VsyncMode::composed || vsync == sim::VsyncMode::off;
    const int swap_interval = vsync == sim::VsyncMode::adaptive ? -1 : never_waits ? 0 : 1;
    if (swap_interval == last_swap_interval_) return std::nullopt;
    last_swap_interval_ = swap_interval;
    return SDL_GL_SetSwapInterval(swap_interval) == 0;
}

double Window::display_refresh_hz() const
{
    SDL_DisplayMode mode{};
    const int display_index = SDL_GetWindowDisplayIndex(window_.get());
    return display_index >= 0 && SDL_GetCurrentDisplayMode(display_index, &mode) == 0 ? mode.refresh_rate : 0.0;
}

// SDL's offscreen driver only queues OpenGL commands; without glFinish(), the queue would fill the memory.
void Window::present()
{
    const DisplayCall shows_frame;
    SDL_GL_SwapWindow(window_.get());
    if (is_offscreen_) glFinish();
}

void Window::toggle_display_sized_bounds()
{
    SDL_Rect display_bounds{};
    if (SDL_GetDisplayBounds(SDL_GetWindowDisplayIndex(window_.get()), &display_bounds) != 0) return;
    SDL_Rect window_bounds{};
    SDL_GetWindowPosition(window_.get(), &window_bounds.x, &window_bounds.y);
    SDL_GetWindowSize(window_.get(), &window_bounds.w, &window_bounds.h);
    const SDL_Rect new_bounds = bounds_before_enlarging_ ? *bounds_before_enlarging_ : display_bounds;
    bounds_before_enlarging_ = bounds_before_enlarging_ ? std::nullopt : std::optional{window_bounds};
    SDL_SetWindowPosition(window_.get(), new_bounds.x, new_bounds.y);
    SDL_SetWindowSize(window_.get(), new_bounds.w, new_bounds.h);
}

bool Window::is_full_screen() const
{
    return bounds_before_enlarging_ || (SDL_GetWindowFlags(window_.get()) & SDL_WINDOW_FULLSCREEN_DESKTOP) != 0;
}

void Window::toggle_full_screen()
{
    if (has_window_manager())
        SDL_SetWindowFullscreen(window_.get(), is_full_screen() ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP);
    else
        toggle_display_sized_bounds();
}

bool Window::is_hidden() const
{
    return !is_headless_ && (SDL_GetWindowFlags(window_.get()) & (SDL_WINDOW_MINIMIZED | SDL_WINDOW_HIDDEN)) != 0;
}

bool Window::has_unenlarged_size() const
{
    const auto enlarged_flags = SDL_WINDOW_FULLSCREEN_DESKTOP | SDL_WINDOW_MAXIMIZED;
    return !bounds_before_enlarging_ && (SDL_GetWindowFlags(window_.get()) & enlarged_flags) == 0;
}

bool Window::has_focus() const
{
    return is_headless_ || (SDL_GetWindowFlags(window_.get()) & SDL_WINDOW_INPUT_FOCUS) != 0;
}

} // namespace demo
