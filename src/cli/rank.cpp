// timestep_lab rank -- which loop, at which step rate, suits a recording
#include "cli/capture_choice.hpp"
#include "cli/command.hpp"
#include "cli/print_json.hpp"
#include "cli/rank_options.hpp"
#include "cli/terminal.hpp"
#include "lab/text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <memory>

namespace cli
{

namespace
{

struct RankCommand
{
    CaptureChoice capture;
    RankFlags flags;
    std::string top = "20";
    bool json       = false;
};

std::string number(double value)
{
    if (!std::isfinite(value)) return "spiral";
    return std::abs(value) < 0.005 ? "0" : fmt::format("{:.{}f}", value, value < 10 ? 2 : value < 100 ? 1 : 0);
}

void print_row(const report::Candidate& c)
{
    fmt::print("{}{:<21} {:>6}", c.pareto ? '*' : ' ', c.name(), c.has_rate() ? fmt::format("{:.4g}", c.hz()) : "-");
    for (const report::Criterion& criterion : report::all_criteria())
    {
        const double value      = criterion.get(c);
        const std::string plain = criterion.key == "reproducible" ? (value == 0.0 ? "same" : "differ") : number(value);
        fmt::print(" {:>{}}", plain, std::max<std::size_t>(criterion.title.size(), 8));
    }
    fmt::print(" {:>6.1f}{}{}\n", c.score, c.too_old ? " too old" : "", c.settings.empty() ? "" : "  " + c.settings);
}

void print_table(const report::Ranking& r, std::size_t top)
{
    fmt::print(" {:<21} {:>6}", "loop", "Hz");
    for (const report::Criterion& c : report::all_criteria())
        fmt::print(" {:>{}}", c.title, std::max<std::size_t>(c.title.size(), 8));
    fmt::print(" {:>6}\n {:<21} {:>6}", "score", "", "");
    for (const report::Criterion& c : report::all_criteria())
        fmt::print(" {:>{}}", c.unit, std::max<std::size_t>(c.title.size(), 8));
    fmt::print("\n");
    for (std::size_t i = 0; i < r.candidates.size() && i < top; ++i) print_row(r.candidates[i]);
    if (r.candidates.size() > top)
        fmt::print(" and {} more: --top {}\n", r.candidates.size() - top, r.candidates.size());
}

void print_terms(const report::Ranking& r)
{
    fmt::print("\n* no other is at least as good by every column and better by one (the Pareto front)\n");
    fmt::print("score: of 100, each criterion by its weight; full marks at 0, half at\n");
    for (std::size_t i = 0; i < report::all_criteria().size(); ++i)
    {
        const report::Criterion& c = report::all_criteria()[i];
        const std::string half     = fmt::format("{:g}{}{}", c.half, c.unit.empty() ? "" : " ", c.unit);
        fmt::print("  {:<13} weight {:<4g} half at {:<8}  {}\n", c.key, r.options.weights[i], half, c.what);
    }
}

void rank(const RankCommand& command, bool quiet)
{
    const auto top = lab::parse_number(command.top);
    if (!top || *top < 1.0) throw BadInput{fmt::format("--top takes a number from 1 up, not '{}'", command.top)};
    const report::RankOptions options = rank_options(command.flags);
    const ChosenCapture chosen        = read_replayable(command.capture);

    const report::Ranking ranking = rank_with_bar(chosen.stream().frames, options, quiet);
    if (command.json) return print_json(to_json(chosen.capture, chosen.index, ranking));
    if (ranking.frames < chosen.stream().frames.size())
        fmt::print("Ranked on the {} frames from frame {} on, around the longest one.\n", ranking.frames,
                   ranking.first_frame);
    print_table(ranking, static_cast<std::size_t>(*top));
    if (!quiet) print_terms(ranking);
    fmt::print("\n{}\n{}\n", ranking.recommendation.text, in_ink(Ink::strong, ranking.recommendation.command));
    if (ranking.frame_cap_hz > 0.0)
        fmt::print("A frame cap of {:g} fps would have held in 99 % of the frames.\n", ranking.frame_cap_hz);
}

} // namespace

void add_rank(CLI::App& program)
{
    CLI::App* command = program.add_subcommand("rank", "Replay a recording through every loop, and recommend one.");
    auto options      = std::make_shared<RankCommand>();
    add_capture_options(*command, options->capture);
    add_rank_options(*command, options->flags);
    command->add_option("--top", options->top, "How many rows to print.")->type_name("COUNT")->capture_default_str();
    command->add_flag("--json", options->json, "Print everything as JSON.");
    command->callback([options, command] { rank(*options, is_quiet(*command)); });
}

} // namespace cli
