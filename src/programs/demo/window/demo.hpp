// programs/demo/window/demo.hpp -- the main loop of timestep_demo; owns the window and the simulated loops (lab::Lab)
// A lane is one of these loops with its PC and its scene. The panels describe the lane that the user has selected.
#pragma once

#include "draw/gl/renderer.hpp"
#include "lab/stage/lab.hpp"
#include "programs/demo/panels/notice.hpp"
#include "programs/demo/panels/panels.hpp"
#include "programs/demo/window/file_opener.hpp"
#include "programs/demo/window/film_recording.hpp"
#include "programs/demo/window/fps_measurement.hpp"
#include "programs/demo/window/lane_pictures.hpp"
#include "programs/demo/window/options.hpp"
#include "programs/demo/window/output_files.hpp"
#include "programs/demo/window/playback_control.hpp"
#include "programs/demo/window/replay_files.hpp"
#include "programs/demo/window/requests.hpp"
#include "programs/demo/window/settings_file.hpp"
#include "programs/demo/window/sound.hpp"
#include "programs/demo/window/window.hpp"
#include "sim/machine/clock.hpp"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>

namespace demo
{

class Demo
{
public:
    /// Throws std::runtime_error with a one-line error message if the window or a file cannot be opened.
    explicit Demo(const Options& options);

    /// Runs until the user closes the window, or until Options::frame_count_limit. If headless, also stops when the
    /// played recording or the game started by --slow ends. Then saves open files.
    void run_to_end();
    /// Returns false after the last frame. Saves open files then, and before it throws an exception.
    bool run_next_frame();
    /// Runs frames until `end_time` on the PC's clock. Saves the last frame as Options::screenshot_path, if not empty.
    void run_until(timestep::Nanos end_time);
    /// Saves each open file, even if another fails. Then rethrows `failure` or, if null, the first save error.
    void save_all_files(std::exception_ptr failure = nullptr);

    /// The selected lane.
    const lab::Lane& lane() const { return lab_.lane(); }
    lab::Lab& lab() { return lab_; }
    /// Writes the settings now: a page may end without another frame.
    void keep_settings() { static_cast<void>(settings_file_writer_.flush(current_preferences())); }
    /// Names, positions and values of the controls in the newest frame, for tests.
    const WidgetLog& widget_log() const { return widget_log_; }
    /// The line of text that the window shows now, such as the name of a saved file; empty if there is none.
    const std::string& notice() const { return notice_.text(); }
    std::int64_t frame_number() const { return frame_number_; }

    void start_opening_file(const std::string& path) { file_opener_.start_opening(path); }

private:
    bool has_next_frame() const;
    void run_frame();
    void take_input();
    void press_escape();
    draw::Rect stage_area() const;
    void render_window();
    void write_telemetry(std::size_t new_frame_count);
    void play_sounds(std::size_t new_frame_count);
    void present_frame();
    bool is_last_frame() const;
    bool draws_this_frame() const;
    void throttle_in_background();
    lab::Preferences current_preferences() const;
    void require_written_outputs() const;

    Options options_;
    sim::WallClock clock_;
    SettingsFileWriter settings_file_writer_; ///< writes settings, progress and window size (lab::Preferences)
    Window window_;
    draw::Renderer renderer_;
    lab::Lab lab_;
    Notice notice_;
    PanelState panel_state_{};
    FileOpener file_opener_;
    PlaybackControl playback_control_;
    LanePictures lane_pictures_;
    std::optional<TelemetryFile> telemetry_file_; ///< empty without --telemetry
    FrameTimeSaver frame_time_saver_;
    FilmRecording film_recording_;
    ReplayFiles replay_files_;
    OwnLoopFile own_loop_file_;
    RequestHandler request_handler_;
    FrameSoundPlayer frame_sound_player_;
    FpsMeasurement fps_measurement_;
    WidgetLog widget_log_;
    std::int64_t frame_number_ = 0;
    bool has_new_frame_ = false; ///< false if the game of --slow has presented no new frame
    bool has_received_stop_signal_ = false;
    bool has_reached_run_end_ = false; ///< true in the last frame of a call of run_until()
    std::string about_text_; ///< contents of the page About
    timestep::Nanos last_panel_frame_start_{};
};

} // namespace demo
