// timestep_lab plan -- prints the steps that a loop plans for given frame times, one row per frame
#include "base/path.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/lane_options.hpp"
#include "programs/timestep_lab/output.hpp"
#include "programs/timestep_lab/recording_choice.hpp"
#include "telemetry/csv.hpp"

namespace timestep_lab
{

namespace
{
using namespace timestep;

struct PlanOptions
{
    LoopOptions loop;
    std::string frames;
    std::string refresh_hz;
    std::string csv;
};

void add_csv_row(RowWriter& rows, std::size_t frame, timestep::Nanos measured, const StepPlan& plan)
{
    rows.add("{},{}\n", frame, telemetry::plan_cells(measured, plan));
}

void add_text_row(RowWriter& rows, std::size_t frame, timestep::Nanos measured, const StepPlan& plan)
{
    rows.add("{:>7} {:>12.6f} {:>6} {:>12.6f} {:>12.6f} {:>12.6f} {:>12.6f} {:>12.6f} {:>8.6f}\n", frame,
             to_millis(measured), plan.steps, to_millis(plan.dt), to_millis(plan.tail), to_millis(plan.carried),
             to_millis(plan.dropped), to_millis(plan.filter_error), plan.alpha);
}

void plan(const PlanOptions& options, bool quiet)
{
    check_output_files({{"--frames", options.frames}, {"--csv", options.csv, true}});
    Loop loop                                 = make_loop(options.loop);
    const timestep::Nanos refresh_period      = parse_refresh_period_value(options.refresh_hz);
    const std::vector<timestep::Nanos> frames = read_frame_times(base::path_of(options.frames), quiet);

    RowWriter rows{options.csv, "--csv"};
    const bool writes_csv = !options.csv.empty();
    if (writes_csv)
        rows.add("frame,{}\n", telemetry::plan_columns);
    else
        rows.add("{} at {:.6g} Hz; times in ms\n{:>7} {:>12} {:>6} {:>12} {:>12} {:>12} {:>12} {:>12} {:>8}\n",
                 options.loop.name, hertz(loop.rate()), "frame", "measured", "steps", "dt", "tail", "carried",
                 "dropped", "filter error", "alpha");
    for (std::size_t i = 0; i < frames.size(); ++i)
        (writes_csv ? add_csv_row : add_text_row)(rows, i, frames[i],
                                                  loop.plan({.frame = frames[i], .refresh_period = refresh_period}));
    rows.finish();
}
} // namespace

void add_plan(CLI::App& program)
{
    auto [command, options] =
        add_command<PlanOptions>(program, "plan", "Print the steps that a loop plans for given frame times.", plan);
    add_loop_options(command, options.loop);
    add_option(command, "--frames", options.frames,
               "A recording (see `list formats`), or any table with a column frame_ns, frame_us or frame_ms.",
               {.type = "FILE", .required = true});
    add_option(command, "--refresh-hz", options.refresh_hz, "The display's refresh rate, for loops that use it.",
               {.type = "RATE"});
    add_option(command, "--csv", options.csv,
               "Write each frame's plan to the nanosecond as CSV to FILE; - for the terminal.", {.type = "FILE"});
}

} // namespace timestep_lab
