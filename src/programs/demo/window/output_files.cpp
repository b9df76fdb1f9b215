#include "programs/demo/window/output_files.hpp"

#include "base/message.hpp"
#include "base/path.hpp"
#include "lab/metrics/frame_text.hpp"
#include "programs/demo/window/demo_files.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>

namespace demo
{

using timestep::Nanos;

TelemetryFile::TelemetryFile(const std::string& locked_path_replaced_on_first_frame)
    : file_{base::path_from_utf8(locked_path_replaced_on_first_frame), telemetry::FrameSampleCsvFormatter::header()}
{
    base::throw_if_error(file_.failure());
}

void TelemetryFile::write_newest_frames(const lab::Lane& lane, std::size_t frame_count)
{
    const auto& samples = lane.samples();
    unwritten_count_ = std::min(unwritten_count_ + frame_count, samples.size());
    for (const std::size_t unsettled_count = lane.unsettled_frame_count(); unwritten_count_ > unsettled_count;)
    {
        const std::size_t i = samples.size() - unwritten_count_--;
        telemetry::FrameSample sample = samples[i];
        // The lane has one record of excluded frames in a row, which grows; each row of the file is one frame.
        const bool is_excluded = (sample.events & telemetry::time_excluded) != 0;
        const Nanos excluded_time = is_excluded ? sample.measured_frame_time : Nanos::zero();
        if (is_excluded) sample.measured_frame_time -= excluded_time_;
        excluded_time_ = excluded_time;
        if (const std::string rows = row_formatter_.add(sample, lab::joined_event_names(sample.events)); !rows.empty())
            base::throw_if_error(file_.add(rows));
    }
}

void TelemetryFile::finish()
{
    if (const std::string rest = row_formatter_.take_rest(); !rest.empty()) base::throw_if_error(file_.add(rest));
    base::throw_if_error(file_.verify_writes());
}

FrameTimeSaver::FrameTimeSaver(const Options& options, lab::Lab& lab, Notice& notice)
    : options_{options}
    , lab_{lab}
    , notice_{notice}
{
}

void FrameTimeSaver::save_frame_times()
{
    constexpr Nanos write_interval{1'000'000'000};
    const bool is_requested = !options_.frame_times_output_path.empty() && !has_saved_frames_;
    const bool is_recording = lab_.this_pc.is_recording_frame_times();
    try
    {
        if (is_recording && !file_)
        {
            path_ = is_requested ? options_.frame_times_output_path : unused_file_name("frames", "csv");
            base::throw_if_error(file_.emplace(base::path_from_utf8(path_), "frame_ns\n").failure());
            written_frame_count_ = 0;
            next_write_time_ = {};
            if (!is_requested)
                notice_.show(base::message("recording frame times to {}; F9 ends it", file_location(path_)));
        }
        const Nanos now = lab_.this_pc.pc().frame_start_time();
        if (!file_ || (is_recording && now < next_write_time_)) return;
        next_write_time_ = now + write_interval;
        const auto& frame_times = lab_.this_pc.recorded_frame_times();
        std::string lines;
        for (; written_frame_count_ < frame_times.size(); ++written_frame_count_)
            lines += fmt::format("{}\n", frame_times[written_frame_count_].count());
        if (!lines.empty()) base::throw_if_error(file_->add(lines));
        if (is_recording) return;
        base::throw_if_error(file_->verify_writes());
        lab_.this_pc.exclude_next_frames();
        if (!frame_times.empty())
            notice_.show_saved(base::message("saved {} frames to {}", frame_times.size(), file_location(path_)), path_);
        else
            notice_.show("no frame of the live loop was recorded");
        file_.reset();
        has_saved_frames_ = has_saved_frames_ || !frame_times.empty();
    }
    catch (const std::runtime_error& e)
    {
        lab_.this_pc.stop_recording();
        file_.reset();
        if (options_.is_headless || is_requested) throw;
        notice_.show(e.what());
    }
}

} // namespace demo
