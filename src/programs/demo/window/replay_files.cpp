#include "programs/demo/window/replay_files.hpp"

#include "base/message.hpp"
#include "lab/replay/replay_player.hpp"
#include "programs/demo/window/demo_files.hpp"

#include <memory>
#include <stdexcept>
#include <utility>

namespace demo
{

ReplayFiles::ReplayFiles(const Options& options, lab::Lab& lab, FileOpener& file_opener, Notice& notice)
    : options_{options}
    , lab_{lab}
    , file_opener_{file_opener}
    , notice_{notice}
{
}

void ReplayFiles::toggle_recording()
{
    if (recorder_)
    {
        end_recording();
        return;
    }
    try
    {
        lab_.restart_list();
        const std::string path = unused_file_name("replay", "replay");
        base::throw_if_error(
            save_file(path, "")); // creates the file now, because the recorder first writes after one second
        begin_recording(path);
        notice_.show(base::message("recording to {}; F7 ends it", file_location(last_path_)));
    }
    catch (const std::runtime_error& e)
    {
        notice_.show(e.what());
    }
}

void ReplayFiles::begin_recording(const std::string& path)
{
    recorder_.emplace(path, lab_.session.settings.lane);
    if (const auto failure = recorder_->failure())
    {
        recorder_.reset();
        base::throw_if_error(failure);
    }
    last_path_ = path;
    lab_.is_recording_replay = true;
    lab_.set_step_interceptor(&*recorder_);
}

void ReplayFiles::end_recording()
{
    if (!recorder_) return;
    lab_.set_step_interceptor(nullptr);
    lab_.is_recording_replay = false;
    finish_file();
    if (const base::OptionalError failure = recorder_->failure())
        notice_.show(*failure);
    else
        notice_.show_saved(base::message("recorded {}; F8 runs it", file_location(last_path_)), last_path_);
    recorder_.reset();
}

void ReplayFiles::end_failed_recording()
{
    if (recorder_ && recorder_->is_finished()) end_recording(); // of other loops' frames
    if (!recorder_ || !recorder_->failure()) return;
    if (recorder_->path() == options_.replay_output_path) base::throw_if_error(recorder_->failure());
    end_recording();
}

void ReplayFiles::finish_recording()
{
    if (!recorder_) return;
    finish_file();
    base::throw_if_error(recorder_->failure());
}

void ReplayFiles::finish_file()
{
    recorder_->finish(lab_.recorded_lane().world());
    has_written_requested_file_ = has_written_requested_file_ ||
                                  (recorder_->path() == options_.replay_output_path && recorder_->has_written_block());
}

void ReplayFiles::open_replay(const std::string& requested_path)
{
    const std::string path = requested_path.empty() ? last_path_ : requested_path;
    if (path.empty())
    {
        file_opener_.ask_for_path();
        notice_.show("no replay is recorded yet: record one with F7, or open a replay file");
        return;
    }
    auto read_result = lab::read_replay_file(path);
    const auto* error = std::get_if<std::string>(&read_result);
    if (error == nullptr)
        show_replay(path, std::get<lab::Replay>(std::move(read_result)));
    else if (!requested_path.empty())
        file_opener_.show_path_error(path, *error);
    else
        notice_.show(*error);
}

void ReplayFiles::show_replay(const std::string& path, lab::Replay replay)
{
    last_path_ = path;
    lab_.session.settings.view.shows_all_panels = true;
    lab_.session.settings.view.panel_page = lab::PanelPage::timeline;
    lab_.enter_replay(std::make_shared<lab::ReplayPlayer>(
        lab_.experiment.lanes, std::make_shared<const lab::Replay>(std::move(replay)), path));
}

} // namespace demo
