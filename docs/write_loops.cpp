// Writes docs/loops.md: the description of every preset, from assets/presets/NAME.toml in the current folder, and a
// picture of its steps that this program measures
#include "timestep/presets.hpp"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <toml++/toml.h>

namespace
{

using namespace timestep;

constexpr std::string_view introduction = R"(# Every loop

Each preset has one section: a picture, the axes on which it is not `none`, `latest` (presentation) or `vsync` (pacer), its source, its
promise, its price, when it breaks, when to choose it, and who ships it. [choosing.md](choosing.md) finds the loop for a game with six questions.
`cmake --build --preset release --target docs` writes this page from the linked files, which also say what was compared
with the original and how the loop differs from it; their commands check the sentences
([details](architecture.md#promises-and-numbers)). Each preset has a header in
`src/timestep/presets`, with `_` for `-`.

The pictures are measured. Each loop runs the same eleven frames: ten near 1/60 s and one of 300 ms, of which the work takes half; the rest
is the wait for the display, or what the pacer makes of it. The upper row is the wall clock with the number of steps in each frame, the lower
row the simulated clock: if it is shorter, the game is behind. The last line shows how the time was used.

    |    a frame or a step begins       z    the loop sleeps       a character is 5 ms
    -    the frame or step continues    .    the loop spins
                                        ~    time carried over to later frames

Lateness counts from the loop's own start. A loop that runs a step in its first frame, for which no time has passed
(`fixed`, `plain`, `box2d`, `matter-js`, and 1 ms of `variable-clamped`), begins ahead by this step, and so does its ring.

When the clock is set back, the articles' loops that wait for a planned time stand still until the clock reaches it again. Here their pacers
start a new schedule (`Schedule::start_at`), as only the article's last listing does.
)";

struct Chapter
{
    PresetGroup group;
    std::string_view title;
    std::string_view words;
};
constexpr std::array chapters{
    Chapter{PresetGroup::literature, "The five best-known loops",
            "In teaching order: each loop corrects a fault of the loop before."},
    Chapter{PresetGroup::articles, "Their variations", "From other and later articles."},
    Chapter{PresetGroup::engines, "The loops of engines",
            "With the constants, number types and first frames of each engine. The tests compare nine of them with the "
            "engines' own code, frame by frame."},
};

constexpr std::array<Nanos, 11> frames{15ms, 19ms, 15ms, 18ms, 10ms, 25ms, 300ms, 17ms, 17ms, 16ms, 17ms};
constexpr Nanos refresh_period = step_ns(hz(60));

// Characters along a clock.
class Row
{
public:
    void fill(Nanos until, char with) { text_.resize(std::max(text_.size(), column(until)), with); }
    void put(Nanos at, std::string_view what)
    {
        text_.resize(std::max(text_.size(), column(at) + what.size()), ' ');
        std::ranges::copy(what, text_.begin() + static_cast<std::ptrdiff_t>(column(at)));
    }
    const std::string& text() const { return text_; }

private:
    static std::size_t column(Nanos time) { return static_cast<std::size_t>((time + 2500us) / 5ms); }

    std::string text_;
};

// The machine of the pictures, as a pacer sees it.
struct Machine
{
    Nanos time{};
    Row row{};

    void pass(Nanos by, char as)
    {
        time += by;
        row.fill(time, as);
    }
    Nanos now() const { return time; }
    void sleep(Nanos by) { pass(by, 'z'); }
    void spin() { pass(10us, '.'); }
};

struct Run
{
    Machine machine{};
    Nanos game{};
    Row bought{};
    Row steps{};
    StepPlan sums{}; ///< of all plans; the last one's `carried`
};

void take(Run& run, Nanos dt)
{
    run.steps.put(run.game, "|");
    run.game += dt;
    run.steps.fill(run.game, '-');
}

void book(Run& run, const StepPlan& plan)
{
    for (std::int64_t i = 0; i < plan.steps; ++i) take(run, plan.dt);
    if (plan.tail > Nanos::zero()) take(run, plan.tail);
    run.bought.put(run.machine.time, std::to_string(plan.steps + (plan.tail > Nanos::zero() ? 1 : 0)));
    run.sums.stepped += plan.stepped;
    run.sums.dropped += plan.dropped;
    run.sums.filter_error += plan.filter_error;
    run.sums.carried = plan.carried;
}

Run measured(Loop loop)
{
    Run run;
    Machine& machine = run.machine;
    Nanos last{};
    for (const Nanos frame : frames)
    {
        const Nanos now = machine.now();
        const StepPlan plan = loop.plan({now - last, refresh_period});
        book(run, plan);
        machine.pass(frame / 2, '-');
        loop.pacer.wait(machine, now, plan);
        if (loop.pacer.wants_vsync()) machine.pass(now + frame - machine.now(), '-');
        machine.row.put(now, "|");
        last = now;
    }
    book(run, loop.plan({machine.now() - last, refresh_period}));
    machine.row.put(machine.now(), "|");
    run.steps.put(run.game, "|");
    run.steps.fill(run.game + std::max(run.sums.carried, Nanos::zero()), '~');
    return run;
}

// 469.0 ms = 483.3 stepped - 14.3 carried
std::string account(const Run& run)
{
    std::ostringstream text;
    text << std::fixed << std::setprecision(1) << to_millis(run.machine.time) << " ms = " << to_millis(run.sums.stepped)
         << " stepped";
    const auto add = [&](Nanos time, std::string_view what)
    {
        const double ms = to_millis(time);
        if (std::abs(ms) >= 0.05) text << (ms < 0.0 ? " - " : " + ") << std::abs(ms) << ' ' << what;
    };
    add(run.sums.carried, "carried");
    add(run.sums.dropped, "dropped");
    add(run.sums.filter_error, "filtered away");
    return text.str();
}

// A paragraph of lines that are not longer than 120 characters; those after the first are indented.
void print(const std::string& words, std::string_view indent)
{
    std::istringstream from{words};
    std::size_t length = 0;
    for (std::string word; from >> word; length += word.size())
    {
        const bool first = length == 0;
        if (!first && length + 1 + word.size() > 120)
        {
            std::cout << '\n' << indent;
            length = indent.size();
        }
        else if (!first)
        {
            std::cout << ' ';
            ++length;
        }
        std::cout << word;
    }
    std::cout << '\n';
}

void print_item(std::string_view what, std::string_view words)
{
    std::ostringstream text;
    text << "- **" << what << ":** " << words;
    print(text.str(), "  ");
}

// "filter clamp, stepper variable; 60 Hz."
std::string axes_of(const Preset& preset, const Loop& loop)
{
    std::ostringstream text;
    if (loop.filter.name() != "none") text << "filter " << loop.filter.name() << ", ";
    text << "stepper " << loop.stepper.name();
    if (loop.overload.name() != "none") text << ", overload " << loop.overload.name();
    if (loop.presentation != Presentation::latest) text << ", presentation " << name_of(loop.presentation);
    if (loop.pacer.name() != "vsync") text << ", pacer " << loop.pacer.name();
    if (preset.has_rate) text << "; " << to_hertz(preset.default_rate) << " Hz";
    text << '.';
    return text.str();
}

std::string picture_of(const Run& run)
{
    return "  frames  " + run.machine.row.text() + "\n          " + run.bought.text() + "\n  steps   " +
           run.steps.text() + "\n  time    " + account(run) + "\n";
}

// Prints the picture of a preset, or the name of an earlier one with the same picture.
void print_picture(const Preset& preset, const Loop& loop)
{
    static std::map<std::string, std::string_view> names;
    const std::string picture = picture_of(measured(loop));
    const std::string_view first = names.try_emplace(picture, preset.name).first->second;
    if (first == preset.name)
        std::cout << "\n```text\n" << picture << "```\n\n";
    else
        std::cout << "\nThe picture is that of [" << first << "](#" << first << ").\n\n";
}

void print_section(const Preset& preset)
{
    const Loop loop = preset.make(preset.default_rate);
    const std::string name = std::string{preset.name};
    const auto description = toml::parse_file("assets/presets/" + name + ".toml");
    const auto field = [&](std::string_view key) { return description[key].value_or(std::string{}); };
    std::cout << "\n### " << name << "\n\n*" << field("title") << "*, [" << name << ".toml](../assets/presets/" << name
              << ".toml)\n";
    print_picture(preset, loop);
    print_item("Axes", axes_of(preset, loop));
    print_item("Source", field("source_in_full"));
    print_item("Promise", field("promise"));
    print_item("Price", field("price_in_full"));
    print_item("Breaks", field("breaks"));
    print_item("Choose it", field("choose_it"));
    print_item("Ships in", field("ships"));
}

} // namespace

int main()
{
    std::cout << introduction;
    for (const Chapter& chapter : chapters)
    {
        std::cout << "\n## " << chapter.title << "\n\n";
        print(std::string{chapter.words}, "");
        for (const Preset& preset : all_presets)
            if (preset.group == chapter.group) print_section(preset);
    }
}
