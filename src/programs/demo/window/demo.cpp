#include "programs/demo/window/demo.hpp"

#include "base/files.hpp"
#include "base/message.hpp"
#include "base/path.hpp"
#include "base/stopping.hpp"
#include "base/unsupported_reasons.hpp"
#include "draw/gl/gl_variant.hpp"
#include "lab/lessons/demonstrations.hpp"
#include "lab/replay/replay.hpp"
#include "lab/settings/settings.hpp"
#include "programs/command_line/options.hpp"
#include "programs/demo/window/demo_files.hpp"
#include "programs/demo/window/main_loop.hpp"
#include "programs/demo/window/sdl_video.hpp"
#include "sim/machine/live_pc.hpp"
#include "sim/machine/virtual_pc.hpp"

#ifdef TIMESTEP_SLOW
#include "base/system_files.hpp"
#include "lab/game/game_session.hpp"
#include "lab/game/program.hpp"
#endif

#include <fmt/core.h>
#include <imgui.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <utility>

namespace demo
{

namespace
{

using timestep::Nanos;

#ifdef TIMESTEP_SLOW
std::unique_ptr<sim::Pc> launch_slowed_game(const Options& options)
{
    lab::find_slowable_program(options.game_command.front()); // throws if the game cannot be slowed down
    lab::GameLaunchOptions launch_options{.command_line = options.game_command};
    launch_options.message_prefix = "timestep_demo";
    launch_options.game_setup = {.slowing_pid = base::process_id(),
                                 .seed = options.settings.lane.seed,
                                 .machine = options.settings.lane.machine};
    if (std::string notice; !options.recording_path.empty())
    {
        launch_options.game_setup.recording = {
            load_playback(options.recording_path, options.recording_end_behaviour, notice).frame_times(),
            options.recording_end_behaviour == lab::PlaybackEndBehaviour::repeat};
        if (!notice.empty()) base::print_error("timestep_demo", notice);
    }
    return std::make_unique<lab::GameProcessPc>(std::move(launch_options));
}
#else // a build without TIMESTEP_SLOW has no option --slow
std::unique_ptr<sim::Pc> launch_slowed_game(const Options&) { return nullptr; }
#endif

std::unique_ptr<sim::Pc> make_pc(const Options& options, sim::Clock& clock)
{
    const lab::Settings& settings = options.settings;
    if (!options.game_command.empty()) return launch_slowed_game(options);
    if (options.uses_virtual_clock) return std::make_unique<sim::VirtualPc>(settings.lane.seed);
    return std::make_unique<sim::LivePc>(clock, settings.lane.seed);
}

// Returns `options`. Throws std::runtime_error with a one-line message if an output file cannot be written.
const Options& validated(const Options& options)
{
    std::vector<base::FileArgument> checked_files = file_arguments(options);
    std::erase_if(checked_files, [](const auto& file) { return file.flag == "--film" || file.flag == "--settings"; });
    command_line::throw_if_error(base::unwritable_output_error(checked_files));
    if (!options.film_path.empty()) command_line::throw_if_error(film_path_error(options.film_path));
    return options;
}

// The last word that is a file, which the user may edit; empty if there is none.
std::string edited_file_of(const lab::LoopCommand& command)
{
    std::error_code error;
    const auto file = std::find_if(command.rbegin(), command.rend(),
                                   [&](const std::string& word)
                                   { return std::filesystem::is_regular_file(base::path_from_utf8(word), error); });
    return file == command.rend() ? "" : *file;
}

// Calls `action`. Stores its exception in `first_failure`, unless `first_failure` has an earlier exception.
void keep_first_exception(std::exception_ptr& first_failure, auto action)
{
    try
    {
        action();
    }
    catch (...)
    {
        if (!first_failure) first_failure = std::current_exception();
    }
}

} // namespace

Demo::Demo(const Options& options)
    : options_{validated(options)}
    , settings_file_writer_{options.settings_path, options.settings_file_text}
    , window_{options}
    , lab_{options.settings, make_pc(options, clock_)}
    , notice_{lab_}
    , file_opener_{lab_, panel_state_.recording_card, options.uses_virtual_clock}
    , playback_control_{lab_, panel_state_.recording_card, panel_state_.scrubber, file_opener_}
    , lane_pictures_{panel_state_.safe_step_search}
    , frame_time_saver_{options_, lab_, notice_}
    , film_recording_{options_.film_path, lab_, window_, lane_pictures_, notice_}
    , replay_files_{options_, lab_, file_opener_, notice_}
    , own_loop_file_{lab_, notice_}
    , request_handler_{options_, lab_, window_, file_opener_, film_recording_, replay_files_, own_loop_file_, notice_}
    , about_text_{version_text() + "\n" + Window::graphics_driver_text()}
{
    if (!options.recording_path.empty() && options.game_command.empty())
        playback_control_.play_recording(
            load_playback(options.recording_path, options.recording_end_behaviour, options_.notice),
            options.recording_path);
    if (options.has_steady_frames ||
        (!options.uses_virtual_clock && !options.is_headless && options.game_command.empty()))
        lab_.start_timing();
    if (!options.script_path.empty()) lab_.timed_commands = load_script(options);
    if (!options.replay_path.empty())
        replay_files_.show_replay(options.replay_path,
                                  base::value_or_throw(lab::read_replay_file(options.replay_path)));
    // Files are changed only from here on. For an invalid input or output path, the code above has thrown an exception.
    if (!options.settings_damage_reason.empty())
        options_.notice = rename_damaged_settings(options.settings_path, options.settings_damage_reason);
    if (!options.file_to_open.empty()) file_opener_.start_opening(options.file_to_open);
    if (!options.telemetry_output_path.empty()) telemetry_file_.emplace(options.telemetry_output_path);
    if (!options.frame_times_output_path.empty()) lab_.this_pc.start_recording();
    if (!options.replay_output_path.empty()) replay_files_.begin_recording(options.replay_output_path);
    lab_.session.progress = options.progress;
    if (!options.film_path.empty()) lab_.requests.emplace_back(lab::request::ToggleFilm{});
    if (!options.lane_command.empty())
    {
        lab::Lab::OwnLoop own_loop{options.lane_command, edited_file_of(options.lane_command)};
        options.has_program_lanes ? void(lab_.own_loop = std::move(own_loop)) : lab_.run_own_loop(std::move(own_loop));
    }
    if (options.shows_opening) lab_.requested_demonstration = &lab::opening_demonstration();
    if (!options.loaded_settings_notice.empty())
    {
        lab::Settings defaults = options.settings;
        lab::reset_settings(defaults);
        defaults.lane.loop = lab::first_start_settings().lane.loop;
        lab_.session.undo_history.record_changes(defaults, timestep::Nanos::zero());
        if (!page_starts_quietly()) notice_.show(options.loaded_settings_notice, 3 * Notice::default_duration);
    }
    if (!options_.notice.empty())
    {
        base::print_error("timestep_demo", options_.notice);
        notice_.show(options_.notice, 3 * Notice::default_duration);
    }
}

void Demo::run_to_end()
{
    base::defer_stop_briefly();
    const DisplayWatch watch{[this]
                             {
                                 for (lab::LaneRun& run : lab_.experiment.lanes)
                                     run.lane().use_foreign_loop(nullptr); // ends its program
                                 save_all_files();
                             }};
    while (run_next_frame()) continue;
}

bool Demo::run_next_frame()
{
    std::exception_ptr failure;
    bool has_run = false;
    keep_first_exception(failure,
                         [&]
                         {
                             if (!has_next_frame()) return;
                             run_frame();
                             has_run = true;
                         });
    if (!has_run) save_all_files(failure);
    return has_run;
}

void Demo::run_until(timestep::Nanos end_time)
{
    while (lab_.this_pc.now() < end_time) run_frame();
    has_reached_run_end_ = true;
    run_frame();
}

bool Demo::has_next_frame() const
{
    const lab::ThisPc& this_pc = lab_.this_pc;
    const bool has_recording_ended = options_.is_headless && this_pc.playback && this_pc.playback->has_ended();
    const bool has_game_ended = options_.is_headless && this_pc.pc().has_game_ended();
    return window_.is_open() && !has_recording_ended && !has_game_ended &&
           (options_.frame_count_limit == 0 || frame_number_ < options_.frame_count_limit);
}

void Demo::run_frame()
{
    take_input();

    // The game loops: measures the frame, and runs and records its steps.
    has_new_frame_ = lab_.this_pc.pc().wait_for_game_frame() ||
                     frame_number_ == 0; // false with --slow if the game presented no frame
    std::size_t new_frame_count = has_new_frame_ ? lab_.begin_frame() : 0;
    while (has_new_frame_ && lab_.this_pc.pc().has_several_frames_waiting())
    {
        lab_.end_frame();
        write_telemetry(new_frame_count);
        new_frame_count = lab_.begin_frame();
    }
    play_sounds(new_frame_count);

    if (draws_this_frame())
    {
        constexpr int force_evaluations_per_frame = 20'000; // about 0.5 ms
        panel_state_.safe_step_search.advance(lab_.lane().world(), force_evaluations_per_frame);
        lane_pictures_.rebuild(lab_, window_, stage_area());
        if (window_.reload_fonts(lab_.session.settings.view)) lab_.this_pc.exclude_next_frames();
        const Nanos start = lab_.this_pc.pc().frame_start_time();
        window_.begin_ui_frame(timestep::to_seconds(start - std::exchange(last_panel_frame_start_, start)));
        widget_log_.clear();
        lane_pictures_.draw_labels(*ImGui::GetBackgroundDrawList(), window_.pixel_ratio());
        notice_.expire();
        // The panels edit the settings in place; the next frame uses them.
        panel_state_.is_filming = film_recording_.is_running();
        draw_panels(lab_, panel_state_, lane_pictures_.stage_area(), notice_, about_text_, widget_log_);
        ImGui::Render();
        render_window(); // draws the lanes and the panels on the canvas
        request_handler_.execute_all(); // screenshots and films read the painted canvas
        film_recording_.capture_frames();
        present_frame();
    }

    // The files.
    replay_files_.end_failed_recording();
    frame_time_saver_.save_frame_times();
    const Nanos now = lab_.this_pc.pc().frame_start_time();
    if (settings_file_writer_.is_write_check_due(now))
        if (base::OptionalError failure = settings_file_writer_.start_write(current_preferences(), now))
            notice_.show(std::move(*failure));
    if (!options_.widget_report_path.empty() && frame_number_ % 5 == 0)
        save_widgets_csv(options_.widget_report_path, widget_log_, frame_number_);

    // The time until the next frame: spends the lag that the user set; the loop's pacer waits.
    if (has_new_frame_) lab_.end_frame();
    if (lab_.this_pc.pc().has_game_ended() && !lab_.session.settings.is_paused)
    {
        lab_.session.settings.is_paused = true; // keeps the game's last frame and timeline in the window
        notice_.show("the game has ended");
    }
    throttle_in_background();
    write_telemetry(new_frame_count); // after the end of the lab's frame, which sets the screen times
    ++frame_number_;
}

// Takes the user's input and requests, the due commands of the script file, and signals.
void Demo::take_input()
{
    window_.handle_events(lab_, stage_area(), panel_state_.recording_card.state != RecordingCard::State::closed);
    lab_.session.is_mouse_holding_control = ImGui::IsAnyItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left);
    if (window_.take_escape_press()) press_escape();
    if (window_.take_size_change())
        lab_.this_pc.exclude_next_frames(2); // this frame and the next frame, whose frame time includes the resize
    for (const std::string& dropped_path : window_.take_dropped_files()) file_opener_.start_opening(dropped_path);
    playback_control_.handle_requests();
    file_opener_.poll();
    own_loop_file_.poll();
    lab_.execute_newly_due_commands();
    if (base::received_stop_signal() != 0)
    {
        if (!std::exchange(has_received_stop_signal_, true)) base::restart_stop_deadline();
        lab_.requests.emplace_back(lab::request::Quit{});
    }
    if (is_last_frame() && !options_.screenshot_path.empty())
        lab_.requests.emplace_back(lab::request::SaveWholeWindow{options_.screenshot_path});
}

