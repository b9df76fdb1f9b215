// programs/demo/window/demo.hpp -- the main loop of timestep_demo; owns the window and the simulated loops (lab::Lab)
// A lane is one of these loops with its PC and its scene. The panels describe the lane that the user has selected.
#pragma once

#include "base/files.hpp"
#include "base/message.hpp"
#include "draw/gl/renderer.hpp"
#include "lab/replay/recorder.hpp"
#include "lab/stage/lab.hpp"
#include "programs/demo/panels/panels.hpp"
#include "programs/demo/window/captures.hpp"
#include "programs/demo/window/demo_files.hpp"
#include "programs/demo/window/file_opener.hpp"
#include "programs/demo/window/options.hpp"
#include "programs/demo/window/sound.hpp"
#include "programs/demo/window/window.hpp"
#include "scenes/drawing/canvas.hpp"
#include "sim/machine/clock.hpp"
#include "telemetry/csv.hpp"

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace demo
{

class Demo
{
public:
    /// Throws std::runtime_error with a one-line error message if the window or a file cannot be opened.
    explicit Demo(const Options& options);

    /// Runs until the user closes the window, or until Options::frame_count_limit. If headless, also stops when the
    /// played recording or the game started by --slow ends.
    void run();
    /// Returns false after the last frame. Saves open files then, and before it throws an exception.
    bool run_frame_or_save_files_at_end();
    /// Runs frames until `end_time` on the PC's clock. Saves the last frame as Options::screenshot_path, if not empty.
    void run_frames_until_and_save_screenshot(timestep::Nanos end_time);
    /// Saves each open file, even if another fails. Then rethrows `failure` or, if null, the first save error.
    void save_all_files_and_throw_first_error(std::exception_ptr failure = nullptr);

    /// The selected lane.
    const lab::Lane& lane() const { return lab_.lane(); }
    lab::Lab& lab() { return lab_; }
    /// Names, positions and values of the controls in the newest frame, for tests.
    const WidgetLog& widget_log() const { return widget_log_; }
    /// The message that the window shows now, in one line, such as the name of a saved file; empty if there is none.
    const std::string& notice() const { return notice_; }
    std::int64_t frame_number() const { return frame_number_; }

    void start_opening_file_or_ask_for_path(const std::string& path)
    {
        file_opener_.start_opening_file_or_ask_for_path(path);
    }

private:
    static constexpr timestep::Nanos notice_duration{4'000'000'000};

    bool has_next_frame() const;
    void process_frame();
    std::size_t run_waiting_game_frames(std::size_t new_frame_count);
    void handle_escape_drop_and_resize();
    void close_topmost_or_pass_escape_to_lab();
    void request_due_screenshot_and_quit();
    draw::Rect stage_area() const;
    void advance_displays_and_build_lane_pictures();
    void add_lane_pictures(std::size_t lane_index, const lab::DisplayContent& content,
                           const draw::Rect& area_in_points);
    void add_screen_band_picture(std::size_t lane_index, const scenes::Moment& moment, const draw::Rect& area,
                                 const draw::Rect& band);
    void begin_panel_frame_and_draw_labels();
    void render_window_if_shown_or_saved();
    void write_telemetry(std::size_t new_frame_count);
    void play_frame_and_step_clicks_if_enabled(std::size_t new_frame_count);
    void handle_requests_and_exclude_their_frames();
    void handle(const lab::request::Quit& request);
    void handle(const lab::request::SetOrToggleFullScreen& request);
    void handle(const lab::request::ToggleFilm& request);
    void handle(const lab::request::ToggleReplayRecording& request);
    void handle(const lab::request::OpenReplayOrLast& request);
    void handle(const lab::request::SaveScreenshot& request);
    void save_screenshot_and_show_result_or_throw(const std::string& path);
    void handle(const lab::request::SavePartOfWindow& request);
    void handle(const lab::request::SaveSvgUnderUnusedName& request);
    void handle(const lab::request::ShowNotice& request);
    void handle(const lab::request::CopyText& request);
    void handle(const lab::request::PasteConfiguration& request);
    void handle(const lab::request::OpenConfigurationFile& request);
    void handle(const lab::request::OpenLessonFile& request);
    void run_film_action_and_report_or_rethrow(const std::function<void()>& film_action);
    void append_to_film_or_end_if_resized();
    void start_replay_recording_or_throw(const std::string& path);
    void end_replay_recording();
    void finish_replay_file_without_notice();
    void enter_replay(const std::string& path, lab::Replay replay);
    void throw_if_requested_file_has_no_frame() const;
    void begin_film_with_notice_or_throw(const std::string& path);
    void end_film_with_notice_or_throw();
    std::string take_requested_or_unused_film_path();
    void apply_changed_vsync_and_restart_fps();
    void present_and_update_fps();
    void update_recordings_and_save_due_files();
    void end_lab_frame_and_pause_if_game_ended();
    bool is_last_frame() const;
    bool needs_drawing() const;
    bool is_frame_shown_or_saved() const;
    void sleep_if_hidden_or_unfocused();
    void update_measured_fps();
    void end_failed_replay_recording_or_throw();
    void update_frame_time_recording();
    void finish_frame_time_recording_or_throw();
    lab::Preferences current_preferences() const;
    void save_preferences_if_due();
    void show_notice(std::string notice, timestep::Nanos duration = notice_duration);
    void show_save_result(const std::string& path, const base::OptionalError& failure);

    Options options_;
    sim::WallClock clock_;
    std::unique_ptr<base::LogFileReplacedOnFirstAdd> telemetry_file_;
    telemetry::FrameSampleCsvFormatter telemetry_row_formatter_;
    SettingsFileWriter settings_file_writer_; ///< writes settings, progress and window size (lab::Preferences)
    Window window_;
    draw::Renderer renderer_;
    lab::Lab lab_;
    FileOpener file_opener_;
    std::vector<scenes::Trail> trails_; ///< for each lane, the positions of its bodies in its presented frames
    /// This frame uses the first `used_picture_count_` pictures; the others are kept to reuse their memory.
    std::vector<draw::Picture> pictures_;
    std::size_t used_picture_count_ = 0;
    WidgetLog widget_log_;
    PanelState panel_state_{};
    std::int64_t frame_number_ = 0;
    bool has_new_frame_        = false; ///< false if the game of --slow has presented no new frame
    bool has_reached_run_end_  = false; ///< true in the last frame of a call of run_frames_until_and_save_screenshot()
    draw::Rect stage_area_{};           ///< area in which the lanes are drawn in this frame, in points
    FrameSoundPlayer frame_sound_player_;
    std::optional<FilmWriter> film_;
    std::pair<float, float> filmed_stage_size_{};
    bool was_full_screen_before_audience_view_ = false;
    bool has_begun_requested_film_             = false; ///< true after the start of the film `options_.film_path`
    std::optional<FrameTimeRecorder> frame_time_recorder_;
    /// Writes the user's inputs to a replay file; empty while no replay is recorded.
    std::optional<lab::ReplayRecorder> replay_recorder_;
    std::string last_replay_path_; ///< path of the last replay that was recorded or run
    bool has_saved_frame_times_        = false;
    bool has_written_requested_replay_ = false; ///< true after a frame was written to `options_.replay_output_path`
    std::string about_text_;                    ///< contents of the page About
    std::string notice_;
    timestep::Nanos notice_end_{};
    timestep::Nanos last_panel_frame_start_{};
    timestep::Nanos fps_measurement_start_{};
    std::int64_t fps_frame_count_ = 0;
};

/// In a browser, returns after the start; the browser then runs the frames. Throws std::runtime_error (one line).
void run_or_start_in_browser(const Options& options);

/// True if the audio device may be opened. A browser allows sound only after the user's first key, click or touch.
bool browser_allows_audio();
/// True if the visitor's browser asks web pages for light colours. Always false in the desktop program.
bool browser_prefers_light_theme();
bool browser_prefers_reduced_motion();

} // namespace demo
