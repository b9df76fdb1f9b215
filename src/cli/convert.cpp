// timestep_lab convert -- a recording in the words of another tool
#include "capture/writers.hpp"
#include "cli/command.hpp"
#include "cli/recording_choice.hpp"
#include "cli/terminal.hpp"
#include "io/path.hpp"
#include "io/print.hpp"
#include "io/printable.hpp"
#include "io/text.hpp"

#include <memory>

namespace cli
{

namespace
{

struct ConvertOptions
{
    RecordingChoice recording;
    std::string to;
    std::string output = "-";
};

const capture::WriterRow& writer_named(std::string_view name)
{
    std::vector<std::string_view> names;
    for (const capture::WriterRow& writer : capture::all_writers)
    {
        if (writer.name == name) return writer;
        names.push_back(writer.name);
    }
    throw BadInput{"--to: {}", io::Verbatim{io::unknown("format", name, names)}};
}

void convert(const ConvertOptions& options, bool quiet)
{
    const capture::WriterRow& writer = writer_named(options.to);
    keep_apart({{"FILE", options.recording.file}, {"--output", options.output, true}});
    const ChosenRecording chosen = read_replayable(options.recording, quiet);
    if (const auto failure = writer.write(io::path_of(options.output), chosen.stream())) throw BadInput{io::Verbatim{*failure}};
    if (options.output != "-" && !quiet)
        io::print("{}: {} frames as {}\n", io::printable(options.output), chosen.stream().frames.size(), writer.title);
}

} // namespace

void add_convert(CLI::App& program)
{
    CLI::App* command = program.add_subcommand("convert", "Write a recording's frame times as another tool would.");
    auto options      = std::make_shared<ConvertOptions>();
    add_recording_options(*command, options->recording);
    command->add_option("--to", options->to, "What to write.")->type_name("frame_ns|presentmon|mangohud")->required();
    command->add_option("-o,--output", options->output, "Where to; - for the terminal.")
        ->type_name("FILE")
        ->capture_default_str();
    command->callback([options, command] { convert(*options, is_quiet(*command)); });
}

} // namespace cli