// Closes an open menu, else the recording dialog. If neither is open and no text is typed, passes Escape to `lab_`.
void Demo::press_escape()
{
    if (close_menu(lab_.session.settings)) return;
    RecordingCard& recording_card = panel_state_.recording_card;
    if (recording_card.state != RecordingCard::State::closed)
        recording_card.state = RecordingCard::State::closed;
    else if (!ImGui::GetIO().WantTextInput)
        lab_.execute(lab::Action::close_topmost);
}

draw::Rect Demo::stage_area() const
{
    return demo::stage_area(lab_, static_cast<float>(window_.width()), static_cast<float>(window_.height()));
}

void Demo::render_window()
{
    const bool is_windowless = options_.is_headless && options_.uses_virtual_clock;
    if (is_windowless && !is_last_frame() && !film_recording_.is_running() && lab_.requests.empty() &&
        !lab_.this_pc.playback)
        return; // the frame is neither shown nor saved
    const lab::Settings& settings = lab_.session.settings;
    const DisplayCall draws_with_opengl;
    renderer_.begin_frame(window_.canvas_width(), window_.canvas_height(),
                          draw::theme(settings.view.uses_light_theme).background);
    lane_pictures_.draw_shapes(renderer_);
    window_.paint_ended_ui_frame();
}

