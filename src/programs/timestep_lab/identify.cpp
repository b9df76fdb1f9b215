// timestep_lab identify -- tells from a log of timestep/probe.hpp which loop a game uses, and how much time it loses
#include "base/mapped_file.hpp"
#include "base/message.hpp"
#include "base/path.hpp"
#include "lab/foreign/foreign_loop.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/lane_options.hpp"
#include "recordings/identify/loop_identification.hpp"

#include <fmt/format.h>

namespace timestep_lab
{

namespace
{

struct IdentifyCommandOptions
{
    std::vector<std::string> files, lane_command_words;
    std::string step_rate, refresh_rate;
    bool prints_groups = false; ///< --classes: print the groups of loops with equal behaviour
};

recordings::ProbeRecording read_probe_file(const std::string& path)
{
    const base::MappedFile file{base::path_from_utf8(path)};
    if (!file.error().empty()) throw BadInput{"{}: {}", path, base::Verbatim{file.error()}};
    auto recording = recordings::read_probe_recording(file.bytes(), path);
    base::throw_if_error(file.truncation_error(path));
    return value_or_throw(std::move(recording));
}

// The frames that a loop in another program runs for these frame times, as a probe in a game would record them.
recordings::ProbeRecording record_foreign_loop(lab::ForeignLoop& loop, timestep::Rate rate,
                                               std::span<const timestep::Nanos> frame_times)
{
    recordings::ProbeRecording recording{.name = loop.name()};
    for (const timestep::Nanos frame_time : frame_times)
    {
        const timestep::StepPlan plan = loop.plan({.frame_time = frame_time}, rate);
        recording.frame_times.push_back(frame_time);
        recording.step_counts.push_back(plan.steps + (plan.tail > timestep::Nanos::zero() ? 1 : 0));
        recording.simulated_times.push_back(plan.stepped);
        recording.alphas.push_back(plan.alpha);
    }
    return recording;
}

void print_groups(std::string_view quantity_name, recordings::ComparedQuantity quantity)
{
    const auto groups = recordings::presets_grouped_by_equal(quantity);
    base::print("{} groups of presets with equal {}:\n", groups.size(), base::Verbatim{quantity_name});
    for (const auto& preset_names : groups) base::print("  {}\n", fmt::format("{}", fmt::join(preset_names, ", ")));
}

void print_indented(const std::vector<std::string>& lines)
{
    for (const std::string& line : lines) base::print("  {}\n", base::Verbatim{line});
}

void run_identify_command(const IdentifyCommandOptions& options, bool /*quiet*/)
{
    if (options.prints_groups)
    {
        print_groups("step counts", recordings::ComparedQuantity::step_counts);
        print_groups("simulated times", recordings::ComparedQuantity::simulated_times);
    }
    else if (options.files.empty() && options.lane_command_words.empty())
        throw BadInput{"give the file that timestep/probe.hpp wrote: timestep_lab identify probe.csv"};
    recordings::LoopIdentificationOptions identify_options;
    if (!options.step_rate.empty()) identify_options.rates = {parse_rate_option("--hz", options.step_rate)};
    identify_options.refresh_period = parse_refresh_period(options.refresh_rate);
    const auto print_identification = [&](const std::string& name, const recordings::ProbeRecording& recording)
    {
        const recordings::LoopIdentification identification = recordings::identify_loop(recording, identify_options);
        base::print("{}\n", name);
        print_indented(identification_lines(identification));
        if (const auto game_speed = recordings::game_speed_of(recording, identification))
            print_indented(game_speed_lines(*game_speed));
    };
    for (const std::string& file : options.files) print_identification(file, read_probe_file(file));
    const std::vector<std::string> lane_command = parse_lane_command(options.lane_command_words);
    if (lane_command.empty()) return;
    const timestep::Rate rate =
        options.step_rate.empty() ? timestep::hz(60) : parse_rate_option("--hz", options.step_rate);
    lab::ForeignLoop loop{lane_command, {.rate = rate, .refresh_period = identify_options.refresh_period}};
    print_identification(loop.name(), record_foreign_loop(loop, rate, recordings::synthetic_frame_times(rate)));
}

} // namespace

void add_identify_command(CLI::App& program)
{
    auto [command, options] = add_command<IdentifyCommandOptions>(
        program, "identify", "Find out which loop a game has, from the frames that timestep/probe.hpp recorded in it.",
        run_identify_command);
    add_option(command, "files", options.files,
               "The file written by the probe (timestep/probe.hpp) in your game, or by `slow --csv` when it ran a game "
               "with this probe.",
               {.type = "FILE..."});
    add_lane_command_option(command, options.lane_command_words);
    add_option(command, "--hz", options.step_rate,
               "Step rate of the game's loop; if not given, all usual rates are tried.", {.type = "RATE"});
    add_option(command, "--refresh-hz", options.refresh_rate, "The display's refresh rate, for loops that use it.",
               {.type = "RATE"});
    add_flag(command, "--classes", options.prints_groups,
             "Print groups of loops that cannot be told apart: in the logs of timestep/probe.hpp, they have equal step "
             "counts or equal times.");
}

} // namespace timestep_lab
