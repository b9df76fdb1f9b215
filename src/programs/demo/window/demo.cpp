#include "programs/demo/window/demo.hpp"

#include "base/console.hpp"
#include "base/message.hpp"
#include "base/path.hpp"
#include "base/stopping.hpp"
#include "draw/gl/dialect.hpp"
#include "lab/replay/replay.hpp"
#include "lab/settings/settings.hpp"
#include "programs/command_line/options.hpp"
#include "programs/demo/window/pictures.hpp"
#include "programs/demo/window/session.hpp"
#include "programs/demo/window/video.hpp"
#include "sim/machine/live_pc.hpp"
#include "sim/machine/virtual_pc.hpp"
#include "telemetry/csv.hpp"
#include "views/stage.hpp"

#include <fmt/core.h>
#include <imgui.h>

#include <algorithm>
#include <stdexcept>

namespace demo
{

namespace
{

using timestep::Nanos;

constexpr Nanos fps_measuring_interval{1'000'000'000};

std::unique_ptr<sim::Pc> make_pc(const Options& options, sim::Clock& clock)
{
    const lab::Settings& s = options.settings;
    if (!options.game.empty()) return start_game(options);
    if (options.virtual_clock) return std::make_unique<sim::VirtualPc>(s.machine, s.seed);
    return std::make_unique<sim::LivePc>(clock, s.seed);
}

std::unique_ptr<base::GrowingFile> make_telemetry(const std::string& path)
{
    if (path.empty()) return nullptr;
    auto file = std::make_unique<base::GrowingFile>(base::path_of(path), telemetry::SampleRowWriter::header());
    command_line::throw_if(file->failure());
    return file;
}

// Returns `options`. Throws std::runtime_error with a one-line message if an output file cannot be written.
const Options& checked(const Options& options)
{
    std::vector<base::NamedFile> files = files_of(options);
    std::erase_if(files, [](const auto& file) { return file.flag == "--film" || file.flag == "--settings"; });
    command_line::throw_if(base::error_if_not_writable(files));
    if (!options.film.empty()) command_line::throw_if(error_if_not_filmable(options.film));
    return options;
}

} // namespace

Demo::Demo(const Options& options)
    : options_{checked(options)}
    , settings_writer_{options.settings_file, options.settings_text}
    , window_{{options.width, options.height, options.headless, options.frames > 0 && !options.screenshot.empty()}}
    , lab_{options.settings, make_pc(options, clock_)}
    , opener_{lab_, options.virtual_clock}
    , about_{version_text() + "\n" + Window::driver_text()}
{
    if (!options.recording.empty() && options.game.empty())
        opener_.play(load_playback(options.recording, options.recording_end));
    if (!options.virtual_clock && !options.headless && options.game.empty()) lab_.start_real_time();
    if (!options.drive.empty()) lab_.drive(load_drive(options));
    if (!options.replay.empty())
        enter_replay(options.replay, base::value_or_throw(lab::read_replay_file(options.replay)));
    // No file is changed before this line, where errors in input files and output paths have already thrown.
    if (!options.settings_damage.empty())
        options_.notice = rename_damaged_settings(options.settings_file, options.settings_damage);
    if (!options.open.empty()) opener_.open(options.open);
    telemetry_ = make_telemetry(options.telemetry);
    if (!options.record_frames.empty()) lab_.record(true);
    if (!options.record_replay.empty()) start_replay_recording(options.record_replay);
    lab_.progress = options.progress;
    if (!options.film.empty()) lab_.requests.emplace_back(lab::request::ToggleFilm{});
    if (options.tour) lab_.start_tour();
    if (!options.still_set.empty())
    {
        lab::Settings defaults = options.settings;
        lab::reset_except_view_and_kept(defaults);
        lab_.set_undo_start(defaults);
        show_notice(options.still_set, 3 * notice_duration);
    }
    if (!options_.notice.empty())
    {
        base::print_error("timestep_demo", options_.notice);
        show_notice(options_.notice, 3 * notice_duration);
    }
}

void Demo::show_notice(std::string notice, Nanos duration)
{
    notice_       = std::move(notice);
    notice_until_ = lab_.pc().time() + duration;
}

void Demo::run()
{
    base::finish_when_stopped();
    set_display_lost_handler([this] { finish({}); });
    while (run_frame()) continue;
}

// Saves open files when the window was closed, and after signals and exceptions. If the connection to the display is
// lost, the handler that run() has set saves them.
bool Demo::run_frame()
{
    std::exception_ptr failure;
    try
    {
        if (is_running())
        {
            process_frame();
            return true;
        }
    }
    catch (...)
    {
        failure = std::current_exception();
    }
    finish(failure);
    return false;
}

void Demo::run_for(timestep::Nanos duration)
{
    while (lab_.pc().time() + lab_.pc().elapsed() < duration) process_frame();
    ends_after_frame_ = true;
    process_frame();
    finish({});
}

bool Demo::is_running() const
{
    const bool recording_ended = options_.headless && lab_.playback() != nullptr && lab_.playback()->ended();
    const bool game_over       = options_.headless && lab_.pc().game_ended();
    return window_.is_open() && !recording_ended && !game_over &&
           (options_.frames == 0 || frame_number_ < options_.frames);
}

void Demo::process_frame()
{
    window_.poll(lab_, stage_area()); // keys and mouse
    handle_input();                   // Escape, a changed size, dropped files
    collect_requests();               // adds the requests of the drive file, of signals and of --screenshot
    frame_begun_ = lab_.pc().wait_for_frame() || frame_number_ == 0; // false with --slow if the game presented no frame
    std::size_t new_samples = frame_begun_ ? lab_.begin_frame() : 0; // measures the frame, runs and records its steps
    new_samples             = process_waiting_frames(new_samples);
    play_sounds(new_samples);
    if (needs_drawing())
    {
        draw_lanes(); // creates the shapes of each loop's displayed frame
        begin_panel_frame();
        // The panels edit the settings in place; the next frame uses them.
        draw_panels(lab_, opener_.card, panels_, stage_area_, notice_, about_, widgets_);
        window_.end_ui();
        paint_canvas();    // draws the lanes and the panels on the canvas
        handle_requests(); // screenshots and films read the painted canvas
        present();
    }
    end_frame_and_wait(); // spends the lag that the user set, then lets the loop's pacer wait for the next frame
    write_telemetry(new_samples); // after end_frame_and_wait(), which sets the screen times
    ++frame_number_;
}

// Runs the loops for all other frames that the game of --slow has presented. Returns the last frame's sample count.
std::size_t Demo::process_waiting_frames(std::size_t new_samples)
{
    while (frame_begun_ && lab_.pc().has_more_frames())
    {
        lab_.end_frame();
        write_telemetry(new_samples);
        new_samples = lab_.begin_frame();
    }
    return new_samples;
}

void Demo::handle_input()
{
    lab_.control_is_held = ImGui::IsAnyItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left);
    if (window_.take_escape()) handle_escape();
    if (window_.take_size_changed())
        lab_.exclude_frames(2); // this frame and the next frame, whose frame time includes the resize
    for (const std::string& dropped : window_.take_dropped_files()) opener_.open(dropped);
    opener_.handle_requests();
}

// Escape leaves a text field, or closes the first of: a menu, the recording card, the lesson, tour or frozen frame.
void Demo::handle_escape()
{
    if (close_menus(lab_.settings)) return;
    if (opener_.card.state != RecordingCard::State::closed)
        opener_.card.state = RecordingCard::State::closed;
    else if (!ImGui::GetIO().WantTextInput)
        lab_.apply(*lab::find_key("Escape"));
}

void Demo::collect_requests()
{
    lab_.execute_due_commands();
    if (base::stopped_by() != 0) lab_.requests.emplace_back(lab::request::Quit{});
    if (is_last_frame() && !options_.screenshot.empty())
        lab_.requests.emplace_back(lab::request::Screenshot{options_.screenshot});
}

draw::Rect Demo::stage_area() const
{
    return demo::stage_area(lab_, static_cast<float>(window_.width()), static_cast<float>(window_.height()));
}

void Demo::draw_lanes()
{
    stage_area_      = stage_area();
    const auto areas = lane_areas(stage_area_, lab_);
    trails_.resize(areas.size());
    pictures_used_ = 0;
    for (std::size_t i = 0; i < areas.size(); ++i)
    {
        const lab::Screen screen = lab_.on_screen(i);
        for (const scenes::Moment& moment : screen.arrived) views::add_frame(trails_[i], lab_.lane(i), moment);
        draw_lane_screen(i, screen, areas[i]);
    }
}

// Draws a loop's displayed frame. On a torn screen (without VSYNC), horizontal bands show different frames.
void Demo::draw_lane_screen(std::size_t lane, const lab::Screen& screen, const draw::Rect& points)
{
    const float ratio = window_.pixel_ratio();
    const draw::Rect area{points.x * ratio, points.y * ratio, points.w * ratio, points.h * ratio};
    for (std::size_t i = 0; i < screen.parts.size(); ++i)
    {
        const auto top    = static_cast<float>(screen.parts[i].top);
        const bool last   = i + 1 == screen.parts.size();
        const auto bottom = last ? 1.0F : static_cast<float>(screen.parts[i + 1].top);
        const draw::Rect band{area.x, area.y + top * area.h, area.w, (bottom - top) * area.h};
        draw_screen_band(lane, screen.parts[i].moment, area, band);
    }
}

void Demo::draw_screen_band(std::size_t i, const scenes::Moment& moment, const draw::Rect& area, const draw::Rect& band)
{
    const lab::Settings& s = lab_.settings;
    // Factor from points to pixels for shapes and text.
    const float scale = window_.pixel_ratio() * window_.scale(s.view);
    const draw::StageStyle style{draw::theme(s.view.light), colour_of_lane(lab_, i), scale, i == 0, lab_.lanes() == 1};
    lab::ViewSettings show = s.view;
    if (!lab_.stage().has_ring()) show.rings = view::ShownReferences::none;
    if (pictures_used_ == pictures_.size()) pictures_.emplace_back();
    draw::Picture& picture = pictures_[pictures_used_++];
    const lab::Lane& lane  = lab_.lane(i);
    views::draw_stage(picture, lane, moment, trails_[i], show, area, style, &band);
    if (const auto belief = lab_.belief(i)) views::draw_guess(picture, lane, moment, *belief, s.view, area, style);
    if (const lab::Proof* proof = lab_.shown_proof(); proof != nullptr && i == proof->lane)
        views::draw_pointer(picture, lane, moment, s.view, area, style);
}

void Demo::begin_panel_frame()
{
    if (window_.apply_scale(lab_.settings.view)) lab_.exclude_frames();
    window_.begin_ui(timestep::to_seconds(lab_.pc().time() - std::exchange(panels_drawn_at_, lab_.pc().time())));
    widgets_.clear();
    if (lab_.pc().time() > notice_until_) notice_.clear();
    for (std::size_t i = 0; i < pictures_used_; ++i) draw_labels(pictures_[i], window_.pixel_ratio());
}

void Demo::paint_canvas()
{
    if (!needs_pixels()) return;
    const lab::Settings& s = lab_.settings;
    renderer_.clear(window_.canvas_width(), window_.canvas_height(), draw::theme(s.view.light).ground);
    for (std::size_t i = 0; i < pictures_used_; ++i) renderer_.draw(pictures_[i]);
    window_.paint_ui();
}

// Plays sounds for the last 12 of the `new_samples` frames. At half speed, the time between the sounds doubles.
void Demo::play_sounds(std::size_t new_samples)
{
    constexpr std::size_t max_sounds = 12;

    bool& wanted = lab_.settings.view.sound;
    if (base::Error failure = sound_.enable(wanted && may_play_sounds()))
    {
        wanted = false;
        show_notice(std::move(*failure));
    }
    const lab::Tempo tempo{.speed = lab_.settings.race.speed};
    const auto& samples     = lab_.lane().samples();
    const std::size_t first = samples.size() - std::min(new_samples, max_sounds);
    for (std::size_t i = first; i < samples.size(); ++i)
        sound_.play(samples[i], tempo.real_time(samples[i].wall - samples[first].wall));
}

void Demo::present()
{
    if (window_.apply_vsync(lab_)) // the measured fps must exclude frames of the previous VSYNC mode
    {
        lab_.exclude_frames();
        lab_.display.settled = false;
        measured_frames_     = 0;
    }
    if (const unsigned error = draw::opengl_error(); error != 0)
        throw std::runtime_error(
            fmt::format("OpenGL error 0x{:04x} in frame {}; please report it", error, frame_number_));
    window_.present();
    update_measured_fps();
}

void Demo::end_frame_and_wait()
{
    write_frame_times();
    save_preferences();
    if (!options_.report_widgets.empty() && frame_number_ % 5 == 0)
        save_widgets(options_.report_widgets, widgets_, frame_number_);
    if (frame_begun_) lab_.end_frame();
    if (lab_.pc().game_ended() && !lab_.settings.paused)
    {
        lab_.settings.paused = true; // keeps the game's last frame and timeline in the window
        show_notice("the game has ended");
    }
    sleep_if_hidden_or_unfocused();
}

bool Demo::is_last_frame() const { return ends_after_frame_ || frame_number_ + 1 == options_.frames; }

// With the frames of this PC, the loop's pacer decides; otherwise true, because each loop has its own virtual display.
bool Demo::needs_drawing() const
{
    if (frame_number_ == 0 || is_last_frame() || !lab_.requests.empty()) return true;
    if (window_.is_hidden()) return false;
    return lab_.settings.mode != lab::Mode::live || lab_.shows_even_frames() || lab_.lane().renders();
}

// With --headless and --virtual-clock, only saved frames need pixels; during a recording, every frame may be the last.
bool Demo::needs_pixels() const
{
    const bool is_windowless = options_.headless && options_.virtual_clock;
    return !is_windowless || is_last_frame() || film_ || !lab_.requests.empty() || lab_.playback() != nullptr;
}

// Sleeps until the frame is 50 ms long if the window is hidden, or 16 ms long if another window has the focus.
void Demo::sleep_if_hidden_or_unfocused()
{
    constexpr Nanos hidden_frame{50'000'000};
    constexpr Nanos unfocused_frame{16'000'000};
    if (base::missing.sleep != nullptr || options_.virtual_clock || lab_.playback() != nullptr ||
        (!window_.is_hidden() && window_.is_focused()))
        return;
    const Nanos left = (window_.is_hidden() ? hidden_frame : unfocused_frame) - lab_.pc().elapsed();
    if (left > Nanos::zero()) clock_.sleep_until(clock_.now() + left);
}

void Demo::update_measured_fps()
{
    const Nanos now = lab_.pc().time() + lab_.pc().elapsed();
    if (measured_frames_++ == 0) measurement_start_ = now;
    if (now - measurement_start_ < fps_measuring_interval) return;
    lab_.display.measured_hz =
        static_cast<double>(measured_frames_ - 1) / timestep::to_seconds(now - measurement_start_);
    lab_.display.settled = true;
    measurement_start_   = now;
    measured_frames_     = 1;
}

} // namespace demo
