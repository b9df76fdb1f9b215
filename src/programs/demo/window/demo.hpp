// programs/demo/window/demo.hpp -- the main loop of the program timestep_demo, with its window and its lanes
#pragma once

#include "base/files.hpp"
#include "base/message.hpp"
#include "draw/gl/renderer.hpp"
#include "lab/replay/recorder.hpp"
#include "lab/stage/lab.hpp"
#include "programs/demo/panels/panels.hpp"
#include "programs/demo/window/opener.hpp"
#include "programs/demo/window/options.hpp"
#include "programs/demo/window/pictures.hpp"
#include "programs/demo/window/session.hpp"
#include "programs/demo/window/sound.hpp"
#include "programs/demo/window/window.hpp"
#include "scenes/drawing/canvas.hpp"
#include "sim/machine/clock.hpp"
#include "telemetry/csv.hpp"

#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace demo
{

class Demo
{
public:
    /// Throws std::runtime_error with a line for the user if the window or a file cannot be opened.
    explicit Demo(const Options& options);

    /// Runs until the user closes the window, or `options.frames` frames, or, without a display, the end of the
    /// recording.
    void run();
    /// Returns false at the end of the program, after open files are saved, as before an exception from the frame.
    bool run_frame();
    /// Runs until `duration` has passed on the program's clock, then saves the screenshot that the options request.
    void run_for(timestep::Nanos duration);

    const lab::Lane& lane() const { return lab_.lane(); }
    lab::Lab& lab() { return lab_; }
    const WidgetLog& widgets() const { return widgets_; }
    const std::string& notice() const { return notice_; }
    std::int64_t frame_number() const { return frame_number_; }

    /// As if the file was dropped on the window.
    void open(const std::string& path) { opener_.open(path); }

private:
    static constexpr timestep::Nanos notice_duration{4'000'000'000};

    bool is_running() const;
    void process_frame();
    std::size_t process_waiting_frames(std::size_t new_samples);
    void handle_input();
    void handle_escape();
    void collect_requests();
    draw::Rect stage_area() const;
    void draw_lanes();
    void draw_lane_screen(std::size_t lane, const lab::Screen& screen, const draw::Rect& points);
    void draw_screen_band(std::size_t lane, const scenes::Moment& moment, const draw::Rect& area,
                          const draw::Rect& band);
    void begin_panel_frame();
    void paint_canvas();
    void write_telemetry(std::size_t new_samples);
    void play_sounds(std::size_t new_samples);
    void handle_requests();
    void handle(const lab::request::Quit& request);
    void handle(const lab::request::FullScreen& request);
    void handle(const lab::request::ToggleFilm& request);
    void handle(const lab::request::RecordReplay& request);
    void handle(const lab::request::OpenReplay& request);
    void handle(const lab::request::Screenshot& request);
    void handle(const lab::request::PartOfWindow& request);
    void handle(const lab::request::Drawing& request);
    void handle(const lab::request::Notice& request);
    void handle(const lab::request::Copy& request);
    void handle(const lab::request::Paste& request);
    void handle(const lab::request::OpenSetUp& request);
    void handle(const lab::request::OpenLesson& request);
    template <class Act>
    void run_and_report_film_error(Act act);
    void update_film();
    void start_replay_recording(const std::string& path);
    void end_replay_recording();
    void finish_replay_file();
    void show_replay(const std::string& path, lab::Replay replay);
    void throw_if_unwritten() const;
    void begin_film(const std::string& path);
    void end_film();
    std::string next_film_path();
    void present();
    void end_frame_and_wait();
    bool is_last_frame() const;
    bool needs_drawing() const;
    bool needs_pixels() const;
    void sleep_if_hidden_or_unfocused();
    void update_measured_fps();
    void write_frame_times();
    void finish_frame_times();
    lab::Preferences current_preferences() const;
    void save_preferences();
    void show_notice(std::string notice, timestep::Nanos duration = notice_duration);
    void show_saved(const std::string& path, const base::Error& failure);
    void finish(std::exception_ptr failure);

    Options options_;
    sim::WallClock clock_;
    std::unique_ptr<base::GrowingFile> telemetry_;
    telemetry::SampleRowWriter telemetry_rows_;
    SettingsWriter settings_writer_;
    Window window_;
    draw::Renderer renderer_;
    lab::Lab lab_;
    Opener opener_;
    std::vector<scenes::Trail> trails_; ///< for each lane, the positions of its bodies in its presented frames
    /// The first `pictures_used_` pictures are used in this frame; the others are stored to reuse their memory.
    std::vector<draw::Picture> pictures_;
    std::size_t pictures_used_ = 0;
    WidgetLog widgets_;
    PanelState panels_{};
    std::int64_t frame_number_ = 0;
    bool frame_begun_          = false; ///< true if the laboratory (lab_) has begun the present frame
    bool ends_after_frame_     = false; ///< true if this is the last frame of a call of run_for()
    draw::Rect stage_area_{};           ///< area in which the lanes are drawn in this frame, in points
    Sound sound_;
    std::optional<Film> film_;
    std::pair<float, float> film_size_{};
    bool was_full_screen_      = false; ///< true if the window was in full screen before the last presentation began
    bool requested_film_begun_ = false; ///< true after the film that `options_.film` requests has begun
    std::optional<FrameTimeRecorder> frame_time_recorder_;
    /// Records the user's inputs in a replay file; empty if they are not recorded.
    std::optional<lab::ReplayRecorder> replay_recorder_;
    std::string last_replay_;               ///< path of the replay that was recorded or run last
    bool frame_times_saved_        = false; ///< true after a recording of frame times has been saved
    bool requested_replay_written_ = false; ///< true after the replay of `options_.record_replay` has got a frame
    std::string about_;                     ///< text of the page About
    std::string notice_;
    timestep::Nanos notice_until_{};
    timestep::Nanos panels_drawn_at_{};
    timestep::Nanos measurement_start_{};
    std::int64_t measured_frames_ = 0;
};

/// Runs the demo until the user closes the window. In a browser, returns after the start: the page then calls each
/// frame. Throws std::runtime_error with a line for the user.
void run_until_closed(const Options& options);

/// True if the program may begin to make sounds. A browser allows it after the user's first key, click or touch.
bool may_play_sounds();

} // namespace demo
