// timestep_lab experiment -- runs lessons, and prints what was asserted and what came out
#include "lab/experiment.hpp"
#include "cli/choices.hpp"
#include "cli/command.hpp"
#include "cli/rows.hpp"
#include "io/print.hpp"
#include "io/printable.hpp"
#include "io/small_file.hpp"
#include "io/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace cli
{

namespace
{

struct ExperimentOptions
{
    std::string name;
    bool all = false;
};

lab::Experiment parsed(std::string_view text, std::string_view name)
{
    auto experiment = lab::parse_experiment(text, name);
    if (const auto* error = std::get_if<std::string>(&experiment)) throw BadInput{*error};
    return std::get<lab::Experiment>(std::move(experiment));
}

// A name from the list, or a file of one's own.
lab::Experiment find(const std::string& name)
{
    constexpr std::string_view ending = ".toml";
    if (name.ends_with(ending))
    {
        const auto text = io::read_small_file(name);
        if (const auto* unread = std::get_if<io::Unread>(&text))
            throw BadInput{fmt::format("{}: {}; give the path of an experiment", io::printable(name), unread->why)};
        return parsed(std::get<std::string>(text), std::string_view{name}.substr(0, name.size() - ending.size()));
    }
    if (const lab::ExperimentFile* file = lab::find_experiment(name)) return parsed(file->text, file->name);
    std::vector<std::string_view> names;
    for (const lab::ExperimentFile& file : lab::every_experiment()) names.push_back(file.name);
    throw BadInput{io::unknown("experiment", name, names)};
}

std::string measured(const lab::Checked& checked)
{
    return checked.left == checked.right ? fmt::format("{:.7g}", checked.left)
                                         : fmt::format("{:.7g} against {:.7g}", checked.left, checked.right);
}

// Paragraphs in lines of at most `width` characters.
std::string wrapped(std::string_view text, std::size_t width = 100)
{
    std::string all;
    std::size_t column = 0;
    while (!text.empty())
    {
        const auto end              = std::min(text.find_first_of(" \n"), text.size());
        const std::string_view word = text.substr(0, end);
        const bool breaks           = end < text.size() && text[end] == '\n';
        if (column > 0 && column + 1 + word.size() > width)
        {
            all += '\n';
            column = 0;
        }
        if (column > 0 && !word.empty()) all += ' ';
        column += word.size() + (column > 0 ? 1 : 0);
        all += io::without_controls(word);
        if (breaks) all += '\n', column = 0;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return all;
}

lab::Verdict run_one(const lab::Experiment& experiment, bool whole_lesson)
{
    auto outcome = lab::run_experiment(experiment);
    if (const auto* error = std::get_if<std::string>(&outcome)) throw BadInput{*error};
    const auto& verdict = std::get<lab::Verdict>(outcome);

    io::print("{}: {}\n", io::printable(experiment.name), io::printable(experiment.title));
    if (whole_lesson)
    {
        io::print("\nWatch: {}\n{}\n", io::without_controls(experiment.watch),
                  io::without_controls(experiment.question));
        for (std::size_t i = 0; i < experiment.answers.size(); ++i)
            io::print("  {} {}. {}\n", i == experiment.right ? '*' : ' ', i + 1,
                      io::without_controls(experiment.answers[i]));
        io::print("\n");
    }
    for (const lab::Verdict::Line& line : verdict.lines)
        io::print("  {:<7} {:<64} {}\n", line.checked.holds ? "holds" : "FAILED",
                  io::printable(line.assertion.text, 2 * io::most_shown), measured(line.checked));
    if (whole_lesson) io::print("\n{}", wrapped(verdict.told.text));
    return verdict;
}

void run(const ExperimentOptions& options)
{
    if (options.all == !options.name.empty())
        throw BadInput{"experiment takes a NAME or --all; 'list experiments' names them"};
    std::size_t asserted = 0;
    std::size_t failed   = 0;
    const auto judge     = [&](const lab::Experiment& experiment, bool whole_lesson)
    {
        const lab::Verdict verdict = run_one(experiment, whole_lesson);
        asserted += verdict.lines.size();
        failed += static_cast<std::size_t>(
            std::ranges::count_if(verdict.lines, [](const auto& line) { return !line.checked.holds; }));
    };
    if (!options.all)
        judge(find(options.name), true);
    else
        for (const lab::ExperimentFile& file : lab::every_experiment()) judge(parsed(file.text, file.name), false);
    io::print("\n{} of {} assertions hold\n", asserted - failed, asserted);
    if (failed > 0) throw CheckFailed{};
}

} // namespace

void add_experiment(CLI::App& program)
{
    CLI::App* command =
        program.add_subcommand("experiment", "Run a lesson: what was asserted, what came out, and why.");
    auto options = std::make_shared<ExperimentOptions>();
    offer(*command->add_option("name", options->name, "One of `list experiments`, or a .toml file of your own.")
               ->type_name("NAME|FILE"),
          names_in(lab::every_experiment()));
    command->add_flag("--all", options->all, "Run all of them.");
    command->callback([options] { run(*options); });
}

} // namespace cli
