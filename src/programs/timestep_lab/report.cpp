// timestep_lab report -- writes the results of `inspect` and `rank` as one HTML page with plots
#include "base/files.hpp"
#include "base/message.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "export/exporter/exporter.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/output.hpp"
#include "programs/timestep_lab/rank.hpp"
#include "ranking/report/html_report.hpp"
#include "recordings/facts/inspection.hpp"
#include "timestep/version.hpp"

#include <CLI/App.hpp>

namespace timestep_lab
{

namespace
{

struct ReportOptions
{
    RecordingChoice recording;
    RankOptionStrings rank_option_strings;
    std::vector<std::string> overlay_files; ///< recordings to draw over the plots
    std::string output_file;
    bool has_faults = false;
    const CLI::App* report_command = nullptr;
};

// The usage example of the exported C++ file; empty if the loop cannot be exported.
std::string usage_example_of(const ranking::Candidate& candidate)
{
    if (exporter::export_rejection_reason(candidate.loop, exporter::Language::cpp)) return "";
    std::string example_text;
    for (const std::string& line : exporter::export_loop(candidate.loop, {}).usage_example) example_text += line + "\n";
    return example_text;
}

// The command line, quoted for a shell. Users may publish the report, so the folders of their files are left out.
std::string command_line_without_folders(const CLI::App& command)
{
    std::string command_line = command.get_parent()->get_name() + " " + command.get_name();
    for (const CLI::Option* option : command.get_options())
    {
        if (option->count() == 0) continue;
        if (option->get_expected_max() == 0) // a flag, which has no value
        {
            command_line += " " + option->get_name();
            continue;
        }
        const bool is_file = option->get_type_name() == "FILE";
        for (const std::string& value : option->results())
        {
            const std::string word = is_file ? base::path_to_utf8(base::path_from_utf8(value).filename()) : value;
            if (!option->get_positional()) command_line += " " + option->get_name();
            command_line += " " + base::sanitized(base::shell_quoted(word));
        }
    }
    return command_line;
}

void write_report(const ReportOptions& options, bool quiet)
{
    std::vector<base::FileArgument> files{{"FILE", options.recording.file}, {"--output", options.output_file, true}};
    for (const std::string& file : options.overlay_files) files.push_back({"--overlay", file});
    require_usable_outputs(files);

    const ranking::RankOptions rank_options = parse_rank_options(options.rank_option_strings);
    RankInput rank_input = read_rank_input(options.recording, rank_options, quiet);
    ChosenStream& chosen = rank_input.chosen;
    chosen.recording.name =
        base::printable_excerpt(base::path_to_utf8(base::path_from_utf8(chosen.recording.name).filename()));
    std::vector<ChosenStream> overlays;
    for (const std::string& file : options.overlay_files)
    {
        overlays.push_back(
            read_rank_input(
                {.file = file, .columns = options.recording.columns, .frame_edits = options.recording.frame_edits},
                rank_options, quiet)
                .chosen);
        overlays.back().recording.name = base::printable_excerpt(overlays.back().recording.name);
    }
    const ranking::LoopRanking ranking = rank_with_progress_bar(rank_input, quiet);

    ranking::ReportInput report_input{.recording = chosen.recording,
                                      .stream_index = chosen.stream_index,
                                      .ranking = ranking,
                                      .generator = "timestep_lab " TIMESTEP_VERSION,
                                      .command = command_line_without_folders(*options.report_command),
                                      .usage_example =
                                          ranking.recommended() ? usage_example_of(*ranking.recommended()) : "",
                                      .timing = display_timing_facts_of(chosen.stream().timing),
                                      .has_faults = options.has_faults};
    if (!rank_options.uses_display_times) // then they are also plotted, beside the game's frame times
        report_input.display_intervals = chosen.stream().timing.display_intervals;
    for (const ChosenStream& overlay : overlays)
        report_input.overlays.push_back({overlay.recording, overlay.stream_index});
    write_output(options.output_file, ranking::report_html(report_input));
    if (options.output_file != "-" && !quiet)
        base::print("{}: open it in a browser\n\n{}\n", base::printable_excerpt(options.output_file),
                    ranking.recommendation.text);
}

} // namespace

void add_report_command(CLI::App& program)
{
    auto [command, options] = add_command<ReportOptions>(
        program, "report",
        "Measure a recording, rank the loops on it, and write both results with diagrams as one HTML page.",
        write_report);
    options.report_command = &command;
    add_recording_options(command, options.recording);
    add_frame_edit_options(command, options.recording.frame_edits);
    add_option(command, "-o,--output", options.output_file, "The HTML page to write; - for the terminal.",
               {.type = "FILE", .is_required = true});
    add_rank_options(command, options.rank_option_strings);
    add_option(
        command, "--overlay", options.overlay_files,
        "Draw the frame times of further recordings over those of the first; repeat the flag for each recording.",
        {.type = "FILE"});
    add_flag(command, "--faults", options.has_faults,
             "Add the table of `timestep_lab faults`: which smoothness metric sees which kind of uneven motion.");
}

} // namespace timestep_lab
