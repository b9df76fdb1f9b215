// timestep_lab record -- runs a loop on a virtual PC with timed commands, and writes the inputs to a replay file
#include "base/message.hpp"
#include "lab/metrics/scoreboard.hpp"
#include "lab/replay/recorder.hpp"
#include "lab/stage/lab.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/lane_options.hpp"
#include "sim/machine/virtual_pc.hpp"
#include "timestep/presets.hpp"

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
    std::string drive;
    std::string seconds;
    bool no_frame_times = false;
};

Nanos record_length_of(const RecordOptions& options)
{
    const Nanos length = parse_duration_value("--seconds", options.seconds).value_or(Nanos{10'000'000'000});
    if (length == Nanos::zero()) throw BadInput{"--seconds {}: a replay must be longer than 0 s", options.seconds};
    return length;
}

lab::LaneSetup recorded_lane_of(const RecordOptions& options)
{
    std::vector<lab::LaneSetup> lanes = make_lanes(options.lanes);
    if (lanes.size() > 1) throw BadInput{"--lane: a replay contains one lane; record other lanes to separate files"};
    check_output_files({{"--drive", options.drive},
                        {"--recording", lanes.front().recording ? lanes.front().recording->name() : ""},
                        {"the replay file", options.file, true}});
    return std::move(lanes.front());
}

lab::Drive read_drive_of(const RecordOptions& options, const lab::Settings& start)
{
    return options.drive.empty() ? lab::Drive{} : value_or_throw(lab::read_drive(options.drive, start));
}

struct LabSetup
{
    lab::LaneSetup setup;
    lab::Drive drive{};

    std::unique_ptr<lab::Lab> make_lab() const
    {
        const lab::Settings& start = setup.settings;
        auto new_lab =
            std::make_unique<lab::Lab>(start, std::make_unique<sim::VirtualPc>(start.machine, start.seed), false);
        new_lab->drive(drive);
        if (setup.recording) new_lab->play(*setup.recording);
        return new_lab;
    }
};

// Throws BadInput if a step's size depends on the frame time: a replay without frame times could not reproduce the run.
void throw_unless_whole_steps(const std::unique_ptr<lab::Lab>& lab, Nanos length)
{
    lab::WholeStepCheck step_check{lab->settings};
    lab->intercept_live_steps(&step_check);
    const auto throw_if_not_whole = [&]
    {
        if (step_check.are_all_whole()) return;
        throw BadInput{
            "--no-frame-times: from {:.3f} s on the steps of the loop '{}' depend on its frame times, so the "
            "replay needs the frame times; leave this flag out",
            timestep::to_seconds(lab->pc().time()), preset_of(lab->settings.loop.preset).name};
    };
    lab::run_for(*lab, length, throw_if_not_whole);
}

void record(const RecordOptions& options, bool /*quiet*/)
{
    const Nanos length = record_length_of(options);
    LabSetup lab_setup{.setup = recorded_lane_of(options)};
    lab_setup.drive = read_drive_of(options, lab_setup.setup.settings);
    if (options.no_frame_times) throw_unless_whole_steps(lab_setup.make_lab(), length);
    const auto lab = lab_setup.make_lab();
    lab::ReplayRecorder recorder{options.file, lab_setup.setup.settings, !options.no_frame_times};
    throw_if(recorder.failure());
    lab->intercept_live_steps(&recorder);
    lab::run_for(*lab, length, [&] { throw_if(recorder.failure()); });
    recorder.finish(lab->live_lane().world());
    throw_if(recorder.failure());
    if (recorder.frames() == 0)
        throw BadInput{"{}: not written, because no frame of the live loop was computed", options.file};
    if (options.file != "-")
        base::print("{}: {} frames, {} ticks, state {}\n", base::printable(options.file), recorder.frames(),
                    recorder.ticks(), lab::hash_text(lab->live_lane().world().state_hash()));
}

} // namespace

void add_record(CLI::App& program)
{
    auto [command, options] = add_command<RecordOptions>(
        program, "record", "Run a loop on a virtual PC, and write the run to a replay file.", record);
    add_option(command, "file", options.file, "The replay file to write; - for the standard output.",
               {.type = "FILE", .required = true});
    add_option(command, "--drive", options.drive,
               "Run a file of timed commands, such as: at 5 set machine.delay_ms 100ms.", {.type = "FILE"});
    add_option(command, "--seconds", options.seconds,
               "Length of the run on the virtual PC's wall clock; 10 s if not given.", {.type = "TIME"});
    add_flag(
        command, "--no-frame-times", options.no_frame_times,
        "Leave out the frame times, which are nine tenths of the file. Only for loops with steps of fixed length.");
    add_lane_options(command, options.lanes);
}

} // namespace timestep_lab
