// timestep_lab record -- runs a loop on a virtual PC with the commands of a script, and writes a replay file of the run
#include "base/message.hpp"
#include "catalogue/presets.hpp"
#include "lab/metrics/metric_table.hpp"
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
    std::string replay_file; ///< to write; "-" for the standard output
    LaneOptions lane_options;
    std::string timed_commands_file;
    std::string run_length_text; ///< value of --seconds, as typed; empty for 10 s
    bool omits_frame_times = false;
};

std::unique_ptr<lab::Lab> make_lab(const lab::LaneSetup& setup, const lab::TimedCommands& timed_commands)
{
    auto lab = std::make_unique<lab::Lab>(lab::Settings{.lane = setup.config},
                                          std::make_unique<sim::VirtualPc>(setup.config.seed),
                                          /*keeps_display_history=*/false);
    lab->timed_commands = timed_commands;
    if (setup.recording) lab->this_pc.playback = *setup.recording;
    return lab;
}

void run_record_command(const RecordOptions& options, bool /*quiet*/)
{
    const Nanos run_length =
        parse_duration_option("--seconds", options.run_length_text).value_or(Nanos{10'000'000'000});
    if (run_length == Nanos::zero())
        throw BadInput{"--seconds {}: a replay must be longer than 0 s", options.run_length_text};
    const std::vector<lab::LaneSetup> setups = parse_lane_setups(options.lane_options);
    if (setups.size() > 1) throw BadInput{"--lane: a replay contains one lane; record other lanes to separate files"};
    const lab::LaneSetup& setup = setups.front();
    require_usable_outputs({{"--script", options.timed_commands_file},
                            {"--recording", setup.recording ? setup.recording->name() : ""},
                            {"the replay file", options.replay_file, true}});
    lab::TimedCommands timed_commands;
    if (!options.timed_commands_file.empty())
        timed_commands = value_or_throw(lab::read_script(options.timed_commands_file, {.lane = setup.config}));

    // Without frame times, a trial run first shows whether all steps have a fixed length.
    if (options.omits_frame_times)
    {
        const std::unique_ptr<lab::Lab> lab = make_lab(setup, timed_commands);
        lab::FixedStepTracker step_tracker{lab->session.settings.lane};
        lab->set_step_interceptor(&step_tracker);
        const auto require_fixed_steps = [&]
        {
            if (step_tracker.has_only_fixed_steps()) return;
            throw BadInput{
                "--no-frame-times: from {:.3f} s on the steps of the loop '{}' depend on its frame times, so the "
                "replay needs the frame times; leave this flag out",
                timestep::to_seconds(lab->this_pc.pc().frame_start_time()),
                catalogue::preset_of(lab->session.settings.lane.loop.preset).name};
        };
        lab::run_without_window(*lab, run_length, require_fixed_steps);
    }

    const std::unique_ptr<lab::Lab> lab = make_lab(setup, timed_commands);
    lab::ReplayRecorder recorder{options.replay_file, setup.config, !options.omits_frame_times};
    lab->set_step_interceptor(&recorder);
    lab::run_without_window(*lab, run_length, [&] { throw_if_error(recorder.failure()); });
    recorder.finish(lab->lane(0).world());
    throw_if_error(recorder.failure());
    if (recorder.frame_count() == 0)
        throw BadInput{"{}: not written, because no frame of the live loop was computed", recorder.path()};
    if (options.replay_file != "-")
        base::print("{}: {} frames, {} ticks, state {}\n", base::printable_excerpt(options.replay_file),
                    recorder.frame_count(), recorder.tick_count(), lab::hash_text(recorder.end_state_hash()));
}

} // namespace

void add_record_command(CLI::App& program)
{
    auto [command, options] = add_command<RecordOptions>(
        program, "record", "Run a loop on a virtual PC, and write the run to a replay file.", run_record_command);
    add_option(command, "file", options.replay_file, "The replay file to write; - for the standard output.",
               {.type = "FILE", .is_required = true});
    add_option(command, "--script", options.timed_commands_file,
               "Run a file of timed commands. For example, \"at 5 set machine.delay_ms 100ms\" sets the frame delay to "
               "100 ms after 5 s.",
               {.type = "FILE"});
    add_option(command, "--seconds", options.run_length_text,
               "Length of the run on the virtual PC's wall clock; 10 s if not given.", {.type = "TIME"});
    add_flag(command, "--no-frame-times", options.omits_frame_times,
             "Write the replay without the frame times, which are nine tenths of the file. Only for loops with steps "
             "of fixed length.");
    add_lane_options(command, options.lane_options);
}

} // namespace timestep_lab
