#include "programs/timestep_lab/rank_options.hpp"

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/loop_options.hpp"
#include "programs/timestep_lab/options.hpp"
#include "programs/timestep_lab/recording_choice.hpp"
#include "programs/timestep_lab/terminal.hpp"
#include "timestep/presets.hpp"

#include <algorithm>
#include <mutex>
#include <span>

namespace timestep_lab
{

namespace
{

using namespace timestep;

std::vector<std::string_view> parts_of(std::string_view text)
{
    std::vector<std::string_view> parts;
    while (!text.empty())
    {
        const std::string_view part = text.substr(0, text.find(','));
        if (!part.empty()) parts.push_back(part);
        text.remove_prefix(std::min(part.size() + 1, text.size()));
    }
    return parts;
}

std::vector<std::size_t> loops_of(const std::string& text)
{
    std::vector<std::string_view> names;
    names.reserve(all_presets.size());
    for (const Preset& preset : all_presets) names.push_back(preset.name);
    std::vector<std::size_t> loops;
    for (const std::string_view part : text.empty() ? names : parts_of(text))
    {
        const auto found = std::find(names.begin(), names.end(), part);
        if (found == names.end()) throw BadInput{"--loops: {}", base::Verbatim{base::unknown("loop", part, names)}};
        loops.push_back(static_cast<std::size_t>(found - names.begin()));
    }
    if (loops.empty()) throw BadInput{"--loops takes names with commas between them, as in interpolated,godot"};
    return loops;
}

std::vector<Rate> rates_of(const std::string& text)
{
    std::vector<Rate> rates;
    for (const std::string_view part : parts_of(text)) rates.push_back(parse_rate("--hz", part));
    if (rates.empty()) throw BadInput{"--hz takes rates with commas between them, as in 30,59.94,120"};
    return rates;
}

std::string text_of(std::span<const Rate> rates)
{
    std::string text;
    for (const Rate rate : rates) text += (text.empty() ? "" : ",") + base::rate_text(rate);
    return text;
}

std::optional<timestep::Nanos> time_of(std::string_view flag, const std::string& text)
{
    if (text.empty()) return std::nullopt;
    const auto time = base::parse_duration(text);
    if (!time || *time == timestep::Nanos::zero() || *time > 10s)
        throw BadInput{"{} takes a time up to 10 s, such as 4ms, not '{}'", flag, text};
    return time;
}

// Converts a refresh rate in Hz, as text, to the time between two refreshes; 0 if the text is empty.
timestep::Nanos refresh_of(const std::string& text)
{
    if (text.empty()) return timestep::Nanos::zero();
    const Rate refresh = parse_rate("--refresh-hz", text);
    if (timestep::hertz(refresh) < 1.0) throw BadInput{"--refresh-hz takes at least 1 Hz, not '{}'", text};
    return step_ns(refresh);
}

recordings::DisplayRate display_of(const RankFlags& flags)
{
    const timestep::Nanos period = refresh_of(flags.refresh_hz);
    recordings::DisplayRate display{.is_vrr = flags.vrr};
    if (period == timestep::Nanos::zero()) return display;
    display.hz   = hertz(parse_rate("--refresh-hz", flags.refresh_hz));
    display.from = recordings::DisplayRate::From::user;
    return display;
}

} // namespace

void add_rank_options(CLI::App& command, RankFlags& flags)
{
    flags.hz = text_of(recordings::default_rates);
    add_option(command, "--hz", flags.hz, "Step rates to try, with commas between them.",
               {.type = "RATE,...", .shows_default = true});
    add_option(command, "--loops", flags.loops,
               "Loops to try, with commas between them (see `list loops`); all if not given.",
               {.type = "NAME,...", .choices = names_in(all_presets)});
    add_option(command, "--step-cost", flags.step_cost,
               "What one physics step costs in the game: each loop then pays for the steps that it takes. The recorded "
               "game is taken to have made one step a frame.",
               {.type = "TIME"});
    add_option(command, "--max-age", flags.max_age, "Recommend no loop whose pictures or input are older than this.",
               {.type = "TIME"});
    add_option(
        command, "--refresh-hz", flags.refresh_hz,
        "The display's refresh rate, for frame caps and for loops that ask for it. If not given, it is guessed from "
        "the times of the pictures, else 60.",
        {.type = "RATE"});
    add_flag(command, "--vrr", flags.vrr, "The display has a variable refresh rate: it can show any frame cap.");
    add_timing_option(command, flags.timing);
    add_flag(command, "--allow-irreproducible", flags.allow_irreproducible,
             "No veto for loops whose runs differ from machine to machine.");
}

recordings::RankOptions rank_options(const RankFlags& flags)
{
    return {.loops                = loops_of(flags.loops),
            .rates                = rates_of(flags.hz),
            .step_cost            = time_of("--step-cost", flags.step_cost),
            .max_age              = time_of("--max-age", flags.max_age),
            .refresh_period       = refresh_of(flags.refresh_hz),
            .display              = display_of(flags),
            .on_screen            = is_displayed(flags.timing),
            .allow_irreproducible = flags.allow_irreproducible};
}

ChosenRecording read_to_rank(const RecordingChoice& choice, recordings::RankOptions& options, bool quiet,
                             recordings::DisplayTiming* timing)
{
    std::vector<recordings::DisplayTiming> timings;
    std::optional<ChosenRecording> timed;
    try
    {
        timed = read_with_display_timing(choice, timings);
    }
    catch (const BadInput&)
    {
        // A recording that is too long to be read with its display timing can be read without it, by read_replayable().
        // If this fails, too, its exception has the reason that is shown to the user.
        if (options.on_screen) throw;
        ChosenRecording chosen = read_replayable(choice, quiet);
        options.unseen_share   = chosen.stream().unseen_share;
        return chosen;
    }
    options.unseen_share = timed->stream().unseen_share;
    if (options.display.from == recordings::DisplayRate::From::nothing && timed->index < timings.size())
        options.display = recordings::guessed_display(timings[timed->index].displayed, options.display.is_vrr);
    if (options.on_screen)
        if (const auto refusal = put_on_screen(timed->recording, timings))
            throw BadInput{base::Verbatim{to_string(*refusal)}};
    if (timing != nullptr && timed->index < timings.size()) *timing = std::move(timings[timed->index]);
    return replayable(std::move(timed->recording), choice, quiet);
}

recordings::Ranking rank_with_bar(const std::vector<timestep::Nanos>& frames, const recordings::RankOptions& options,
                                  bool quiet)
{
    const timestep::Nanos median = recordings::median_of(frames);
    if (options.step_cost && *options.step_cost >= median)
        throw BadInput{"--step-cost: a step of {:g} ms does not fit into these frames, half of which take "
                       "{:.3g} ms or less",
                       to_millis(*options.step_cost), to_millis(median)};
    ProgressBar bar{"ranking", quiet};
    std::mutex mutex;
    return recordings::rank(frames, options,
                            [&](std::size_t done, std::size_t all)
                            {
                                const std::scoped_lock lock{mutex};
                                bar.show(done, all);
                            });
}

} // namespace timestep_lab