// Plays clicks for the last 12 of the `new_frame_count` frames and their steps, if the user has not turned the sound
// off. At half speed, the time between the clicks doubles.
void Demo::play_sounds(std::size_t new_frame_count)
{
    bool& sound_setting = lab_.session.settings.view.plays_sound;
    if (base::OptionalError failure = frame_sound_player_.set_enabled(sound_setting && is_audio_allowed()))
    {
        sound_setting = false;
        notice_.show(std::move(*failure));
    }
    constexpr std::size_t max_sounded_frames = 12;
    const lab::TimeScale time_scale{.scale = lab_.stage_clock().speed};
    const auto& samples = lab_.lane().samples(); // frames of the selected lane
    const std::size_t first_sample_index = samples.size() - std::min(new_frame_count, max_sounded_frames);
    for (std::size_t i = first_sample_index; i < samples.size(); ++i)
        frame_sound_player_.schedule_sounds(
            samples[i], time_scale.real_time(samples[i].start_wall_time - samples[first_sample_index].start_wall_time));
}

// Throws std::runtime_error if OpenGL has reported an error.
void Demo::present_frame()
{
    lab::VsyncReport& vsync_report = lab_.this_pc.vsync_report;
    if (const auto is_accepted = window_.set_vsync(lab_.session.settings))
    {
        // Changing VSYNC makes this frame longer: no loop gets the time of this frame, and the fps measurement
        // restarts.
        lab_.this_pc.exclude_next_frames();
        vsync_report.is_vsync_accepted = *is_accepted;
        vsync_report.has_vsync_settled = false;
        fps_measurement_.restart();
    }
    vsync_report.refresh_hz = window_.display_refresh_hz();
    if (const unsigned error = draw::take_gl_error(); error != 0)
        throw std::runtime_error(
            fmt::format("OpenGL error 0x{:04x} in frame {}; please report this error", error, frame_number_));
    window_.present();
    if (const auto fps = fps_measurement_.count_frame(lab_.this_pc.now()))
    {
        vsync_report.measured_fps = *fps;
        vsync_report.has_vsync_settled = true;
    }
}

