#include "lab/experiment.hpp"

#include "io/printable.hpp"
#include "lab/network_game.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lab
{

bool Verdict::holds() const
{
    return std::ranges::all_of(lines, [](const Line& line) { return line.checked.holds; });
}

std::vector<ExperimentFile> every_experiment()
{
    std::vector<ExperimentFile> all{all_experiments().begin(), all_experiments().end()};
    all.insert(all.end(), network_experiments().begin(), network_experiments().end());
    return all;
}

const ExperimentFile* find_experiment(std::string_view name)
{
    for (const auto all : {all_experiments(), network_experiments()})
        if (const auto found = std::ranges::find(all, name, &ExperimentFile::name); found != all.end()) return &*found;
    return nullptr;
}

std::variant<Verdict, std::string> run_experiment(const Experiment& experiment)
{
    if (!experiment.network) return judge(experiment, run_lanes(experiment.lanes, experiment.length));
    net::Game game{network_of(*experiment.network)};
    game.advance_to(*experiment.length.time);
    Experiment whole = experiment;
    whole.assertions.insert(whole.assertions.end(), whole.expected.begin(), whole.expected.end());
    return judge(whole, {result_of(game)});
}

std::variant<Verdict, std::string> judge(const Experiment& experiment, std::vector<LaneResult> results)
{
    Findings findings{std::move(results)};
    Verdict verdict;
    for (const Assertion& assertion : experiment.assertions)
    {
        const auto checked = findings.check(assertion.text);
        if (const auto* nonsense = std::get_if<Nonsense>(&checked))
            return fmt::format("{}.toml:{}: '{}': {}", io::printable(experiment.name), assertion.line,
                               io::printable(assertion.text), nonsense->why);
        verdict.lines.push_back({assertion, std::get<Checked>(checked)});
    }
    auto told = findings.told(experiment.explanation);
    if (const auto* nonsense = std::get_if<Nonsense>(&told))
        return fmt::format("{}.toml: explanation: {}", experiment.name, nonsense->why);
    verdict.told = std::get<Told>(std::move(told));
    verdict.results.assign(findings.results().begin(), findings.results().end());
    return verdict;
}

} // namespace lab
