// timestep_lab convert -- writes a recording in the file format of another tool
#include "base/message.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/options.hpp"
#include "programs/timestep_lab/recording_choice.hpp"
#include "programs/timestep_lab/terminal.hpp"
#include "recordings/formats/writers.hpp"

#include <memory>

namespace timestep_lab
{

namespace
{

struct ConvertOptions
{
    RecordingChoice recording;
    std::string to;
    std::string output = "-";
};

const recordings::WriterRow& writer_named(std::string_view name)
{
    std::vector<std::string_view> names;
    for (const recordings::WriterRow& writer : recordings::all_writers)
    {
        if (writer.name == name) return writer;
        names.push_back(writer.name);
    }
    throw BadInput{"--to: {}", base::Verbatim{base::unknown("format", name, names)}};
}

void convert(const ConvertOptions& options, bool quiet)
{
    const recordings::WriterRow& writer = writer_named(options.to);
    check_files({{"FILE", options.recording.file}, {"--output", options.output, true}});
    const ChosenRecording chosen = read_replayable(options.recording, quiet);
    if (const auto failure = writer.write(base::path_of(options.output), chosen.stream()))
        throw BadInput{base::Verbatim{*failure}};
    if (options.output != "-" && !quiet)
        base::print("{}: {} frames as {}\n", base::printable(options.output), chosen.stream().frames.size(),
                    writer.title);
}

} // namespace

void add_convert(CLI::App& program)
{
    CLI::App& command = add_command(program, "convert", "Write a recording's frame times as another tool would.");
    auto options      = std::make_shared<ConvertOptions>();
    add_recording_options(command, options->recording);
    add_option(command, "--to", options->to, "What to write.",
               {.type = "frame_ns|presentmon|mangohud", .required = true});
    add_option(command, "-o,--output", options->output, "Where to; - for the terminal.",
               {.type = "FILE", .shows_default = true});
    set_action(command, [options, &command] { convert(*options, is_quiet(command)); });
}

} // namespace timestep_lab