bool Demo::is_last_frame() const { return has_reached_run_end_ || frame_number_ + 1 == options_.frame_count_limit; }

// Usually false while the window is hidden, and in a frame that the chosen game loop does not draw.
bool Demo::draws_this_frame() const
{
    if (frame_number_ == 0 || is_last_frame() || !lab_.requests.empty()) return true;
    if (window_.is_hidden()) return false;
    return lab_.experiment.time_source() != lab::TimeSource::this_pc || !lab_.lane().is_rendering_skipped();
}

// Sleeps until the frame is 50 ms long if the window is hidden, or 16 ms long if another window has the focus.
void Demo::throttle_in_background()
{
    constexpr Nanos hidden_frame_time{50'000'000};
    constexpr Nanos unfocused_frame_time{16'000'000};
    if (base::unsupported_reasons.sleep != nullptr || options_.uses_virtual_clock || lab_.this_pc.playback ||
        (!window_.is_hidden() && window_.has_focus()))
        return;
    const Nanos remaining_time =
        (window_.is_hidden() ? hidden_frame_time : unfocused_frame_time) - lab_.this_pc.pc().time_in_frame();
    if (remaining_time > Nanos::zero()) clock_.sleep_then_spin_until(clock_.now() + remaining_time);
}

void Demo::write_telemetry(std::size_t new_frame_count)
{
    if (telemetry_file_) telemetry_file_->write_newest_frames(lab_.lane(), new_frame_count);
}

