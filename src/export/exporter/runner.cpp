// Writes a program around an exported loop that speaks the protocol of docs/your-loop.md.
#include "base/text.hpp"
#include "export/exporter/code_template.hpp"
#include "export/exporter/exporter.hpp"
#include "timestep/step_plan.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

namespace exporter
{

namespace
{

// What the runners of different loops differ in.
struct RunnerParts
{
    std::vector<std::pair<std::string, std::string>> values; ///< by name
    std::vector<std::string> flags{}; ///< the names of those that are set
};

// Fills a template: @NAME@ is a value, <?FLAG text?> stays if the flag is set, and <?!FLAG text?> if it is not.
std::string filled(std::string text, const RunnerParts& parts)
{
    // The innermost of nested ones comes first.
    for (std::size_t begin = text.rfind("<?"); begin != text.npos; begin = text.rfind("<?"))
    {
        const std::size_t end = text.find("?>", begin), name_end = text.find_first_of(" \n", begin);
        const bool is_negated = text[begin + 2] == '!';
        const std::size_t name = begin + 2 + (is_negated ? 1 : 0);
        const bool is_set = std::ranges::count(parts.flags, text.substr(name, name_end - name)) > 0;
        const std::size_t kept = name_end + (text[name_end] == ' ' ? 1 : 0);
        text.replace(begin, end + 2 - begin, is_set != is_negated ? text.substr(kept, end - kept) : "");
    }
    for (const auto& [name, value] : parts.values)
        for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at + value.size()))
            text.replace(at, name.size(), value);
    return text;
}

// In C and, with other names, in C++.
constexpr auto c_runner = R"(
#include <stdio.h>
#include <string.h>

int main(void) {
    <?cpp exported::Loop loop = exported::Loop{}?><?!cpp exported loop = exported_new()?>;
    long long now = 0, refresh = 0, frame = 0, num = 0, den = 0;
    const char *word = NULL;
    char line[1002];
    while (fgets(line, sizeof line, stdin) != NULL) {
        if ((word = strstr(line, " refresh=")) != NULL) sscanf(word, " refresh=%lld", &refresh);
        if (strncmp(line, "hello ", 6) == 0) puts("hello 1 @NAME@");
        if (strncmp(line, "reset", 5) == 0) {
            loop = <?cpp exported::Loop{}?><?!cpp exported_new()?>;
            puts("reset");
        }
        if (sscanf(line, "frame %lld", &frame) == 1) {<?rate
            if ((word = strstr(line, " rate=")) != NULL && sscanf(word, " rate=%lld/%lld", &num, &den) == 2)
                <?cpp loop.set_rate(?><?!cpp exported_set_rate(&loop, ?>num, den);?>
            now += frame;
            const <?cpp exported::Plan plan = loop.plan(?><?!cpp exported_plan plan = exported_plan_frame(&loop, ?>frame<?refresh , refresh?>);
            printf("plan %lld %.17g %.17g", (long long)plan.steps, plan.dt_seconds, <?alpha plan.alpha?><?!alpha 1.0?>);
            printf(" draw=%s", <?stepped plan.steps > 0 ? "@DRAW@" : "@DRAW@ draw=none"?><?!stepped "@DRAW@"?>);<?tail
            printf(" tail=%.17g", plan.tail_seconds);?>
            printf(" carried=%lld dropped=%lld", (long long)plan.carried_ns, (long long)plan.dropped_ns);<?pace
            long long clock = now;
            for (int i = 0; i < 100000 && clock - now < 10000000000; ++i) { /* each turn is a reading of the clock */
                const long long nap = <?cpp loop.pace(@PACE@)?><?!cpp exported_pace(&loop@AND_PACE@)?>;
                if (nap == 0) break;
                clock += nap > 0 ? nap : 5000;
            }
            printf(" wait=%lld", clock - now);?>
            puts("");
        }
        fflush(stdout);
    }
    (void)num, (void)den, (void)refresh, (void)now<?!cpp , (void)exported_discard_carried?>;
    return 0;
}
)";

constexpr auto js_runner = R"(
let loop = new Exported(), now = 0, refresh = 0;
function answer(line) { // the lab's page calls it, too
    const [word, frame] = line.split(' ');
    refresh = Number((line.match(/ refresh=(\d+)/) ?? [0, refresh])[1]);
    if (word === 'hello') return 'hello 1 @NAME@';
    if (word === 'reset') {
        loop = new Exported();
        return 'reset';
    }
    if (word !== 'frame') return undefined;
    <?rate const rate = line.match(/ rate=(\d+)\/(\d+)/);
    if (rate) loop.setRate(Number(rate[1]), Number(rate[2]));
    ?>now += Number(frame);
    const plan = loop.plan(Number(frame)<?refresh , refresh?>);
    let text = `plan ${plan.steps} ${plan.dtSeconds} ${<?alpha plan.alpha?><?!alpha 1?>} draw=${<?stepped plan.steps > 0 ? '@DRAW@' : '@DRAW@ draw=none'?><?!stepped '@DRAW@'?>}<?tail  tail=${plan.tailSeconds}?>`
        + ` carried=${plan.carriedNs} dropped=${plan.droppedNs}`;<?pace
    let clock = now;
    for (let i = 0, nap = 0; i < 100000 && clock - now < 1e10 && (nap = loop.pace(@PACE@)) !== 0; ++i)
        clock += nap > 0 ? nap : 5000; // each turn is a reading of the clock
    text += ` wait=${clock - now}`;?>
    return text;
}
if (typeof require === 'function')
    require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
        const text = answer(line);
        if (text !== undefined) console.log(text);
    });
)";

