// Carries out the requests to the window (lab::Request): once per frame, after the frame has been drawn.
#include "base/console.hpp"
#include "base/files.hpp"
#include "base/message.hpp"
#include "base/path.hpp"
#include "lab/lessons/lesson.hpp"
#include "lab/replay/replay_file.hpp"
#include "lab/replay/replay_player.hpp"
#include "programs/demo/window/demo.hpp"
#include "programs/demo/window/pictures.hpp"
#include "programs/demo/window/session.hpp"

#include <SDL.h>

#include <memory>
#include <stdexcept>
#include <string_view>

namespace demo
{

namespace request = lab::request;

void Demo::handle_requests()
{
    for (const lab::Request& request : std::exchange(lab_.requests, {}))
    {
        std::visit([&](const auto& wanted) { handle(wanted); }, request);
        if (!std::holds_alternative<lab::request::Notice>(request)) lab_.exclude_frames();
    }
    look_for_film();
}

// Saves the screenshot of --screenshot, because the canvas now shows the program's last frame.
void Demo::handle(const request::Quit&)
{
    if (!options_.screenshot.empty() && !is_last()) handle(request::Screenshot{options_.screenshot});
    window_.close();
}

void Demo::handle(const request::FullScreen& wanted)
{
    const bool is_full = window_.is_full_screen();
    if (wanted.on == true) was_full_ = is_full;
    // A presentation that began in full screen also ends in full screen.
    const bool to = !wanted.on ? !is_full : *wanted.on || (is_full && was_full_);
    if (to != is_full) window_.toggle_full_screen();
}

void Demo::handle(const request::Notice& wanted) { say(wanted.text); }

void Demo::handle(const request::Copy& wanted)
{
    SDL_SetClipboardText(wanted.text.c_str());
    say(wanted.said);
}

void Demo::handle(const request::Paste&)
{
    const std::unique_ptr<char, void (*)(void*)> text{SDL_GetClipboardText(), &SDL_free};
    const base::Error failure = lab_.take_set_up(text ? text.get() : "");
    say(failure ? "not pasted: " + *failure : "pasted a set-up; Ctrl+Z undoes it");
}

void Demo::handle(const request::OpenSetUp& wanted)
{
    const auto text           = base::read_small_file(base::path_of(wanted.file));
    const auto* unread        = std::get_if<base::Unread>(&text);
    const base::Error failure = unread != nullptr ? "the file " + unread->why : lab_.take_set_up(std::get<0>(text));
    if (failure) return opener_.refuse(wanted.file, *failure);
    say(base::message("opened {}; Ctrl+Z undoes it", wanted.file));
}

void Demo::handle(const request::OpenLesson& wanted)
{
    const auto text = base::read_small_file(base::path_of(wanted.file));
    if (const auto* unread = std::get_if<base::Unread>(&text))
        return opener_.refuse(wanted.file, "the file " + unread->why);
    const std::string_view name = wanted.file;
    auto lesson =
        lab::parse_whole_lesson(std::get<std::string>(text), name.substr(0, name.size() - lab::lesson_ending.size()));
    if (const auto* error = std::get_if<std::string>(&lesson)) return opener_.refuse(wanted.file, *error);
    if (replay_) end_replay();
    lab_.settings.view.more = true;
    lab_.settings.paused    = false;
    lab_.show_lesson(std::get<lab::Lesson>(std::move(lesson)));
    say(base::message("opened {}", wanted.file));
}

void Demo::handle(const request::RecordReplay&)
{
    if (replay_) return end_replay();
    try
    {
        lab_.start_over();
        const std::string path = free_name("replay", "replay");
        base::throw_if(
            save_text(path, "")); // creates the file now, because the recorder first writes to it after one second
        record_replay(path);
        say(base::message("recording to {}; F7 ends it", base::Verbatim{name_and_folder(last_replay_)}));
    }
    catch (const std::runtime_error& e)
    {
        say(e.what());
    }
}

void Demo::record_replay(const std::string& path)
{
    replay_.emplace(path, lab_.settings);
    if (const auto failure = replay_->failure())
    {
        replay_.reset();
        base::throw_if(failure);
    }
    last_replay_        = path;
    lab_.records_replay = true;
    lab_.intercept_steps(&*replay_);
}

void Demo::end_replay()
{
    lab_.intercept_steps(nullptr);
    lab_.records_replay = false;
    finish_replay();
    say(replay_->failure().value_or(
        base::message("recorded {}; F8 runs it", base::Verbatim{name_and_folder(last_replay_)})));
    replay_.reset();
}

void Demo::finish_replay()
{
    replay_->finish(lab_.live_lane().world());
    replay_written_ = replay_written_ || (replay_->path() == options_.record_replay && replay_->is_written());
}

void Demo::handle(const request::OpenReplay& wanted)
{
    if (replay_) end_replay();
    const std::string path = wanted.file.empty() ? last_replay_ : wanted.file;
    if (path.empty())
    {
        opener_.open("");
        return say("nothing is recorded yet: F7 records, or give the path of a replay file");
    }
    auto read = lab::read_file(path);
    if (const auto* error = std::get_if<std::string>(&read))
    {
        if (!wanted.file.empty()) return opener_.refuse(path, *error);
        return say(*error);
    }
    show_replay(path, std::get<lab::Replay>(std::move(read)));
}

void Demo::show_replay(const std::string& path, lab::Replay replay)
{
    lab_.end_tour();
    last_replay_            = path;
    lab_.settings.view.more = true;
    lab_.settings.view.dock = lab::Dock::timeline;
    auto shared             = std::make_shared<const lab::Replay>(std::move(replay));
    lab_.show_replay(std::make_unique<lab::ReplayPlayer>(std::move(shared), path));
}

void Demo::handle(const request::Screenshot& wanted)
{
    const std::string path    = wanted.file.empty() ? free_name("timestep", "png") : wanted.file;
    const base::Error failure = save_screenshot(path, window_.canvas_width(), window_.canvas_height());
    if (options_.headless || path == options_.screenshot) base::throw_if(failure);
    say_saved(path, failure);
}

void Demo::handle(const request::PartOfWindow& wanted)
{
    const std::string path = free_name(wanted.stem, "png");
    const float r          = window_.pixel_ratio();
    say_saved(path, save_screenshot(path, window_.canvas_width(), window_.canvas_height(),
                                    {wanted.x * r, wanted.y * r, wanted.w * r, wanted.h * r}));
}

void Demo::handle(const request::Drawing& wanted)
{
    const std::string path = free_name(wanted.stem, "svg");
    say_saved(path, save_text(path, wanted.svg));
}

void Demo::handle(const request::ToggleFilm&)
{
    if (base::missing.film != nullptr) return say(base::missing.film);
    film([&] { film_ ? end_film() : begin_film(film_name()); });
}

// Adds the loops' pictures with their texts to the film. Ends the film if the size of their area has changed.
void Demo::look_for_film()
{
    film(
        [&]
        {
            if (film_ && film_size_ != std::pair{stage_.w, stage_.h}) end_film();
            if (film_) film_->look(lab_.pc().time());
        });
}

// Calls `act`. If `act` throws an exception, ends the film and shows the reason in the window. If --film requested the
// film, the program ends instead.
template <class Act>
void Demo::film(Act act)
{
    try
    {
        act();
    }
    catch (const std::runtime_error& e)
    {
        film_.reset();
        if (!options_.film.empty()) throw;
        say(e.what());
    }
}

void Demo::begin_film(const std::string& path)
{
    const float r = window_.pixel_ratio();
    film_size_    = {stage_.w, stage_.h};
    film_.emplace(path, draw::Rect{stage_.x * r, stage_.y * r, stage_.w * r, stage_.h * r}, window_.canvas_height());
    say(has_ffmpeg() ? base::message("filming to {}; F10 ends it", base::Verbatim{name_and_folder(path)})
                     : base::message("filming to the folder {}, as there is no ffmpeg; F10 ends it",
                                     base::Verbatim{name_and_folder(path)}));
}

// Returns the path for a new film: for the first one, the path of --film; for later ones, a free name in the current
// folder.
std::string Demo::film_name()
{
    return options_.film.empty() || std::exchange(filmed_, true) ? free_name("film", has_ffmpeg() ? "gif" : "")
                                                                 : options_.film;
}

void Demo::end_film()
{
    film_->finish();
    say(base::message("saved {} pictures to {}", film_->pictures(), base::Verbatim{name_and_folder(film_->path())}));
    film_.reset();
}

void Demo::say_saved(const std::string& path, const base::Error& failure)
{
    say(failure.value_or(base::message("saved {}", base::Verbatim{name_and_folder(path)})));
}

} // namespace demo
