// timestep_lab convert -- writes a recording in the file format of another tool
#include "base/message.hpp"
#include "base/path.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/recording_choice.hpp"
#include "recordings/formats/writers.hpp"

namespace timestep_lab
{

namespace
{

struct ConvertOptions
{
    RecordingChoice recording;
    std::string target_format;
    std::string output_file = "-";
};

void run_convert_command(const ConvertOptions& options, bool quiet)
{
    const recordings::RecordingWriter& writer =
        row_named(options.target_format, recordings::all_writers, "format", "--to");
    require_usable_outputs({{"FILE", options.recording.file}, {"--output", options.output_file, true}});
    const ChosenStream chosen = read_replayable_recording(options.recording, quiet);
    throw_if_error(writer.write(base::path_from_utf8(options.output_file), chosen.stream()));
    if (options.output_file != "-" && !quiet)
        base::print("{}: {} frame{} as {}\n", base::printable_excerpt(options.output_file),
                    chosen.stream().frame_times.size(), chosen.stream().frame_times.size() == 1 ? "" : "s",
                    writer.title);
}

} // namespace

void add_convert_command(CLI::App& program)
{
    auto [command, options] = add_command<ConvertOptions>(
        program, "convert", "Write a recording's frame times in the format of another tool.", run_convert_command);
    add_recording_options(command, options.recording);
    add_option(command, "--to", options.target_format, "Format of the written file.",
               {.type = "frame_ns|presentmon|mangohud", .is_required = true});
    add_option(command, "-o,--output", options.output_file, "The file to write; - for the terminal.",
               {.type = "FILE", .shows_default = true});
}

} // namespace timestep_lab
