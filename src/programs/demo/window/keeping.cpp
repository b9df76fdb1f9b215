// Writes the program's output files, while it runs and at its end: telemetry, recording, replay, settings, film.
#include "base/message.hpp"
#include "lab/metrics/frame_text.hpp"
#include "programs/demo/window/demo.hpp"
#include "programs/demo/window/session.hpp"
#include "telemetry/csv.hpp"

#include <algorithm>
#include <stdexcept>

namespace demo
{

namespace
{

using timestep::Nanos;

// Calls `step`. If `step` throws an exception, stores it in `first_failure`, unless an exception is already stored
// there.
template <class Step>
void attempt(std::exception_ptr& first_failure, Step step)
{
    try
    {
        step();
    }
    catch (...)
    {
        if (!first_failure) first_failure = std::current_exception();
    }
}

} // namespace

void Demo::keep_telemetry(std::size_t fresh)
{
    if (!telemetry_) return;
    const auto& samples = lab_.lane().samples();
    for (std::size_t i = samples.size() - std::min(fresh, samples.size()); i < samples.size(); ++i)
        base::throw_if(telemetry_->add(telemetry_rows_.row(samples[i], lab::event_names(samples[i].events))));
}

// Writes the frame times to a recording. The first one is written to the path of --record-frames, later ones to new
// files in the current folder. If the user started the recording in the window and it cannot be written, the recording
// ends and the window shows the reason. If --record-frames requested the recording, or if there is no window, the
// program ends.
void Demo::keep_recording()
{
    const bool asked_for = !options_.record_frames.empty();
    if (replay_ && replay_->failure())
    {
        if (replay_->path() == options_.record_replay) base::throw_if(replay_->failure());
        end_replay();
    }
    try
    {
        if (lab_.recording() && !recorder_)
            recorder_.emplace(asked_for && !recorded_ ? options_.record_frames : free_name("frames", "csv"));
        if (recorder_) lab_.recording() ? recorder_->keep(lab_.recorded(), lab_.pc().time()) : end_recording();
    }
    catch (const std::runtime_error& e)
    {
        lab_.record(false);
        recorder_.reset();
        if (options_.headless || (asked_for && !recorded_)) throw;
        say(e.what());
    }
}

void Demo::end_recording()
{
    recorder_->finish(lab_.recorded());
    lab_.exclude_frames();
    const std::size_t frames = lab_.recorded().size();
    say(frames > 0 ? base::message("saved {} frames to {}", frames, base::Verbatim{name_and_folder(recorder_->path())})
                   : std::string{"no frame of the live loop was recorded"});
    recorder_.reset();
    recorded_ = recorded_ || frames > 0;
}

lab::Preferences Demo::preferences() const
{
    lab::Preferences now{.settings = lab_.settings_to_keep(), .progress = lab_.progress};
    if (!window_.has_size_of_its_own()) return now.width = options_.width, now.height = options_.height, now;
    now.width  = window_.width();
    now.height = window_.height();
    return now;
}

void Demo::keep_preferences()
{
    const Nanos now = lab_.pc().time();
    if (!keeper_.due(now)) return;
    if (base::Error failure = keeper_.keep(preferences(), now)) say(std::move(*failure));
}

// Throws std::runtime_error with one line if no frame was written to an output file that the command line names. The
// old contents of this file are unchanged.
void Demo::check_written() const
{
    const auto check = [](std::string_view flag, const std::string& path, bool written, std::string_view loop)
    {
        if (path.empty() || written) return;
        throw base::BadInput{"{} {}: not written, because {} had no frame", flag, path, loop};
    };
    check("--telemetry", options_.telemetry, telemetry_ && telemetry_->has_text(), "the selected lane");
    check("--record-frames", options_.record_frames, recorded_, "the live loop");
    check("--record-replay", options_.record_replay, replay_written_, "the live loop");
}

// Saves all open files, even if saving one of them fails. Then throws the first exception: `failure`, if it is not
// null, or the first one while saving.
void Demo::finish(std::exception_ptr failure)
{
    attempt(failure, [&] { base::throw_if(keeper_.finish(preferences())); });
    lab_.record(false);
    attempt(failure, [this] { keep_recording(); });
    if (replay_)
        attempt(failure,
                [this]
                {
                    finish_replay();
                    base::throw_if(replay_->failure());
                });
    if (film_) attempt(failure, [this] { end_film(); });
    if (telemetry_) attempt(failure, [this] { base::throw_if(telemetry_->finish()); });
    if (!options_.report_widgets.empty())
        attempt(failure, [this] { save_widgets(options_.report_widgets, widgets_, frame_); });
    attempt(failure, [this] { check_written(); });
    if (failure) std::rethrow_exception(failure);
}

} // namespace demo