constexpr auto lua_runner = R"code(
local loop, now, refresh = exported.new(), 0, 0
for line in io.lines() do
    local frame = tonumber(line:match("^frame (%-?%d+)"))
    refresh = tonumber(line:match(" refresh=(%d+)")) or refresh
    if line:match("^hello ") then print("hello 1 @NAME@") end
    if line:match("^reset") then
        loop = exported.new()
        print("reset")
    end
    if frame then
        <?rate local num, den = line:match(" rate=(%d+)/(%d+)")
        if num then loop:set_rate(tonumber(num), tonumber(den)) end
        ?>now = now + frame
        local plan = loop:plan(frame<?refresh , refresh?>)
        io.write(("plan %.0f %.17g %.17g draw=%s"):format(plan.steps, plan.dt_seconds, <?alpha plan.alpha?><?!alpha 1.0?>, <?stepped plan.steps > 0 and "@DRAW@" or "@DRAW@ draw=none"?><?!stepped "@DRAW@"?>))<?tail
        io.write((" tail=%.17g"):format(plan.tail_seconds))?>
        io.write((" carried=%.0f dropped=%.0f"):format(plan.carried_ns, plan.dropped_ns))<?pace
        local clock, turns, nap = now, 0, loop:pace(@PACE_NOW@)
        while nap ~= 0 and turns < 100000 and clock - now < 1e10 do -- each turn is a reading of the clock
            clock, turns = clock + (nap > 0 and nap or 5000), turns + 1
            nap = loop:pace(@PACE@)
        end
        io.write((" wait=%.0f"):format(clock - now))?>
        print()
    end
    io.flush()
end
)code";

constexpr auto csharp_runner = R"code(
static class Runner {
    static long Value(string line, string pattern, int group, long other) {
        var found = System.Text.RegularExpressions.Regex.Match(line, pattern);
        return found.Success ? long.Parse(found.Groups[group].Value) : other;
    }

    static void Main() {
        var invariant = System.Globalization.CultureInfo.InvariantCulture;
        var loop = new Exported();
        long now = 0, refresh = 0;
        for (string line; (line = Console.ReadLine()) != null; Console.Out.Flush()) {
            refresh = Value(line, " refresh=([0-9]+)", 1, refresh);
            if (line.StartsWith("hello ")) Console.WriteLine("hello 1 @NAME@");
            if (line.StartsWith("reset")) {
                loop = new Exported();
                Console.WriteLine("reset");
            }
            if (!line.StartsWith("frame ")) continue;
            long frame = Value(line, "^frame (-?[0-9]+)", 1, 0);
            now += frame;<?rate
            const string rate = " rate=([0-9]+)/([0-9]+)";
            if (Value(line, rate, 1, 0) > 0) loop.SetRate(Value(line, rate, 1, 60), Value(line, rate, 2, 1));?>
            Exported.Plan plan = loop.PlanFrame(frame<?refresh , refresh?>);
            string draw = <?stepped plan.Steps > 0 ? "@DRAW@" : "@DRAW@ draw=none"?><?!stepped "@DRAW@"?>;
            Console.Write(string.Format(invariant, "plan {0} {1:G17} {2:G17} draw={3}", plan.Steps, plan.DtSeconds, <?alpha plan.Alpha?><?!alpha 1.0?>, draw));<?tail
            Console.Write(string.Format(invariant, " tail={0:G17}", plan.TailSeconds));?>
            Console.Write(" carried=" + plan.CarriedNs + " dropped=" + plan.DroppedNs);<?pace
            long clock = now, nap = 0;
            for (int i = 0; i < 100000 && clock - now < 10000000000 && (nap = loop.Pace(@PACE@)) != 0; ++i)
                clock += nap > 0 ? nap : 5000; // each turn is a reading of the clock
            Console.Write(" wait=" + (clock - now));?>
            Console.WriteLine();
        }
    }
}
)code";

