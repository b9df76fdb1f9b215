// timestep_lab plan -- prints the steps that a loop would run for given frame times, one row per frame
#include "timestep/loop.hpp"

#include "base/path.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/lane_options.hpp"
#include "programs/timestep_lab/output.hpp"
#include "programs/timestep_lab/recording_choice.hpp"
#include "telemetry/csv.hpp"

namespace timestep_lab
{

using namespace command_line;

namespace
{
using namespace timestep;

struct PlanOptions
{
    LoopOptions loop;
    std::string frames_file;
    std::string refresh_hz;
    std::string csv_file;
};

void write_csv_row(base::AtomicFileWriter& row_writer, std::size_t frame_index, timestep::Nanos frame_time,
                   const StepPlan& plan)
{
    row_writer.add_line("{},{}", frame_index, telemetry::plan_csv_cells(frame_time, plan));
}

void write_text_row(base::AtomicFileWriter& row_writer, std::size_t frame_index, timestep::Nanos frame_time,
                    const StepPlan& plan)
{
    row_writer.add_line("{:>7} {:>12.6f} {:>6} {:>12.6f} {:>12.6f} {:>12.6f} {:>12.6f} {:>12.6f} {:>8.6f}", frame_index,
                        to_millis(frame_time), plan.steps, to_millis(plan.dt), to_millis(plan.tail),
                        to_millis(plan.carried), to_millis(plan.dropped), to_millis(plan.filter_error), plan.alpha);
}

void run_plan_command(const PlanOptions& options, bool quiet)
{
    throw_if_output_files_unusable({{"--frames", options.frames_file}, {"--csv", options.csv_file, true}});
    Loop loop                                      = make_loop_or_throw(options.loop);
    const timestep::Nanos refresh_period           = parse_refresh_hz_to_period_or_throw(options.refresh_hz);
    const std::vector<timestep::Nanos> frame_times = read_frame_times(base::path_from_utf8(options.frames_file), quiet);

    const bool writes_csv = !options.csv_file.empty();
    base::AtomicFileWriter row_writer{base::path_from_utf8(writes_csv ? options.csv_file : "-")};
    if (row_writer.has_failed()) finish_csv_or_throw(row_writer);
    if (writes_csv)
        row_writer.add_line("frame,{}", telemetry::plan_csv_columns);
    else
        row_writer.add_line("{} at {:.6g} Hz; times in ms\n{:>7} {:>12} {:>6} {:>12} {:>12} {:>12} {:>12} {:>12} {:>8}",
                            options.loop.preset_name, to_hertz(loop.rate()), "frame", "measured", "steps", "dt", "tail",
                            "carried", "dropped", "filter error", "alpha");
    for (std::size_t i = 0; i < frame_times.size(); ++i)
        (writes_csv ? write_csv_row : write_text_row)(
            row_writer, i, frame_times[i], loop.plan({.frame_time = frame_times[i], .refresh_period = refresh_period}));
    finish_csv_or_throw(row_writer);
}
} // namespace

void add_plan_command(CLI::App& program)
{
    auto [command, options] = add_command<PlanOptions>(
        program, "plan", "Print the steps that a loop runs for given frame times.", run_plan_command);
    add_loop_options(command, options.loop);
    add_option(command, "--frames", options.frames_file,
               "A recording (see `list formats`), or any table with a column frame_ns, frame_us or frame_ms.",
               {.type = "FILE", .is_required = true});
    add_option(command, "--refresh-hz", options.refresh_hz, "The display's refresh rate, for loops that use it.",
               {.type = "RATE"});
    add_option(command, "--csv", options.csv_file,
               "Write the steps of each frame and its carried and dropped time, in nanoseconds, as CSV to FILE; - for "
               "the terminal.",
               {.type = "FILE"});
}

} // namespace timestep_lab
