// timestep_lab compare -- two recordings: which is smoother, and is that more than noise?
#include "cli/capture_choice.hpp"
#include "cli/command.hpp"
#include "cli/print_json.hpp"
#include "cli/terminal.hpp"
#include "io/print.hpp"
#include "io/printable.hpp"
#include "report/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <mutex>

namespace cli
{

namespace
{

struct CompareOptions
{
    CaptureChoice a, b;
    bool json  = false;
    bool check = false;
};

report::Comparison compare_with_bar(const ChosenCapture& a, const ChosenCapture& b, bool quiet)
{
    ProgressBar bar{"comparing", quiet};
    std::mutex mutex;
    return report::compare(a.stream().frames, b.stream().frames, 1,
                           [&](std::size_t done, std::size_t all)
                           {
                               const std::scoped_lock lock{mutex};
                               bar.show(done, all);
                           });
}

void print_file(char name, const ChosenCapture& c, std::size_t compared, std::size_t block)
{
    const std::string all = compared < c.stream().frames.size()
                                ? fmt::format("the first {} of {} frames", compared, c.stream().frames.size())
                                : fmt::format("{} frames", compared);
    io::print("{}  {}{}: {}, in blocks of {}\n", name, io::printable(c.capture.name),
              c.stream().application.empty() ? "" : ", " + c.stream().application, all, block);
}

void print_row(const report::ComparedRow& row, const report::Difference& d)
{
    const bool known = d.verdict != report::Verdict::unknown;
    const Ink ink    = d.verdict == report::Verdict::better  ? Ink::good
                       : d.verdict == report::Verdict::worse ? Ink::bad
                                                             : Ink::dim;
    io::print("{:<18} {:<4} {:>10.3f} {:>10.3f} {:>+10.3f}   {:<24} {}\n", row.title, row.unit, d.a, d.b, d.by(),
              known ? fmt::format("{:+.3f} to {:+.3f}", d.low, d.high) : "-", in_ink(ink, name_of(d.verdict)));
}

void print_table(const ChosenCapture& a, const ChosenCapture& b, const report::Comparison& c, bool quiet)
{
    print_file('A', a, c.frames_a, c.block_a);
    print_file('B', b, c.frames_b, c.block_b);
    io::print("\n{:<18} {:<4} {:>10} {:>10} {:>10}   {:<24} {}\n", "", "", "A", "B", "B - A", "95 % interval", "B is");
    for (std::size_t i = 0; i < c.differences.size(); ++i) print_row(report::all_compared()[i], c.differences[i]);
    if (!quiet && c.differences.front().verdict != report::Verdict::unknown)
        io::print("\nThe intervals come from {} circular block bootstraps (Politis and Romano 1992) of each, seed {};\n"
                  "the blocks' length is chosen as by Politis and White 2004. Of {} such intervals, one in twenty "
                  "misses by chance.\n",
                  c.resamples, c.seed, c.differences.size());
    io::print("\n{}\n", in_ink(Ink::strong, c.verdict));
}

void compare(const CompareOptions& options, bool quiet)
{
    const ChosenCapture a = read_replayable(options.a, quiet), b = read_replayable(options.b, quiet);
    const report::Comparison c = compare_with_bar(a, b, quiet);
    if (options.json)
    {
        report::Json json{{"a", {{"file", a.capture.name}, {"stream", a.index + 1}}},
                          {"b", {{"file", b.capture.name}, {"stream", b.index + 1}}}};
        json.update(to_json(c));
        print_json(json);
    }
    else
        print_table(a, b, c, quiet);
    if (options.check && std::ranges::any_of(c.differences, [](const report::Difference& d)
                                             { return d.verdict == report::Verdict::worse; }))
        throw CheckFailed{};
}

} // namespace

void add_compare(CLI::App& program)
{
    CLI::App* command = program.add_subcommand(
        "compare", "Say which of two recordings is smoother, and whether it is more than noise.");
    auto options = std::make_shared<CompareOptions>();
    command->add_option("a", options->a.file, "The recording to compare with (see `list formats`).")
        ->type_name("FILE")
        ->required();
    command->add_option("b", options->b.file, "The other: what is said is said of this one.")
        ->type_name("FILE")
        ->required();
    command->add_option("--stream-a", options->a.stream, "Which stream of the first, as --stream of `inspect`.")
        ->type_name("NUMBER|NAME");
    command->add_option("--stream-b", options->b.stream, "Which stream of the other.")->type_name("NUMBER|NAME");
    add_column_options(*command, options->a.table);
    command->add_flag("--check", options->check, "Exit with 1 when B is worse by any figure, beyond the noise.");
    command->add_flag("--json", options->json, "Print everything as JSON.");
    command->callback(
        [options, command]
        {
            options->b.table = options->a.table;
            compare(*options, is_quiet(*command));
        });
}

} // namespace cli
