// programs/demo/window/replay_files.hpp -- records and opens replay files
#pragma once

#include "lab/replay/recorder.hpp"
#include "lab/replay/replay.hpp"
#include "lab/stage/lab.hpp"
#include "programs/demo/panels/notice.hpp"
#include "programs/demo/window/file_opener.hpp"
#include "programs/demo/window/options.hpp"

#include <optional>
#include <string>

namespace demo
{

class ReplayFiles
{
public:
    ReplayFiles(const Options& options, lab::Lab& lab, FileOpener& file_opener, Notice& notice);

    /// Restarts the live loop and records it, or ends the recording.
    void toggle_recording();
    /// Throws std::runtime_error with a one-line message if the file cannot be written.
    void begin_recording(const std::string& path);
    /// Does nothing if no replay is recorded.
    void end_recording();
    /// Ends the recording if its file cannot be written. If --record-replay named the file, throws the error instead.
    void end_failed_recording();
    /// Called at exit. Throws std::runtime_error with a one-line message if the replay file cannot be written.
    void finish_recording();
    /// True after a frame was written to the file of --record-replay.
    bool has_written_requested_file() const { return has_written_requested_file_; }

    /// Reads and runs a replay; if `path` is empty, the one recorded or opened last.
    void open_replay(const std::string& path);
    /// Runs `replay`, and opens the page Timeline.
    void show_replay(const std::string& path, lab::Replay replay);

private:
    void finish_file();

    const Options& options_;
    lab::Lab& lab_;
    FileOpener& file_opener_;
    Notice& notice_;
    std::optional<lab::ReplayRecorder> recorder_; ///< empty while no replay is recorded
    std::string last_path_; ///< path of the last replay that was recorded or run
    bool has_written_requested_file_ = false;
};

} // namespace demo