lab::Preferences Demo::current_preferences() const
{
    const bool has_unenlarged_size = window_.has_unenlarged_size();
    return {.settings = lab_.session.settings_to_save(),
            .progress = lab_.session.progress,
            .window_width = has_unenlarged_size ? window_.width() : options_.window_width,
            .window_height = has_unenlarged_size ? window_.height() : options_.window_height};
}

// Throws std::runtime_error if no frame was written to a file of --telemetry, --record-frames or --record-replay.
void Demo::require_written_outputs() const
{
    const auto require_written =
        [](std::string_view flag, const std::string& path, bool is_written, std::string_view source)
    {
        if (path.empty() || is_written) return;
        throw base::BadInput{"{} {}: not written, because {} had no frame", flag, path, source};
    };
    require_written("--telemetry", options_.telemetry_output_path,
                    telemetry_file_ && telemetry_file_->has_written_frames(), "the selected lane");
    require_written("--record-frames", options_.frame_times_output_path, frame_time_saver_.has_saved_frames(),
                    "the live loop");
    require_written("--record-replay", options_.replay_output_path, replay_files_.has_written_requested_file(),
                    "the live loop");
}

void Demo::save_all_files(std::exception_ptr failure)
{
    const base::StopDelay stop_delay;
    keep_first_exception(failure, [this] { base::throw_if_error(settings_file_writer_.flush(current_preferences())); });
    lab_.this_pc.stop_recording();
    keep_first_exception(failure, [this] { replay_files_.end_failed_recording(); });
    keep_first_exception(failure, [this] { frame_time_saver_.save_frame_times(); });
    keep_first_exception(failure, [this] { replay_files_.finish_recording(); });
    keep_first_exception(failure, [this] { film_recording_.end_film(); });
    if (telemetry_file_) keep_first_exception(failure, [this] { telemetry_file_->finish(); });
    if (!options_.widget_report_path.empty())
        keep_first_exception(failure,
                             [this] { save_widgets_csv(options_.widget_report_path, widget_log_, frame_number_); });
    keep_first_exception(failure, [this] { require_written_outputs(); });
    if (failure) std::rethrow_exception(failure);
}

} // namespace demo
