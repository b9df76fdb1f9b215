// Carries out commands that concern the window or files, such as full screen and screenshots.
#include "base/console.hpp"
#include "base/files.hpp"
#include "base/message.hpp"
#include "base/path.hpp"
#include "lab/lessons/lesson.hpp"
#include "lab/metrics/frame_text.hpp"
#include "lab/replay/replay.hpp"
#include "lab/replay/replay_player.hpp"
#include "programs/demo/window/captures.hpp"
#include "programs/demo/window/demo.hpp"
#include "programs/demo/window/demo_files.hpp"
#include "telemetry/csv.hpp"

#include <SDL.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string_view>

namespace demo
{

namespace request = lab::request;
using timestep::Nanos;

void Demo::handle_requests_and_exclude_their_frames()
{
    for (const lab::Request& request : std::exchange(lab_.requests, {}))
    {
        std::visit([&](const auto& typed_request) { handle(typed_request); }, request);
        if (!std::holds_alternative<lab::request::ShowNotice>(request)) lab_.exclude_next_frames_from_loops();
    }
}

// Saves the screenshot of --screenshot before the window closes: the canvas contains the program's last frame.
void Demo::handle(const request::Quit&)
{
    if (!options_.screenshot_path.empty() && !is_last_frame())
        save_screenshot_and_show_result_or_throw(options_.screenshot_path);
    window_.close();
}

void Demo::handle(const request::SetOrToggleFullScreen& request)
{
    const bool is_full_screen = window_.is_full_screen();
    if (request.on == true) was_full_screen_before_audience_view_ = is_full_screen;
    const bool becomes_full_screen =
        !request.on ? !is_full_screen : *request.on || (is_full_screen && was_full_screen_before_audience_view_);
    if (becomes_full_screen != is_full_screen) window_.toggle_full_screen();
}

void Demo::handle(const request::ShowNotice& request) { show_notice(request.text); }

void Demo::handle(const request::CopyText& request)
{
    SDL_SetClipboardText(request.text.c_str());
    show_notice(request.notice);
}

void Demo::handle(const request::PasteConfiguration&)
{
    const std::unique_ptr<char, void (*)(void*)> text{SDL_GetClipboardText(), &SDL_free};
    const base::OptionalError failure = lab_.apply_configuration_string(text ? text.get() : "");
    show_notice(failure ? "not pasted: " + *failure : "pasted a set-up; Ctrl+Z undoes it");
}

void Demo::handle(const request::OpenConfigurationFile& request)
{
    const auto contents               = base::read_small_file_or_pipe(base::path_from_utf8(request.file));
    const auto* read_failure          = std::get_if<base::ReadFailure>(&contents);
    const base::OptionalError failure = read_failure != nullptr
                                            ? "the file " + read_failure->reason
                                            : lab_.apply_configuration_string(std::get<0>(contents));
    if (failure)
        file_opener_.show_error_and_ask_for_path(request.file, *failure);
    else
        show_notice(base::message("opened {}; Ctrl+Z undoes it", request.file));
}

void Demo::handle(const request::OpenLessonFile& request)
{
    const auto contents         = base::read_small_file_or_pipe(base::path_from_utf8(request.file));
    const auto* read_failure    = std::get_if<base::ReadFailure>(&contents);
    const std::string_view path = request.file;
    const std::string_view name = path.substr(0, path.size() - lab::lesson_file_extension.size());
    auto lesson = read_failure != nullptr ? base::Result<lab::Lesson>{"the file " + read_failure->reason}
                                          : lab::parse_and_test_run_lesson(std::get<std::string>(contents), name);
    if (const auto* error = std::get_if<std::string>(&lesson))
    {
        file_opener_.show_error_and_ask_for_path(request.file, *error);
        return;
    }
    if (replay_recorder_) end_replay_recording();
    lab_.settings.view.shows_all_panels = true;
    lab_.settings.is_paused             = false;
    lab_.open_file_lesson(std::get<lab::Lesson>(std::move(lesson)));
    show_notice(base::message("opened {}", request.file));
}

void Demo::handle(const request::ToggleReplayRecording&)
{
    if (replay_recorder_)
    {
        end_replay_recording();
        return;
    }
    try
    {
        lab_.end_tour_or_replay_and_request_live_loop();
        const std::string path = unused_file_name("replay", "replay");
        base::throw_if_error(
            save_text_file(path, "")); // creates the file now, because the recorder first writes after one second
        start_replay_recording_or_throw(path);
        show_notice(base::message("recording to {}; F7 ends it", name_and_folder(last_replay_path_)));
    }
    catch (const std::runtime_error& e)
    {
        show_notice(e.what());
    }
}

void Demo::start_replay_recording_or_throw(const std::string& path)
{
    replay_recorder_.emplace(path, lab_.settings);
    if (const auto failure = replay_recorder_->failure())
    {
        replay_recorder_.reset();
        base::throw_if_error(failure);
    }
    last_replay_path_        = path;
    lab_.is_recording_replay = true;
    lab_.set_live_step_interceptor(&*replay_recorder_);
}

void Demo::end_replay_recording()
{
    lab_.set_live_step_interceptor(nullptr);
    lab_.is_recording_replay = false;
    finish_replay_file_without_notice();
    show_notice(replay_recorder_->failure().value_or(
        base::message("recorded {}; F8 runs it", name_and_folder(last_replay_path_))));
    replay_recorder_.reset();
}

void Demo::finish_replay_file_without_notice()
{
    replay_recorder_->finish(lab_.live_mode_lane().world());
    has_written_requested_replay_ =
        has_written_requested_replay_ ||
        (replay_recorder_->path() == options_.replay_output_path && replay_recorder_->has_written_block());
}

void Demo::handle(const request::OpenReplayOrLast& request)
{
    if (replay_recorder_) end_replay_recording();
    const std::string path = request.file.empty() ? last_replay_path_ : request.file;
    if (path.empty())
    {
        file_opener_.ask_for_path();
        show_notice("no replay is recorded yet: record one with F7, or give the path of a replay file");
        return;
    }
    auto read_result  = lab::read_replay_file(path);
    const auto* error = std::get_if<std::string>(&read_result);
    if (error == nullptr)
        enter_replay(path, std::get<lab::Replay>(std::move(read_result)));
    else if (!request.file.empty())
        file_opener_.show_error_and_ask_for_path(path, *error);
    else
        show_notice(*error);
}

void Demo::enter_replay(const std::string& path, lab::Replay replay)
{
    lab_.end_tour();
    last_replay_path_                   = path;
    lab_.settings.view.shows_all_panels = true;
    lab_.settings.view.panel_page       = lab::PanelPage::timeline;
    auto shared_replay                  = std::make_shared<const lab::Replay>(std::move(replay));
    lab_.enter_replay(std::make_unique<lab::ReplayPlayer>(shared_replay, path), shared_replay->start_settings);
}

void Demo::handle(const request::SaveScreenshot& request)
{
    save_screenshot_and_show_result_or_throw(request.file.empty() ? unused_file_name("timestep", "png") : request.file);
}

// If saving fails, shows the error. Throws the error instead with --headless, or if `path` is that of --screenshot.
void Demo::save_screenshot_and_show_result_or_throw(const std::string& path)
{
    const float w = static_cast<float>(window_.canvas_width()), h = static_cast<float>(window_.canvas_height());
    const base::OptionalError failure =
        save_screenshot(path, window_.canvas_width(), window_.canvas_height(), {0, 0, w, h});
    if (options_.is_headless || path == options_.screenshot_path) base::throw_if_error(failure);
    show_save_result(path, failure);
}

void Demo::handle(const request::SavePartOfWindow& request)
{
    const std::string path = unused_file_name(request.file_stem, "png");
    show_save_result(path, save_screenshot(path, window_.canvas_width(), window_.canvas_height(),
                                           window_.to_pixels({request.x, request.y, request.w, request.h})));
}

void Demo::handle(const request::SaveSvgUnderUnusedName& request)
{
    const std::string path = unused_file_name(request.file_stem, "svg");
    show_save_result(path, save_text_file(path, request.svg));
}

void Demo::handle(const request::ToggleFilm&)
{
    if (base::unsupported_reasons.film != nullptr)
        show_notice(base::unsupported_reasons.film);
    else if (film_)
        run_film_action_and_report_or_rethrow([this] { end_film_with_notice_or_throw(); });
    else
        run_film_action_and_report_or_rethrow(
            [this] { begin_film_with_notice_or_throw(take_requested_or_unused_film_path()); });
}

// All frames of a video have the same size, so a new size of the filmed area ends the video.
void Demo::append_to_film_or_end_if_resized()
{
    run_film_action_and_report_or_rethrow(
        [&]
        {
            if (film_ && filmed_stage_size_ != std::pair{stage_area_.w, stage_area_.h}) end_film_with_notice_or_throw();
            if (film_) film_->append_due_frames(lab_.pc().frame_start_time());
        });
}

// Calls `film_action`, which records a video. A runtime_error ends the video; with --film, it is rethrown, else shown.
void Demo::run_film_action_and_report_or_rethrow(const std::function<void()>& film_action)
{
    try
    {
        film_action();
    }
    catch (const std::runtime_error& e)
    {
        film_.reset();
        if (!options_.film_path.empty()) throw;
        show_notice(e.what());
    }
}

void Demo::begin_film_with_notice_or_throw(const std::string& path)
{
    filmed_stage_size_ = {stage_area_.w, stage_area_.h};
    film_.emplace(path, window_.to_pixels(stage_area_), window_.canvas_height());
    show_notice(is_ffmpeg_installed() ? base::message("filming to {}; F10 ends it", name_and_folder(path))
                                      : base::message("filming to the folder {}, as there is no ffmpeg; F10 ends it",
                                                      name_and_folder(path)));
}

std::string Demo::take_requested_or_unused_film_path()
{
    return options_.film_path.empty() || std::exchange(has_begun_requested_film_, true)
               ? unused_file_name("film", is_ffmpeg_installed() ? "gif" : "")
               : options_.film_path;
}

void Demo::end_film_with_notice_or_throw()
{
    film_->finish();
    show_notice(base::message("saved {} frames to {}", film_->frame_count(), name_and_folder(film_->path())));
    film_.reset();
}

void Demo::show_save_result(const std::string& path, const base::OptionalError& failure)
{
    show_notice(failure.value_or(base::message("saved {}", name_and_folder(path))));
}

namespace
{

// Calls `action`. Stores its exception in `first_failure`, unless `first_failure` has an earlier exception.
void run_and_keep_first_exception(std::exception_ptr& first_failure, auto action)
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

void Demo::write_telemetry(std::size_t new_frame_count)
{
    if (!telemetry_file_) return;
    const auto& samples = lab_.lane().samples();
    for (std::size_t i = samples.size() - std::min(new_frame_count, samples.size()); i < samples.size(); ++i)
        base::throw_if_error(telemetry_file_->add(telemetry_row_formatter_.format_row_and_track_animation_error(
            samples[i], lab::joined_event_names(samples[i].events))));
}

// Begins, continues or ends the recording of frame times in a file. A write error ends the recording.
void Demo::update_frame_time_recording()
{
    const bool is_requested = !options_.frame_times_output_path.empty();
    try
    {
        if (lab_.is_recording_frame_times() && !frame_time_recorder_)
            frame_time_recorder_.emplace(is_requested && !has_saved_frame_times_ ? options_.frame_times_output_path
                                                                                 : unused_file_name("frames", "csv"));
        if (frame_time_recorder_ && lab_.is_recording_frame_times())
            frame_time_recorder_->write_new_frame_times_if_due(lab_.recorded_frame_times(),
                                                               lab_.pc().frame_start_time());
        else if (frame_time_recorder_)
            finish_frame_time_recording_or_throw();
    }
    catch (const std::runtime_error& e)
    {
        lab_.set_frame_time_recording(false);
        frame_time_recorder_.reset();
        if (options_.is_headless || (is_requested && !has_saved_frame_times_)) throw;
        show_notice(e.what());
    }
}

// Ends the replay recording if its file cannot be written. If --record-replay named the file, throws the error instead.
void Demo::end_failed_replay_recording_or_throw()
{
    if (replay_recorder_ && replay_recorder_->failure())
    {
        if (replay_recorder_->path() == options_.replay_output_path) base::throw_if_error(replay_recorder_->failure());
        end_replay_recording();
    }
}

void Demo::finish_frame_time_recording_or_throw()
{
    frame_time_recorder_->finish(lab_.recorded_frame_times());
    lab_.exclude_next_frames_from_loops();
    const std::size_t frame_count = lab_.recorded_frame_times().size();
    show_notice(frame_count > 0
                    ? base::message("saved {} frames to {}", frame_count, name_and_folder(frame_time_recorder_->path()))
                    : std::string{"no frame of the live loop was recorded"});
    frame_time_recorder_.reset();
    has_saved_frame_times_ = has_saved_frame_times_ || frame_count > 0;
}

lab::Preferences Demo::current_preferences() const
{
    const bool has_unenlarged_size = window_.has_unenlarged_size();
    return {.settings      = lab_.settings_to_save(),
            .progress      = lab_.progress,
            .window_width  = has_unenlarged_size ? window_.width() : options_.window_width,
            .window_height = has_unenlarged_size ? window_.height() : options_.window_height};
}

void Demo::save_preferences_if_due()
{
    const Nanos now = lab_.pc().frame_start_time();
    if (!settings_file_writer_.is_write_check_due(now)) return;
    if (base::OptionalError failure = settings_file_writer_.start_write_if_settled(current_preferences(), now))
        show_notice(std::move(*failure));
}

// Throws std::runtime_error if no frame was written to a file of --telemetry, --record-frames or --record-replay.
void Demo::throw_if_requested_file_has_no_frame() const
{
    const auto throw_unless_written =
        [](std::string_view flag, const std::string& path, bool is_written, std::string_view source)
    {
        if (path.empty() || is_written) return;
        throw base::BadInput{"{} {}: not written, because {} had no frame", flag, path, source};
    };
    throw_unless_written("--telemetry", options_.telemetry_output_path,
                         telemetry_file_ && telemetry_file_->has_written_text(), "the selected lane");
    throw_unless_written("--record-frames", options_.frame_times_output_path, has_saved_frame_times_, "the live loop");
    throw_unless_written("--record-replay", options_.replay_output_path, has_written_requested_replay_,
                         "the live loop");
}

void Demo::save_all_files_and_throw_first_error(std::exception_ptr failure)
{
    run_and_keep_first_exception(failure,
                                 [&] { base::throw_if_error(settings_file_writer_.finish(current_preferences())); });
    lab_.set_frame_time_recording(false);
    run_and_keep_first_exception(failure, [this] { end_failed_replay_recording_or_throw(); });
    run_and_keep_first_exception(failure, [this] { update_frame_time_recording(); });
    if (replay_recorder_)
        run_and_keep_first_exception(failure,
                                     [this]
                                     {
                                         finish_replay_file_without_notice();
                                         base::throw_if_error(replay_recorder_->failure());
                                     });
    if (film_) run_and_keep_first_exception(failure, [this] { end_film_with_notice_or_throw(); });
    if (telemetry_file_)
        run_and_keep_first_exception(failure, [this] { base::throw_if_error(telemetry_file_->flush_and_get_error()); });
    if (!options_.widget_report_path.empty())
        run_and_keep_first_exception(failure, [this]
                                     { save_widgets_csv(options_.widget_report_path, widget_log_, frame_number_); });
    run_and_keep_first_exception(failure, [this] { throw_if_requested_file_has_no_frame(); });
    if (failure) std::rethrow_exception(failure);
}

} // namespace demo
