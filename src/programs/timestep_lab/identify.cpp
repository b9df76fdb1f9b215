// timestep_lab identify -- identifies a game's loop, and the effect of long frames, from a probe (timestep/probe.hpp)
#include "recordings/identify/identify.hpp"
#include "base/mapped_file.hpp"
#include "base/message.hpp"
#include "base/path.hpp"
#include "programs/timestep_lab/command.hpp"

#include <fmt/format.h>

namespace timestep_lab
{

namespace
{

struct IdentifyOptions
{
    std::vector<std::string> files;
    std::string hz, refresh_hz;
    bool prints_classes = false;
};

recordings::ProbedLoop read_probe_file(const std::string& name)
{
    const base::MappedFile file{base::path_of(name)};
    if (!file.error().empty()) throw BadInput{"{}: {}", name, base::Verbatim{file.error()}};
    return value_or_throw(recordings::read_probe(file.bytes(), name));
}

void print_classes(std::string_view title, bool by_simulated_time)
{
    const auto classes = recordings::indistinguishable_presets(by_simulated_time);
    base::print("{} classes of presets by {}:\n", classes.size(), base::Verbatim{title});
    for (const auto& names : classes) base::print("  {}\n", fmt::format("{}", fmt::join(names, ", ")));
}

void print_indented(const std::vector<std::string>& lines)
{
    for (const std::string& line : lines) base::print("  {}\n", base::Verbatim{line});
}

void identify(const IdentifyOptions& options, bool /*quiet*/)
{
    if (options.prints_classes)
    {
        print_classes("the number of steps", false);
        print_classes("simulated time", true);
    }
    else if (options.files.empty())
        throw BadInput{"name a file of timestep/probe.hpp: timestep_lab identify probe.csv"};
    recordings::IdentifyOptions identify_options;
    if (!options.hz.empty()) identify_options.rates = {parse_rate_value("--hz", options.hz)};
    identify_options.refresh_period = parse_refresh_period_value(options.refresh_hz);
    for (const std::string& file : options.files)
    {
        const recordings::ProbedLoop loop               = read_probe_file(file);
        const recordings::Identification identification = recordings::identify(loop, identify_options);
        base::print("{}\n", file);
        print_indented(sentences(identification));
        if (const auto slowness = recordings::slowness_of(loop, identification)) print_indented(sentences(*slowness));
    }
}

} // namespace

void add_identify(CLI::App& program)
{
    auto [command, options] = add_command<IdentifyOptions>(
        program, "identify", "Find out which loop a game has, from the output of a probe in the game.", identify);
    add_option(
        command, "files", options.files,
        "The file that timestep/probe.hpp wrote in the game, or that `slow --csv` wrote for a game with a probe.",
        {.type = "FILE..."});
    add_option(command, "--hz", options.hz, "Step rate of the game's loop; if not given, all usual rates are tried.",
               {.type = "RATE"});
    add_option(command, "--refresh-hz", options.refresh_hz, "The display's refresh rate, for loops that use it.",
               {.type = "RATE"});
    add_flag(command, "--classes", options.prints_classes,
             "List the groups of presets that a probe cannot distinguish.");
}

} // namespace timestep_lab