constexpr auto rust_runner = R"(
fn value(line: &str, key: &str) -> Option<String> {
    line.split_whitespace().find_map(|word| word.strip_prefix(key)).map(str::to_string)
}

fn main() {
    let mut game_loop = exported::Loop::default();
    let (mut now, mut refresh) = (0i64, 0i64);
    for line in std::io::stdin().lines().map(|line| line.unwrap()) {
        refresh = value(&line, "refresh=").map_or(refresh, |word| word.parse().unwrap());
        if line.starts_with("hello ") { println!("hello 1 @NAME@") }
        if line.starts_with("reset") {
            game_loop = exported::Loop::default();
            println!("reset");
        }
        if !line.starts_with("frame ") { continue }
        let frame: i64 = line.split_whitespace().nth(1).unwrap().parse().unwrap();
        now += frame;<?rate
        if let Some(rate) = value(&line, "rate=") {
            let (num, den) = rate.split_once('/').unwrap();
            game_loop.set_rate(num.parse().unwrap(), den.parse().unwrap());
        }?>
        let plan = game_loop.plan(frame<?refresh , refresh?>);
        print!("plan {} {} {} draw={}", plan.steps, plan.dt_seconds, <?alpha plan.alpha?><?!alpha 1.0?>, <?stepped if plan.steps > 0 { "@DRAW@" } else { "@DRAW@ draw=none" }?><?!stepped "@DRAW@"?>);<?tail
        print!(" tail={}", plan.tail_seconds);?>
        print!(" carried={} dropped={}", plan.carried_ns, plan.dropped_ns);<?pace
        let mut clock = now;
        for _ in 0..100000 { // each turn is a reading of the clock
            let nap = game_loop.pace(@PACE@);
            if nap == 0 || clock - now >= 10_000_000_000 { break }
            clock += if nap > 0 { nap } else { 5000 };
        }
        print!(" wait={}", clock - now);?>
        println!();
    }
    let _ = (now, refresh);
}
)";

std::string_view runner_template(Language language)
{
    switch (language)
    {
    case Language::cpp:
    case Language::c: return c_runner;
    case Language::csharp: return csharp_runner;
    case Language::rust: return rust_runner;
    case Language::js: return js_runner;
    case Language::lua: return lua_runner;
    case Language::gdscript:
    case Language::ts: break;
    }
    throw std::invalid_argument{"this language has no runner"};
}

} // namespace

std::string export_runner(const timestep::Loop& loop, FileOptions options)
{
    const Language language = options.language;
    const Program program = expand_loop_template(loop, language_info_of(language).integer_bits);
    const Function* const pace = program.find_function("pace");
    const std::size_t pace_parameters = pace == nullptr ? 0 : pace->parameters.size();
    const std::string arguments = pace_parameters == 2 ? "now, clock" : pace_parameters == 1 ? "clock" : "";
    RunnerParts parts{.values = {{"@NAME@", std::string{base::words_of(options.title).front()}},
                                 {"@DRAW@", std::string{name_of(loop.presentation)}},
                                 {"@PACE@", arguments},
                                 {"@PACE_NOW@", pace_parameters == 2   ? "now, now"
                                                : pace_parameters == 1 ? "now"
                                                                       : ""},
                                 {"@AND_PACE@", arguments.empty() ? "" : ", " + arguments}}};
    for (const auto& [flag, is_set] : {
             std::pair{"cpp", language == Language::cpp},
             {"refresh", program.plan_reads_refresh_period()},
             {"rate", program.find_function("set_rate") != nullptr},
             {"pace", pace != nullptr},
             {"alpha", program.find_plan_field("alpha") != nullptr},
             {"tail", program.find_plan_field("tail_seconds") != nullptr},
             {"stepped", !loop.pacer.renders(timestep::StepPlan{.steps = 0})}, // draws only frames with a step
         })
        if (is_set) parts.flags.emplace_back(flag);
    options.name = "exported";
    options.is_classic_script = language == Language::js;
    std::string code;
    for (const CodeLine& line : export_loop(loop, options).lines)
        if (line.code != "#pragma once") code.append(line.code).append(line.comment) += '\n';
    if (language == Language::rust) code = "#[allow(dead_code)]\nmod exported {\n" + code + "}\n";
    if (language == Language::lua) code = "local exported = (function()\n" + code + "end)()\n";
    return code + filled(std::string{runner_template(language)}, parts);
}

} // namespace exporter
