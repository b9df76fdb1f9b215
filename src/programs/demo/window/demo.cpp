#include "programs/demo/window/demo.hpp"

#include "base/console.hpp"
#include "base/message.hpp"
#include "base/path.hpp"
#include "base/stopping.hpp"
#include "draw/gl/gl_variant.hpp"
#include "lab/replay/replay.hpp"
#include "lab/settings/settings.hpp"
#include "programs/command_line/options.hpp"
#include "programs/demo/window/captures.hpp"
#include "programs/demo/window/demo_files.hpp"
#include "programs/demo/window/sdl_video.hpp"
#include "sim/machine/live_pc.hpp"
#include "sim/machine/virtual_pc.hpp"
#include "telemetry/csv.hpp"
#include "views/lane_view.hpp"

#include <fmt/core.h>
#include <imgui.h>

#include <algorithm>
#include <stdexcept>

namespace demo
{

namespace
{

using timestep::Nanos;

constexpr Nanos fps_measurement_length{1'000'000'000};

std::unique_ptr<sim::Pc> make_pc(const Options& options, sim::Clock& clock)
{
    const lab::Settings& settings = options.settings;
    if (!options.game_command.empty()) return launch_slowed_game(options);
    if (options.uses_virtual_clock) return std::make_unique<sim::VirtualPc>(settings.seed);
    return std::make_unique<sim::LivePc>(clock, settings.seed);
}

std::unique_ptr<base::LogFileReplacedOnFirstAdd> open_telemetry_file(const std::string& path)
{
    if (path.empty()) return nullptr;
    auto file = std::make_unique<base::LogFileReplacedOnFirstAdd>(base::path_from_utf8(path),
                                                                  telemetry::FrameSampleCsvFormatter::header());
    command_line::throw_if_error(file->failure());
    return file;
}

// Returns `options`. Throws std::runtime_error with a one-line message if an output file cannot be written.
const Options& check_output_files_and_get_options(const Options& options)
{
    std::vector<base::FileArgument> files = input_and_output_files(options);
    std::erase_if(files, [](const auto& file) { return file.flag == "--film" || file.flag == "--settings"; });
    command_line::throw_if_error(base::error_if_output_not_writable(files));
    if (!options.film_path.empty()) command_line::throw_if_error(error_if_film_not_writable(options.film_path));
    return options;
}

} // namespace

Demo::Demo(const Options& options)
    : options_{check_output_files_and_get_options(options)}
    , settings_file_writer_{options.settings_path, options.settings_file_text}
    , window_{options}
    , lab_{options.settings, make_pc(options, clock_)}
    , file_opener_{lab_, options.uses_virtual_clock}
    , about_text_{version_text() + "\n" + Window::graphics_driver_text()}
{
    if (!options.recording_path.empty() && options.game_command.empty())
        file_opener_.start_playback(load_playback(options.recording_path, options.recording_end_behaviour));
    if (!options.uses_virtual_clock && !options.is_headless && options.game_command.empty())
        lab_.start_pc_timing_and_apply_frame_source();
    if (!options.script_path.empty()) lab_.timed_commands = load_and_check_script(options);
    if (!options.replay_path.empty())
        enter_replay(options.replay_path, base::value_or_throw(lab::read_replay_file(options.replay_path)));
    // Files are changed only from here on. For an invalid input or output path, the code above has thrown an exception.
    if (!options.settings_damage_reason.empty())
        options_.notice = rename_damaged_settings_and_get_notice(options.settings_path, options.settings_damage_reason);
    if (!options.file_to_open.empty()) file_opener_.start_opening_file_or_ask_for_path(options.file_to_open);
    telemetry_file_ = open_telemetry_file(options.telemetry_output_path);
    if (!options.frame_times_output_path.empty()) lab_.set_frame_time_recording(true);
    if (!options.replay_output_path.empty()) start_replay_recording_or_throw(options.replay_output_path);
    lab_.progress = options.progress;
    if (!options.film_path.empty()) lab_.requests.emplace_back(lab::request::ToggleFilm{});
    if (options.starts_tour) lab_.start_tour();
    if (!options.loaded_settings_notice.empty())
    {
        lab::Settings defaults = options.settings;
        lab::reset_except_view_and_kept_configuration(defaults);
        lab_.undo_history.record_changes(defaults, timestep::Nanos::zero());
        show_notice(options.loaded_settings_notice, 3 * notice_duration);
    }
    if (!options_.notice.empty())
    {
        base::print_error("timestep_demo", options_.notice);
        show_notice(options_.notice, 3 * notice_duration);
    }
}

void Demo::show_notice(std::string notice, Nanos duration)
{
    notice_     = std::move(notice);
    notice_end_ = lab_.pc().frame_start_time() + duration;
}

void Demo::run()
{
    base::let_installed_handlers_defer_first_signal();
    install_display_lost_handler([this] { save_all_files_and_throw_first_error(); });
    while (run_frame_or_save_files_at_end()) continue;
}

bool Demo::run_frame_or_save_files_at_end()
{
    std::exception_ptr failure;
    try
    {
        if (has_next_frame())
        {
            process_frame();
            return true;
        }
    }
    catch (...)
    {
        failure = std::current_exception();
    }
    save_all_files_and_throw_first_error(failure);
    return false;
}

void Demo::run_frames_until_and_save_screenshot(timestep::Nanos end_time)
{
    while (lab_.pc().frame_start_time() + lab_.pc().time_since_frame_start() < end_time) process_frame();
    has_reached_run_end_ = true;
    process_frame();
}

bool Demo::has_next_frame() const
{
    const bool has_recording_ended = options_.is_headless && lab_.playback && lab_.playback->has_ended();
    const bool has_game_ended      = options_.is_headless && lab_.pc().has_game_ended();
    return window_.is_open() && !has_recording_ended && !has_game_ended &&
           (options_.frame_count_limit == 0 || frame_number_ < options_.frame_count_limit);
}

void Demo::process_frame()
{
    window_.handle_events(lab_, stage_area());         // keys and mouse
    handle_escape_drop_and_resize();                   // also notes whether the user drags a slider
    file_opener_.handle_requests_and_finished_reads(); // the user's requests in the dialog about a recording
    lab_.execute_newly_due_commands();                 // of the script file
    request_due_screenshot_and_quit();                 // after a signal, and in the last frame with --screenshot
    has_new_frame_ = lab_.pc().wait_for_game_frame_or_timeout() ||
                     frame_number_ == 0; // false with --slow if the game presented no frame
    std::size_t new_frame_count =
        has_new_frame_ ? lab_.begin_frame_and_run_loops() : 0; // measures the frame, runs and records its steps
    new_frame_count = run_waiting_game_frames(new_frame_count);
    play_frame_and_step_clicks_if_enabled(new_frame_count);
    if (needs_drawing())
    {
        advance_displays_and_build_lane_pictures(); // creates the shapes of each loop's displayed frame
        begin_panel_frame_and_draw_labels();
        // The panels edit the settings in place; the next frame uses them.
        draw_panels(lab_, file_opener_.recording_card, panel_state_, stage_area_, notice_, about_text_, widget_log_);
        ImGui::Render();
        render_window_if_shown_or_saved();          // draws the lanes and the panels on the canvas
        handle_requests_and_exclude_their_frames(); // screenshots and films read the painted canvas
        append_to_film_or_end_if_resized();
        apply_changed_vsync_and_restart_fps();
        present_and_update_fps();
    }
    update_recordings_and_save_due_files();
    end_lab_frame_and_pause_if_game_ended(); // spends the lag that the user set; the loop's pacer waits
    sleep_if_hidden_or_unfocused();
    write_telemetry(new_frame_count); // after end_frame(), which sets the screen times
    ++frame_number_;
}

std::size_t Demo::run_waiting_game_frames(std::size_t new_frame_count)
{
    while (has_new_frame_ && lab_.pc().has_several_frames_waiting())
    {
        lab_.end_frame();
        write_telemetry(new_frame_count);
        new_frame_count = lab_.begin_frame_and_run_loops();
    }
    return new_frame_count;
}

void Demo::handle_escape_drop_and_resize()
{
    lab_.is_dragging_slider = ImGui::IsAnyItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left);
    if (window_.take_escape_press()) close_topmost_or_pass_escape_to_lab();
    if (window_.take_size_change())
        lab_.exclude_next_frames_from_loops(2); // this frame and the next frame, whose frame time includes the resize
    for (const std::string& dropped_path : window_.take_dropped_files())
        file_opener_.start_opening_file_or_ask_for_path(dropped_path);
}

// Closes an open menu, else the recording dialog. If neither is open and no text is typed, passes Escape to `lab_`.
void Demo::close_topmost_or_pass_escape_to_lab()
{
    if (close_menu_if_open(lab_.settings)) return;
    if (file_opener_.recording_card.state != RecordingCard::State::closed)
        file_opener_.recording_card.state = RecordingCard::State::closed;
    else if (!ImGui::GetIO().WantTextInput)
        lab_.execute(lab::Action::close_overlay_or_go_live);
}

void Demo::request_due_screenshot_and_quit()
{
    if (base::received_stop_signal() != 0) lab_.requests.emplace_back(lab::request::Quit{});
    if (is_last_frame() && !options_.screenshot_path.empty())
        lab_.requests.emplace_back(lab::request::SaveScreenshot{options_.screenshot_path});
}

draw::Rect Demo::stage_area() const
{
    return demo::stage_area(lab_, static_cast<float>(window_.width()), static_cast<float>(window_.height()));
}

void Demo::advance_displays_and_build_lane_pictures()
{
    stage_area_      = stage_area();
    const auto areas = lane_areas(stage_area_, lab_);
    trails_.resize(areas.size());
    used_picture_count_ = 0;
    for (std::size_t i = 0; i < areas.size(); ++i)
    {
        const lab::DisplayContent content = lab_.advance_display_to_now(i);
        for (const scenes::Moment& moment : content.new_moments) views::update_trail(trails_[i], lab_.lane(i), moment);
        add_lane_pictures(i, content, areas[i]);
    }
}

// Draws what the display of a loop shows: one frame or, after a tear (without VSYNC), different frames in its parts.
void Demo::add_lane_pictures(std::size_t lane_index, const lab::DisplayContent& content,
                             const draw::Rect& area_in_points)
{
    const draw::Rect area = window_.to_pixels(area_in_points);
    for (std::size_t i = 0; i < content.screen_bands.size(); ++i)
    {
        const auto top          = static_cast<float>(content.screen_bands[i].top);
        const bool is_last_band = i + 1 == content.screen_bands.size();
        const auto bottom       = is_last_band ? 1.0F : static_cast<float>(content.screen_bands[i + 1].top);
        const draw::Rect band{area.x, area.y + top * area.h, area.w, (bottom - top) * area.h};
        add_screen_band_picture(lane_index, content.screen_bands[i].moment, area, band);
    }
}

void Demo::add_screen_band_picture(std::size_t lane_index, const scenes::Moment& moment, const draw::Rect& area,
                                   const draw::Rect& band)
{
    const lab::Settings& settings = lab_.settings;
    // Number of pixels per point, for shapes and text.
    const float scale = window_.pixel_ratio() * window_.scale_for_window_size(settings.view);
    const draw::ViewStyle style{draw::theme(settings.view.uses_light_theme), scale, colour_of_lane(lab_, lane_index),
                                lane_index == 0, lab_.lane_count() == 1};
    lab::ViewSettings shown_view = settings.view;
    if (!lab_.stage().can_show_reference_motion()) shown_view.shown_references = view::ShownReferences::none;
    if (used_picture_count_ == pictures_.size()) pictures_.emplace_back();
    draw::Picture& picture = pictures_[used_picture_count_++];
    const lab::Lane& lane  = lab_.lane(lane_index);
    views::redraw_lane(picture, lane, moment, trails_[lane_index], shown_view, area, style, &band);
    if (const auto misconception = lab_.stage().misconception_lane(lane_index, lab_.frozen_at()))
        views::draw_guessed_bodies(picture, lane, moment, *misconception, settings.view, area, style);
    if (const lab::EvidenceView* evidence_view = lab_.shown_evidence_view();
        evidence_view != nullptr && lane_index == evidence_view->lane_index)
        views::draw_lesson_arrow(picture, lane, moment, settings.view, area, style);
}

void Demo::begin_panel_frame_and_draw_labels()
{
    if (window_.reload_fonts_if_scaled(lab_.settings.view)) lab_.exclude_next_frames_from_loops();
    window_.begin_ui_frame(timestep::to_seconds(lab_.pc().frame_start_time() -
                                                std::exchange(last_panel_frame_start_, lab_.pc().frame_start_time())));
    widget_log_.clear();
    if (lab_.pc().frame_start_time() > notice_end_) notice_.clear();
    for (std::size_t i = 0; i < used_picture_count_; ++i)
        draw_picture_labels_in_points(pictures_[i], *ImGui::GetBackgroundDrawList(), window_.pixel_ratio());
}

void Demo::render_window_if_shown_or_saved()
{
    if (!is_frame_shown_or_saved()) return;
    const lab::Settings& settings = lab_.settings;
    renderer_.set_canvas_size_and_clear(window_.canvas_width(), window_.canvas_height(),
                                        draw::theme(settings.view.uses_light_theme).background);
    for (std::size_t i = 0; i < used_picture_count_; ++i) renderer_.draw(pictures_[i]);
    window_.paint_ui_frame();
}

// Plays sounds for the last 12 of the `new_frame_count` frames. At half speed, the time between the sounds doubles.
void Demo::play_frame_and_step_clicks_if_enabled(std::size_t new_frame_count)
{
    constexpr std::size_t max_frames = 12;

    bool& sound_setting = lab_.settings.view.plays_sound;
    if (base::OptionalError failure = frame_sound_player_.set_enabled(sound_setting && browser_allows_audio()))
    {
        sound_setting = false;
        show_notice(std::move(*failure));
    }
    const lab::TimeScale tempo{.scale = lab_.settings.race.time_scale};
    const auto& samples            = lab_.lane().samples(); // frames of the selected lane
    const std::size_t first_sample = samples.size() - std::min(new_frame_count, max_frames);
    for (std::size_t i = first_sample; i < samples.size(); ++i)
        frame_sound_player_.schedule_frame_and_step_sounds(
            samples[i], tempo.real_time(samples[i].start_wall_time - samples[first_sample].start_wall_time));
}

void Demo::apply_changed_vsync_and_restart_fps()
{
    const std::optional<bool> vsync_change_result = window_.try_apply_vsync_if_changed(lab_.settings);
    lab_.display.refresh_hz                       = window_.display_refresh_hz();
    if (!vsync_change_result) return;
    lab_.display.is_vsync_accepted = *vsync_change_result;
    // Changing VSYNC makes this frame longer. So no loop gets the time of this frame, and the fps measurement restarts.
    lab_.exclude_next_frames_from_loops();
    lab_.display.has_vsync_settled = false;
    fps_frame_count_               = 0;
}

// Throws std::runtime_error if OpenGL has reported an error.
void Demo::present_and_update_fps()
{
    if (const unsigned error = draw::take_gl_error(); error != 0)
        throw std::runtime_error(
            fmt::format("OpenGL error 0x{:04x} in frame {}; please report this error", error, frame_number_));
    window_.present();
    update_measured_fps();
}

void Demo::update_recordings_and_save_due_files()
{
    end_failed_replay_recording_or_throw();
    update_frame_time_recording();
    save_preferences_if_due();
    if (!options_.widget_report_path.empty() && frame_number_ % 5 == 0)
        save_widgets_csv(options_.widget_report_path, widget_log_, frame_number_);
}

void Demo::end_lab_frame_and_pause_if_game_ended()
{
    if (has_new_frame_) lab_.end_frame();
    if (lab_.pc().has_game_ended() && !lab_.settings.is_paused)
    {
        lab_.settings.is_paused = true; // keeps the game's last frame and timeline in the window
        show_notice("the game has ended");
    }
}

bool Demo::is_last_frame() const { return has_reached_run_end_ || frame_number_ + 1 == options_.frame_count_limit; }

// Usually false while the window is hidden, and in a frame that the chosen game loop does not draw.
bool Demo::needs_drawing() const
{
    if (frame_number_ == 0 || is_last_frame() || !lab_.requests.empty()) return true;
    if (window_.is_minimised_or_hidden_by_user()) return false;
    return lab_.settings.mode != lab::Mode::live || lab_.shows_even_frame_times() ||
           lab_.lane().is_newest_frame_to_be_rendered();
}

bool Demo::is_frame_shown_or_saved() const
{
    const bool is_windowless = options_.is_headless && options_.uses_virtual_clock;
    return !is_windowless || is_last_frame() || film_ || !lab_.requests.empty() || lab_.playback;
}

// Sleeps until the frame is 50 ms long if the window is hidden, or 16 ms long if another window has the focus.
void Demo::sleep_if_hidden_or_unfocused()
{
    constexpr Nanos hidden_frame_time{50'000'000};
    constexpr Nanos unfocused_frame_time{16'000'000};
    if (base::unsupported_reasons.sleep != nullptr || options_.uses_virtual_clock || lab_.playback ||
        (!window_.is_minimised_or_hidden_by_user() && window_.is_focused_or_headless()))
        return;
    const Nanos remaining_time = (window_.is_minimised_or_hidden_by_user() ? hidden_frame_time : unfocused_frame_time) -
                                 lab_.pc().time_since_frame_start();
    if (remaining_time > Nanos::zero()) clock_.sleep_then_spin_until(clock_.now() + remaining_time);
}

void Demo::update_measured_fps()
{
    const Nanos now = lab_.pc().frame_start_time() + lab_.pc().time_since_frame_start();
    if (fps_frame_count_++ == 0) fps_measurement_start_ = now;
    if (now - fps_measurement_start_ < fps_measurement_length) return;
    lab_.display.measured_fps =
        static_cast<double>(fps_frame_count_ - 1) / timestep::to_seconds(now - fps_measurement_start_);
    lab_.display.has_vsync_settled = true;
    fps_measurement_start_         = now;
    fps_frame_count_               = 1;
}

} // namespace demo
