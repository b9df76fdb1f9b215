// timestep_lab record -- runs a loop on a virtual PC with timed commands, and writes the inputs to a replay file
#include "base/message.hpp"
#include "catalogue/presets.hpp"
#include "lab/metrics/scoreboard.hpp"
#include "lab/replay/recorder.hpp"
#include "lab/stage/lab.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/lane_options.hpp"
#include "sim/machine/virtual_pc.hpp"

#include <memory>

namespace timestep_lab
{

namespace
{

using timestep::Nanos;

struct RecordOptions
{
    std::string file;
    LaneOptions lanes;
    std::string drive_file;
    std::string seconds;
    bool omits_frame_times = false;
};

Nanos record_length_of(const RecordOptions& options)
{
    const Nanos length = parse_duration_or_throw("--seconds", options.seconds).value_or(Nanos{10'000'000'000});
    if (length == Nanos::zero()) throw BadInput{"--seconds {}: a replay must be longer than 0 s", options.seconds};
    return length;
}

lab::LaneSetup recorded_lane_of(const RecordOptions& options)
{
    std::vector<lab::LaneSetup> lanes = make_lanes(options.lanes);
    if (lanes.size() > 1) throw BadInput{"--lane: a replay contains one lane; record other lanes to separate files"};
    throw_if_outputs_unusable({{"--drive", options.drive_file},
                               {"--recording", lanes.front().recording ? lanes.front().recording->name() : ""},
                               {"the replay file", options.file, true}});
    return std::move(lanes.front());
}

lab::DriveCommands read_drive_of(const RecordOptions& options, const lab::Settings& start)
{
    return options.drive_file.empty() ? lab::DriveCommands{}
                                      : value_or_throw(lab::read_drive_file(options.drive_file, start));
}

struct RecordSetup
{
    lab::LaneSetup lane;
    lab::DriveCommands drive{};

    std::unique_ptr<lab::Lab> make_lab() const
    {
        const lab::Settings& start = lane.settings;
        auto new_lab = std::make_unique<lab::Lab>(start, std::make_unique<sim::VirtualPc>(start.seed), false);
        new_lab->drive_commands = drive;
        if (lane.recording) new_lab->playback = *lane.recording;
        return new_lab;
    }
};

// Throws BadInput if the size of a step depends on the frame time. Such a run needs a replay with frame times.
void throw_unless_whole_steps(const std::unique_ptr<lab::Lab>& lab, Nanos length)
{
    lab::WholeStepCheck step_check{lab->settings};
    lab->set_live_step_interceptor(&step_check);
    const auto throw_if_not_whole = [&]
    {
        if (step_check.has_only_whole_steps()) return;
        throw BadInput{
            "--no-frame-times: from {:.3f} s on the steps of the loop '{}' depend on its frame times, so the "
            "replay needs the frame times; leave this flag out",
            timestep::to_seconds(lab->pc().frame_start_time()), catalogue::preset_of(lab->settings.loop.preset).name};
    };
    lab::run_without_window(*lab, length, throw_if_not_whole);
}

void record(const RecordOptions& options, bool /*quiet*/)
{
    const Nanos length = record_length_of(options);
    RecordSetup record_setup{.lane = recorded_lane_of(options)};
    record_setup.drive = read_drive_of(options, record_setup.lane.settings);
    if (options.omits_frame_times) throw_unless_whole_steps(record_setup.make_lab(), length);
    const auto lab = record_setup.make_lab();
    lab::ReplayRecorder recorder{options.file, record_setup.lane.settings, !options.omits_frame_times};
    throw_if_error(recorder.failure());
    lab->set_live_step_interceptor(&recorder);
    lab::run_without_window(*lab, length, [&] { throw_if_error(recorder.failure()); });
    recorder.finish(lab->live_lane().world());
    throw_if_error(recorder.failure());
    if (recorder.frame_count() == 0)
        throw BadInput{"{}: not written, because no frame of the live loop was computed", options.file};
    if (options.file != "-")
        base::print("{}: {} frames, {} ticks, state {}\n", base::sanitized_and_shortened(options.file),
                    recorder.frame_count(), recorder.tick_count(),
                    lab::hash_text(lab->live_lane().world().state_hash()));
}

} // namespace

void add_record(CLI::App& program)
{
    auto [command, options] = add_command<RecordOptions>(
        program, "record", "Run a loop on a virtual PC, and write the run to a replay file.", record);
    add_option(command, "file", options.file, "The replay file to write; - for the standard output.",
               {.type = "FILE", .is_required = true});
    add_option(command, "--drive", options.drive_file,
               "Run a file of timed commands. For example, \"at 5 set machine.delay_ms 100ms\" sets the frame delay to "
               "100 ms after 5 s.",
               {.type = "FILE"});
    add_option(command, "--seconds", options.seconds,
               "Length of the run on the virtual PC's wall clock; 10 s if not given.", {.type = "TIME"});
    add_flag(
        command, "--no-frame-times", options.omits_frame_times,
        "Leave out the frame times, which are nine tenths of the file. Only for loops with steps of fixed length.");
    add_lane_options(command, options.lanes);
}

} // namespace timestep_lab
