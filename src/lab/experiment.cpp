#include "lab/experiment.hpp"

#include "io/printable.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lab
{

bool Verdict::holds() const
{
    return std::ranges::all_of(lines, [](const Line& line) { return line.checked.holds; });
}

const ExperimentFile* find_experiment(std::string_view name)
{
    const auto all   = all_experiments();
    const auto found = std::ranges::find(all, name, &ExperimentFile::name);
    return found == all.end() ? nullptr : &*found;
}

std::variant<Verdict, std::string> run_experiment(const Experiment& experiment)
{
    return judge(experiment, run_lanes(experiment.lanes, experiment.length));
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
