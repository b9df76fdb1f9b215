// programs/demo/window/output_files.hpp -- the files that are written frame by frame: telemetry and frame times
#pragma once

#include "base/files.hpp"
#include "lab/stage/lab.hpp"
#include "programs/demo/panels/notice.hpp"
#include "programs/demo/window/options.hpp"
#include "telemetry/csv.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace demo
{

/// The CSV file of --telemetry, with one row per frame. Throws std::runtime_error if writing fails.
class TelemetryFile
{
public:
    explicit TelemetryFile(const std::string& locked_path_replaced_on_first_frame);

    void write_newest_frames(const lab::Lane& lane, std::size_t frame_count);
    /// Writes the rows that still wait; a frame that waits for its refresh at a compositor has none. Throws
    /// std::runtime_error if writing has failed.
    void finish();
    bool has_written_frames() const { return file_.has_written_text(); }

private:
    base::LogFile file_;
    telemetry::FrameSampleCsvFormatter row_formatter_;
    std::size_t unwritten_count_ = 0; ///< newest frames that wait for their refresh
    timestep::Nanos excluded_time_{}; ///< of the excluded frames in a row that were written last
};

/// Saves the frame times to a CSV file with the column frame_ns while Lab::is_recording_frame_times() is true.
class FrameTimeSaver
{
public:
    FrameTimeSaver(const Options& options, lab::Lab& lab, Notice& notice);

    /// Writes new frame times, at most once a second; when the recording has ended, finishes the file.
    void save_frame_times();
    bool has_saved_frames() const { return has_saved_frames_; }

private:
    const Options& options_;
    lab::Lab& lab_;
    Notice& notice_;
    std::optional<base::LogFile> file_;
    std::string path_;
    std::size_t written_frame_count_ = 0;
    timestep::Nanos next_write_time_{};
    bool has_saved_frames_ = false;
};

} // namespace demo
