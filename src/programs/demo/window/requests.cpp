#include "programs/demo/window/requests.hpp"

#include "base/files.hpp"
#include "base/path.hpp"
#include "base/stopping.hpp"
#include "lab/lessons/lesson.hpp"
#include "programs/demo/window/captures.hpp"
#include "programs/demo/window/demo_files.hpp"

#include <SDL.h>

#include <memory>
#include <string_view>
#include <utility>
#include <variant>

namespace demo
{

namespace request = lab::request;

RequestHandler::RequestHandler(const Options& options, lab::Lab& lab, Window& window, FileOpener& file_opener,
                               FilmRecording& film, ReplayFiles& replay_files, OwnLoopFile& own_loop_file,
                               Notice& notice)
    : options_{options}
    , lab_{lab}
    , window_{window}
    , file_opener_{file_opener}
    , film_{film}
    , replay_files_{replay_files}
    , own_loop_file_{own_loop_file}
    , notice_{notice}
{
}

void RequestHandler::execute_all()
{
    for (const lab::Request& request : std::exchange(lab_.requests, {}))
    {
        std::visit([&](const auto& typed_request) { handle(typed_request); }, request);
        if (!std::holds_alternative<lab::request::ShowNotice>(request)) lab_.this_pc.exclude_next_frames();
    }
}

// Saves the screenshot of --screenshot before the window closes: the canvas contains the program's last frame.
void RequestHandler::handle(const request::Quit&)
{
    const base::StopDelay stop_delay;
    if (!options_.screenshot_path.empty()) save_window(options_.screenshot_path);
    window_.close();
}

void RequestHandler::handle(const request::ChangeFullScreen& request)
{
    const bool is_full_screen = window_.is_full_screen();
    if (request.is_on == true) was_full_screen_before_audience_view_ = is_full_screen;
    const bool becomes_full_screen =
        !request.is_on ? !is_full_screen : *request.is_on || (is_full_screen && was_full_screen_before_audience_view_);
    if (becomes_full_screen != is_full_screen) window_.toggle_full_screen();
}

void RequestHandler::handle(const request::CopyText& request)
{
    SDL_SetClipboardText(request.text.c_str());
    notice_.show(request.notice);
}

void RequestHandler::handle(const request::OpenFolder& request)
{
    const auto folder = base::path_from_utf8(request.file).parent_path();
    if (SDL_OpenURL(base::path_to_utf8(folder).c_str()) != 0)
        notice_.show(base::message("the folder was not opened: {}", SDL_GetError()));
}

void RequestHandler::handle(const request::PasteConfiguration&)
{
    const std::unique_ptr<char, void (*)(void*)> text{SDL_GetClipboardText(), &SDL_free};
    const base::OptionalError failure = lab_.open_configuration(text ? text.get() : "");
    notice_.show(failure ? "not pasted: " + *failure : "pasted a set-up; Ctrl+Z undoes it");
}

void RequestHandler::handle(const request::OpenConfiguration& request)
{
    const auto contents = base::read_small_file(base::path_from_utf8(request.file));
    const auto* read_failure = std::get_if<base::ReadFailure>(&contents);
    const base::OptionalError failure = read_failure != nullptr
                                            ? "the file " + read_failure->reason
                                            : lab_.open_configuration(std::get<std::string>(contents));
    if (failure)
        file_opener_.show_path_error(request.file, *failure);
    else
        notice_.show(base::message("opened {}; Ctrl+Z undoes it", request.file));
}

void RequestHandler::handle(const request::OpenLesson& request)
{
    const auto contents = base::read_small_file(base::path_from_utf8(request.file));
    const auto* read_failure = std::get_if<base::ReadFailure>(&contents);
    const std::string_view path = request.file;
    const std::string_view name = path.substr(0, path.size() - lab::lesson_file_extension.size());
    auto lesson = read_failure != nullptr ? base::Result<lab::Lesson>{"the file " + read_failure->reason}
                                          : lab::parse_checked_lesson(std::get<std::string>(contents), name);
    if (const auto* error = std::get_if<std::string>(&lesson))
    {
        file_opener_.show_path_error(request.file, *error);
        return;
    }
    replay_files_.end_recording();
    lab_.session.settings.view.shows_all_panels = true;
    lab_.session.settings.is_paused = false;
    lab_.open_file_lesson(std::get<lab::Lesson>(std::move(lesson)));
    notice_.show(base::message("opened {}", request.file));
}

void RequestHandler::handle(const request::SaveWholeWindow& request)
{
    save_window(request.file.empty() ? unused_file_name("timestep", "png") : request.file);
}

// If saving fails, shows the error. Throws the error instead with --headless, or if `path` is that of --screenshot.
void RequestHandler::save_window(const std::string& path)
{
    const int width = window_.canvas_width(), height = window_.canvas_height();
    const base::OptionalError failure =
        save_screenshot(path, width, height, {0, 0, static_cast<float>(width), static_cast<float>(height)});
    if (options_.is_headless || path == options_.screenshot_path) base::throw_if_error(failure);
    show_save_result(path, failure);
}

void RequestHandler::handle(const request::SaveWindowPart& request)
{
    const std::string path = unused_file_name(request.file_stem, "png");
    show_save_result(path, save_screenshot(path, window_.canvas_width(), window_.canvas_height(),
                                           window_.to_pixels({request.x, request.y, request.width, request.height})));
}

void RequestHandler::handle(const request::SaveSvg& request)
{
    const std::string path = unused_file_name(request.file_stem, "svg");
    show_save_result(path, save_file(path, request.svg));
}

void RequestHandler::show_save_result(const std::string& path, const base::OptionalError& failure)
{
    if (failure)
        notice_.show(*failure);
    else
        notice_.show_saved(base::message("saved {}", file_location(path)), path);
}

} // namespace demo
