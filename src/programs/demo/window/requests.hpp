// programs/demo/window/requests.hpp -- carries out user requests such as screenshots and full screen
#pragma once

#include "base/message.hpp"
#include "lab/stage/lab.hpp"
#include "programs/demo/panels/notice.hpp"
#include "programs/demo/window/file_opener.hpp"
#include "programs/demo/window/film_recording.hpp"
#include "programs/demo/window/options.hpp"
#include "programs/demo/window/own_loop_file.hpp"
#include "programs/demo/window/replay_files.hpp"
#include "programs/demo/window/window.hpp"

#include <string>

namespace demo
{

class RequestHandler
{
public:
    RequestHandler(const Options& options, lab::Lab& lab, Window& window, FileOpener& file_opener, FilmRecording& film,
                   ReplayFiles& replay_files, OwnLoopFile& own_loop_file, Notice& notice);

    /// No loop gets the time of a frame that is longer because of a request.
    void execute_all();

private:
    void handle(const lab::request::Quit& request);
    void handle(const lab::request::ChangeFullScreen& request);
    void handle(const lab::request::ToggleFilm&) { film_.toggle(); }
    void handle(const lab::request::ToggleReplayRecording&) { replay_files_.toggle_recording(); }
    void handle(const lab::request::OpenReplay& request)
    {
        replay_files_.end_recording();
        replay_files_.open_replay(request.file);
    }
    void handle(const lab::request::SaveWholeWindow& request);
    void handle(const lab::request::SaveWindowPart& request);
    void handle(const lab::request::SaveSvg& request);
    void handle(const lab::request::ShowNotice& request) { notice_.show(request.text); }
    void handle(const lab::request::CopyText& request);
    void handle(const lab::request::OpenFolder& request);
    void handle(const lab::request::EditOwnLoop& request) { own_loop_file_.create(request); }
    void handle(const lab::request::PasteConfiguration& request);
    void handle(const lab::request::OpenConfiguration& request);
    void handle(const lab::request::OpenLesson& request);
    void save_window(const std::string& path);
    void show_save_result(const std::string& path, const base::OptionalError& failure);

    const Options& options_;
    lab::Lab& lab_;
    Window& window_;
    FileOpener& file_opener_;
    FilmRecording& film_;
    ReplayFiles& replay_files_;
    OwnLoopFile& own_loop_file_;
    Notice& notice_;
    bool was_full_screen_before_audience_view_ = false;
};

} // namespace demo
