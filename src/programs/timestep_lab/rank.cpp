// timestep_lab rank -- finds the loop and the step rate that suit a recording
#include "base/message.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/options.hpp"
#include "programs/timestep_lab/print_json.hpp"
#include "programs/timestep_lab/rank_options.hpp"
#include "programs/timestep_lab/recording_choice.hpp"
#include "programs/timestep_lab/terminal.hpp"
#include "recordings/rank/ranking.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace timestep_lab
{

namespace
{

struct RankCommand
{
    RecordingChoice recording;
    std::vector<std::string> more; ///< paths of the recordings after the first; all are of the same game
    RankFlags flags;
    std::string top = "8";
    bool json       = false;
};

std::string number(double value)
{
    return std::abs(value) < 0.005 ? "0" : fmt::format("{:.{}f}", value, value < 10 ? 2 : value < 100 ? 1 : 0);
}

// Returns two characters for a candidate (a loop with a step rate). The first is '>' if it is recommended, '=' if it is
// as good as `interpolated`, otherwise a space. The second is '*' if it is Pareto-optimal, otherwise a space.
std::string marks(const recordings::Ranking& r, std::size_t i)
{
    const recordings::Candidate& c = r.candidates[i];
    return std::string{r.recommendation.candidate == i ? '>'
                       : c.tied && !c.vetoed()         ? '='
                                                       : ' '} +
           (c.front ? '*' : ' ');
}

void print_row(const recordings::Ranking& r, std::size_t i)
{
    const recordings::Candidate& c = r.candidates[i];
    const std::string load         = std::isnan(c.load) ? "" : fmt::format(" {:>6.1f}", 100.0 * c.load);
    auto notes                     = c.vetoes;
    if (c.too_old) notes.emplace_back("too old");
    base::print("{}{:<21} {:>6} {:>10} {:>16} {:>6} {:>8} {:>8}{} {:>6}{}{}\n", marks(r, i), c.name(),
                c.has_rate() ? fmt::format("{:.4g}", c.hz()) : "-", number(c.smoothness_ms), text_of(c.rougher),
                number(c.jumps_per_minute), number(c.latency_ms), number(c.steps_per_s), load, number(c.lost_percent),
                notes.empty() ? "" : "  ", fmt::format("{}", fmt::join(notes, ", ")));
}

void print_table(const recordings::Ranking& r, std::size_t top)
{
    const bool load = r.options.step_cost.has_value();
    base::print("  {:<21} {:>6} {:>10} {:>16} {:>6} {:>8} {:>8}{} {:>6}  {}\n", "loop", "Hz", "roughness", "rougher by",
                "jumps", "latency", "steps/s", load ? "   load" : "", "lost", "veto");
    base::print("  {:<21} {:>6} {:>10} {:>16} {:>6} {:>8} {:>8}{} {:>6}\n", "", "", "ms", "ms, 95 %", "1/min", "ms",
                "1/s", load ? "      %" : "", "%");
    for (std::size_t i = 0; i < r.candidates.size() && i < top; ++i) print_row(r, i);
    if (r.candidates.size() > top)
        base::print("  and {} more: --top {}\n", r.candidates.size() - top, r.candidates.size());
}

void print_terms(const recordings::Ranking& r)
{
    base::print("\n> recommended   = tied in roughness with {}: the interval is within 0.5 ms and,\n"
                "without blending, it adds under 2 jumps a minute and the frames keep a rate that suits its steps\n"
                "* no other loop is better by 0.5 ms of roughness, 4 ms of latency or 20 % of work without being "
                "worse in another\n"
                "roughness   mean animation error; a frame counts for a median frame at most\n"
                "rougher by  what that is more than {}'s, over the same frames\n"
                "jumps       pictures that are off by over half a step, or by over 8 ms\n"
                "latency     mean age of the pictures, by the loop's own clock\n"
                "lost        time dropped or filtered away; below 0 made up\n"
                "Hitches, and the frames next to them, count in none of these.\n",
                title_of(r.candidates[r.measure]), r.candidates[r.measure].name());
}

void print_recommendation(const recordings::Ranking& r)
{
    base::print("{}\n", r.recommendation.text);
    for (const std::string& note : r.recommendation.notes) base::print("- {}\n", note);
    if (!r.recommendation.command.empty()) base::print("{}\n", in_ink(Ink::strong, r.recommendation.command));
    if (const std::string cap = told(r.frame_cap); r.recommendation.candidate && !cap.empty()) base::print("{}\n", cap);
}

// Prints one line per recording, with the metrics of the loop that is best for all recordings together. The last column
// is the loop that is best for this recording alone. "Unseen" is the share of the frames that never reached the screen.
void print_files(const std::vector<recordings::RankedFile>& files, const recordings::Joint& joint)
{
    std::size_t wide = 9;
    for (const recordings::RankedFile& file : files) wide = std::max(wide, file.name.size());
    base::print("{:<{}} {:>8} {:>8} {:>10} {:>8} {:>6} {:>7}  {}\n", "recording", wide, "frames", "s", "roughness",
                "latency", "lost", "unseen", "own answer");
    for (const recordings::RankedFile& file : files)
    {
        const recordings::Ranking& r           = file.ranking;
        const recordings::Candidate* const all = recordings::find_candidate(r, joint.preset, joint.rate);
        const bool shown                       = joint.decided && all != nullptr;
        const auto own                         = r.recommendation.candidate;
        const auto unseen                      = r.options.unseen_share;
        base::print("{:<{}} {:>8} {:>8.1f} {:>10} {:>8} {:>6} {:>7}  {}\n", file.name, wide, r.frames,
                    timestep::to_seconds(r.length), shown ? number(all->smoothness_ms) : "-",
                    shown ? number(all->latency_ms) : "-", shown ? number(all->lost_percent) : "-",
                    unseen ? number(100.0 * *unseen) + " %" : "-", own ? title_of(r.candidates[*own]) : "none");
    }
}

void rank_many(const RankCommand& command, const recordings::RankOptions& options, bool quiet)
{
    std::vector<std::string> names{command.recording.file};
    names.insert(names.end(), command.more.begin(), command.more.end());
    std::vector<recordings::RankedFile> files;
    for (const std::string& name : names)
    {
        RecordingChoice choice       = command.recording;
        choice.file                  = name;
        recordings::RankOptions with = options;
        const ChosenRecording chosen = read_to_rank(choice, with, quiet);
        files.push_back({base::printable(name), rank_with_bar(chosen.stream().frames, with, quiet)});
    }
    if (command.json) return print_json(to_json(files));
    const recordings::Joint joint = joint_of(files);
    print_files(files, joint);
    base::print("\n{}\n", joint.text);
    if (!joint.command.empty()) base::print("{}\n", in_ink(Ink::strong, joint.command));
}

void rank(const RankCommand& command, bool quiet)
{
    const auto top                  = count_of("--top", command.top);
    recordings::RankOptions options = rank_options(command.flags);
    if (!command.more.empty()) return rank_many(command, options, quiet);
    const ChosenRecording chosen = read_to_rank(command.recording, options, quiet);

    const recordings::Ranking ranking = rank_with_bar(chosen.stream().frames, options, quiet);
    if (command.json) return print_json(to_json(chosen.recording, chosen.index, ranking));
    if (ranking.frames < chosen.stream().frames.size())
        base::print("Ranked on the {} frames from frame {} on, around the longest one.\n", ranking.frames,
                    ranking.first_frame);
    print_recommendation(ranking);
    if (ranking.generation) return; // the frames are not the game's, so that a table would be meaningless
    base::print("\n");
    print_table(ranking, static_cast<std::size_t>(*top));
    if (!quiet) print_terms(ranking);
}

} // namespace

void add_rank(CLI::App& program)
{
    CLI::App& command = add_command(program, "rank", "Run every loop with a recording, and recommend one.");
    auto options      = std::make_shared<RankCommand>();
    add_recording_options(command, options->recording);
    add_part_options(command, options->recording.part);
    add_option(command, "more", options->more, "Further recordings of the same game: one answer for all.",
               {.type = "FILE"});
    add_rank_options(command, options->flags);
    add_option(command, "--top", options->top, "How many rows to print.", {.type = "COUNT", .shows_default = true});
    add_flag(command, "--json", options->json, "Print everything as JSON.");
    set_action(command, [options, &command] { rank(*options, is_quiet(command)); });
}

} // namespace timestep_lab
