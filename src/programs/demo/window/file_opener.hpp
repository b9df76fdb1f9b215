// programs/demo/window/file_opener.hpp -- opens a recording, a replay, a set-up or a lesson, and asks for its path
#pragma once

#include "base/message.hpp"
#include "base/threads.hpp"
#include "lab/stage/lab.hpp"
#include "programs/demo/panels/recording_card.hpp"

#include <string>

namespace demo
{

class FileOpener
{
public:
    using ReadResult = base::Result<RecordingSummary>;

    /// With `reads_synchronously`, waits for each recording that it reads, so that every run is reproducible.
    FileOpener(lab::Lab& lab, RecordingCard& card, bool reads_synchronously)
        : lab_{lab}
        , card_{card}
        , reads_synchronously_{reads_synchronously}
    {
    }

    /// Opens a recording, a replay, a set-up (configuration string) or a lesson. The result is shown later.
    void start_opening(const std::string& path);
    void ask_for_path();
    /// Shows `reason` on the card, and asks for another path.
    void show_path_error(const std::string& path, const std::string& reason);
    /// Shows that `task` is reading a file, and later its result.
    void start_reading(base::Task<ReadResult> task);
    /// Carries out the requests of the card, and shows the results of finished tasks.
    void poll();

private:
    void answer(const card_request::OpenFile& request) { start_opening(request.path); }
    void answer(const card_request::AskForPath&) { ask_for_path(); }
    void answer(const card_request::ListPathCompletions& request);

    lab::Lab& lab_;
    RecordingCard& card_;
    bool reads_synchronously_;
    base::Task<ReadResult> reading_task_; ///< reads the recording that was opened last
    base::Task<ReadResult> abandoned_task_; ///< reads an earlier recording to its end, as it cannot be cancelled
};

} // namespace demo
