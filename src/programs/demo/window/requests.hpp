// programs/demo/window/requests.hpp -- carries out user requests such as screenshots and full screen
#pragma once

#include "base/message.hpp"
#include "lab/stage/lab.hpp"
#include "programs/demo/window/file_opener.hpp"
#include "programs/demo/window/film_recording.hpp"
#include "programs/demo/window/notice.hpp"
#include "programs/demo/window/options.hpp"
#include "programs/demo/window/replay_files.hpp"
#include "programs/demo/window/window.hpp"

#include <string>

namespace demo
{

class RequestHandler
{
public:
    RequestHandler(const Options& options, lab::Lab& lab, Window& window, FileOpener& file_opener, FilmRecording& film,
                   ReplayFiles& replay_files, Notice& notice);

    /// No loop gets the time of a frame that is longer because of a request.
    void handle_all_and_exclude_next_frames();

private:
    void handle(const lab::request::SaveRequestedScreenshotAndQuit& request);
    void handle(const lab::request::EnterOrToggleFullScreenOrRestoreEarlier& request);
    void handle(const lab::request::ToggleFilm&) { film_.begin_or_end(); }
    void handle(const lab::request::ToggleReplayRecording&) { replay_files_.record_new_live_loop_or_end_recording(); }
    void handle(const lab::request::OpenReplayOrLast& request)
    {
        replay_files_.end_recording_and_show_notice_if_running();
        replay_files_.open_file_or_last_recorded_or_opened(request.file);
    }
    void handle(const lab::request::SaveWholeWindow& request);
    void handle(const lab::request::SavePartOfWindowUnderUnusedName& request);
    void handle(const lab::request::SaveGivenSvgUnderUnusedName& request);
    void handle(const lab::request::ShowNotice& request) { notice_.show(request.text); }
    void handle(const lab::request::CopyTextAndShowNotice& request);
    void handle(const lab::request::PasteConfiguration& request);
    void handle(const lab::request::OpenConfigurationAtPath& request);
    void handle(const lab::request::EndRecordingAndOpenLessonAtPath& request);
    void save_window_and_show_result_or_throw(const std::string& path);
    void show_save_result(const std::string& path, const base::OptionalError& failure);

    const Options& options_;
    lab::Lab& lab_;
    Window& window_;
    FileOpener& file_opener_;
    FilmRecording& film_;
    ReplayFiles& replay_files_;
    Notice& notice_;
    bool was_full_screen_before_audience_view_ = false;
};

} // namespace demo
