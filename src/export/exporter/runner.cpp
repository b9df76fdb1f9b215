// Writes a program around an exported loop that speaks the protocol of docs/your-loop.md.
#include "base/text.hpp"
#include "export/exporter/code_template.hpp"
#include "export/exporter/exporter.hpp"
#include "timestep/step_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace exporter
{

namespace
{

// The parts of a runner that differ from loop to loop, as code.
struct RunnerParts
{
    std::string name; ///< of the loop, for the greeting
    std::string frame_arguments; ///< "frame" or "frame, refresh"
    std::string alpha, tail; ///< "" if the plan has none
    std::string pace_arguments; ///< such as "now, clock"
    bool paces = false, has_rate = false, draws_only_stepped_frames = false;
    std::string presentation; ///< value of draw=
};

// Replaces each @KEY@ in a template.
std::string filled(std::string text, const std::vector<std::pair<std::string_view, std::string>>& values)
{
    for (const auto& [key, value] : values)
        for (std::size_t at = text.find(key); at != text.npos; at = text.find(key, at + value.size()))
            text.replace(at, key.size(), value);
    return text;
}

// C and C++, which differ only in how a function of the loop is called.
std::string c_runner(const RunnerParts& parts, bool is_cpp)
{
    const auto call = [&](const std::string& function, const std::string& arguments)
    {
        return is_cpp ? fmt::format("loop.{}({})", function, arguments)
                      : fmt::format("exported_{}(&loop{}{})", function, arguments.empty() ? "" : ", ", arguments);
    };
    const std::string rate = parts.has_rate ? filled(R"(
            if ((word = strstr(line, " rate=")) != NULL && sscanf(word, " rate=%lld/%lld", &num, &den) == 2)
                @SET_RATE@;)",
                                                     {{"@SET_RATE@", call("set_rate", "num, den")}})
                                            : "";
    const std::string pace = parts.paces ? filled(R"(
            long long clock = now;
            for (int i = 0; i < 100000 && clock - now < 10000000000; ++i) { /* each turn is a reading of the clock */
                const long long nap = @PACE@;
                if (nap == 0) break;
                clock += nap > 0 ? nap : 5000;
            }
            printf(" wait=%lld", clock - now);)",
                                                  {{"@PACE@", call("pace", parts.pace_arguments)}})
                                         : "";
    return filled(R"(
#include <stdio.h>
#include <string.h>

int main(void) {
    @TYPE@ loop = @NEW@;
    long long now = 0, refresh = 0, frame = 0, num = 0, den = 0;
    const char *word = NULL;
    char line[1002];
    while (fgets(line, sizeof line, stdin) != NULL) {
        if ((word = strstr(line, " refresh=")) != NULL) sscanf(word, " refresh=%lld", &refresh);
        if (strncmp(line, "hello ", 6) == 0) puts("hello 1 @NAME@");
        if (strncmp(line, "reset", 5) == 0) {
            loop = @NEW@;
            puts("reset");
        }
        if (sscanf(line, "frame %lld", &frame) == 1) {@RATE@
            now += frame;
            const @PLAN_TYPE@ plan = @PLAN@;
            printf("plan %lld %.17g %.17g", (long long)plan.steps, plan.dt_seconds, @ALPHA@);
            printf(" draw=%s", @DRAW@);@TAIL@
            printf(" carried=%lld dropped=%lld", (long long)plan.carried_ns, (long long)plan.dropped_ns);@PACED@
            puts("");
        }
        fflush(stdout);
    }
    (void)num, (void)den, (void)refresh;
    return 0;
}
)",
                  {{"@TYPE@", is_cpp ? "exported::Loop" : "exported"},
                   {"@NEW@", is_cpp ? "exported::Loop{}" : "exported_new()"},
                   {"@NAME@", parts.name},
                   {"@RATE@", rate},
                   {"@PLAN_TYPE@", is_cpp ? "exported::Plan" : "exported_plan"},
                   {"@PLAN@", call(is_cpp ? "plan" : "plan_frame", parts.frame_arguments)},
                   {"@ALPHA@", parts.alpha.empty() ? "1.0" : "plan.alpha"},
                   {"@DRAW@", parts.draws_only_stepped_frames
                                  ? fmt::format("plan.steps > 0 ? \"{0}\" : \"{0} draw=none\"", parts.presentation)
                                  : fmt::format("\"{}\"", parts.presentation)},
                   {"@TAIL@", parts.tail.empty() ? "" : "\n            printf(\" tail=%.17g\", plan.tail_seconds);"},
                   {"@PACED@", pace}});
}

std::string js_runner(const RunnerParts& parts)
{
    return filled(
        R"(
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
    @RATE@now += Number(frame);
    const plan = loop.plan(@PLAN@);
    let text = `plan ${plan.steps} ${plan.dtSeconds} ${@ALPHA@} draw=${@DRAW@}@TAIL@`
        + ` carried=${plan.carriedNs} dropped=${plan.droppedNs}`;@PACED@
    return text;
}
if (typeof require === 'function')
    require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
        const text = answer(line);
        if (text !== undefined) console.log(text);
    });
)",
        {{"@NAME@", parts.name},
         {"@RATE@", parts.has_rate ? "const rate = line.match(/ rate=(\\d+)\\/(\\d+)/);\n"
                                     "    if (rate) loop.setRate(Number(rate[1]), Number(rate[2]));\n    "
                                   : ""},
         {"@PLAN@", filled(parts.frame_arguments, {{"frame", "Number(frame)"}})},
         {"@ALPHA@", parts.alpha.empty() ? "1" : "plan.alpha"},
         {"@DRAW@", parts.draws_only_stepped_frames
                        ? fmt::format("plan.steps > 0 ? '{0}' : '{0} draw=none'", parts.presentation)
                        : fmt::format("'{}'", parts.presentation)},
         {"@TAIL@", parts.tail.empty() ? "" : " tail=${plan.tailSeconds}"},
         {"@PACED@", parts.paces ? filled(R"(
    let clock = now;
    for (let i = 0, nap = 0; i < 100000 && clock - now < 1e10 && (nap = loop.pace(@PACE@)) !== 0; ++i)
        clock += nap > 0 ? nap : 5000; // each turn is a reading of the clock
    text += ` wait=${clock - now}`;)",
                                          {{"@PACE@", parts.pace_arguments}})
                                 : ""}});
}

std::string lua_runner(const RunnerParts& parts)
{
    return filled(
        R"code(
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
        @RATE@now = now + frame
        local plan = loop:plan(@PLAN@)
        io.write(("plan %.0f %.17g %.17g draw=%s"):format(plan.steps, plan.dt_seconds, @ALPHA@, @DRAW@))@TAIL@
        io.write((" carried=%.0f dropped=%.0f"):format(plan.carried_ns, plan.dropped_ns))@PACED@
        print()
    end
    io.flush()
end
)code",
        {{"@NAME@", parts.name},
         {"@RATE@", parts.has_rate ? "local num, den = line:match(\" rate=(%d+)/(%d+)\")\n"
                                     "        if num then loop:set_rate(tonumber(num), tonumber(den)) end\n"
                                     "        "
                                   : ""},
         {"@PLAN@", parts.frame_arguments},
         {"@ALPHA@", parts.alpha.empty() ? "1.0" : "plan.alpha"},
         {"@DRAW@", parts.draws_only_stepped_frames
                        ? fmt::format("plan.steps > 0 and \"{0}\" or \"{0} draw=none\"", parts.presentation)
                        : fmt::format("\"{}\"", parts.presentation)},
         {"@TAIL@", parts.tail.empty() ? "" : "\n        io.write((\" tail=%.17g\"):format(plan.tail_seconds))"},
         {"@PACED@", parts.paces ? filled(R"code(
        local clock, turns, nap = now, 0, loop:pace(@NOW@)
        while nap ~= 0 and turns < 100000 and clock - now < 1e10 do -- each turn is a reading of the clock
            clock, turns = clock + (nap > 0 and nap or 5000), turns + 1
            nap = loop:pace(@PACE@)
        end
        io.write((" wait=%.0f"):format(clock - now)))code",
                                          {{"@NOW@", filled(parts.pace_arguments, {{"clock", "now"}})},
                                           {"@PACE@", parts.pace_arguments}})
                                 : ""}});
}

std::string csharp_runner(const RunnerParts& parts)
{
    return filled(R"code(
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
            now += frame;@RATE@
            Exported.Plan plan = loop.PlanFrame(@PLAN@);
            string draw = @DRAW@;
            Console.Write(string.Format(invariant, "plan {0} {1:G17} {2:G17} draw={3}", plan.Steps, plan.DtSeconds, @ALPHA@, draw));@TAIL@
            Console.Write(" carried=" + plan.CarriedNs + " dropped=" + plan.DroppedNs);@PACED@
            Console.WriteLine();
        }
    }
}
)code",
                  {{"@NAME@", parts.name},
                   {"@RATE@", parts.has_rate ? "\n            const string rate = \" rate=([0-9]+)/([0-9]+)\";"
                                               "\n            if (Value(line, rate, 1, 0) > 0) "
                                               "loop.SetRate(Value(line, rate, 1, 60), Value(line, rate, 2, 1));"
                                             : ""},
                   {"@PLAN@", parts.frame_arguments},
                   {"@ALPHA@", parts.alpha.empty() ? "1.0" : "plan.Alpha"},
                   {"@DRAW@", parts.draws_only_stepped_frames
                                  ? fmt::format("plan.Steps > 0 ? \"{0}\" : \"{0} draw=none\"", parts.presentation)
                                  : fmt::format("\"{}\"", parts.presentation)},
                   {"@TAIL@", parts.tail.empty() ? ""
                                                 : "\n            Console.Write(string.Format(invariant, "
                                                   "\" tail={0:G17}\", plan.TailSeconds));"},
                   {"@PACED@", parts.paces ? filled(R"code(
            long clock = now, nap = 0;
            for (int i = 0; i < 100000 && clock - now < 10000000000 && (nap = loop.Pace(@PACE@)) != 0; ++i)
                clock += nap > 0 ? nap : 5000; // each turn is a reading of the clock
            Console.Write(" wait=" + (clock - now));)code",
                                                    {{"@PACE@", parts.pace_arguments}})
                                           : ""}});
}

std::string rust_runner(const RunnerParts& parts)
{
    return filled(
        R"(
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
        now += frame;@RATE@
        let plan = game_loop.plan(@PLAN@);
        print!("plan {} {} {} draw={}", plan.steps, plan.dt_seconds, @ALPHA@, @DRAW@);@TAIL@
        print!(" carried={} dropped={}", plan.carried_ns, plan.dropped_ns);@PACED@
        println!();
    }
    let _ = (now, refresh);
}
)",
        {{"@NAME@", parts.name},
         {"@RATE@", parts.has_rate ? R"(
        if let Some(rate) = value(&line, "rate=") {
            let (num, den) = rate.split_once('/').unwrap();
            game_loop.set_rate(num.parse().unwrap(), den.parse().unwrap());
        })"
                                   : ""},
         {"@PLAN@", parts.frame_arguments},
         {"@ALPHA@", parts.alpha.empty() ? "1.0" : "plan.alpha"},
         {"@DRAW@",
          parts.draws_only_stepped_frames
              ? fmt::format("if plan.steps > 0 {{ \"{0}\" }} else {{ \"{0} draw=none\" }}", parts.presentation)
              : fmt::format("\"{}\"", parts.presentation)},
         {"@TAIL@", parts.tail.empty() ? "" : "\n        print!(\" tail={}\", plan.tail_seconds);"},
         {"@PACED@", parts.paces ? filled(R"(
        let mut clock = now;
        for _ in 0..100000 { // each turn is a reading of the clock
            let nap = game_loop.pace(@PACE@);
            if nap == 0 || clock - now >= 10_000_000_000 { break }
            clock += if nap > 0 { nap } else { 5000 };
        }
        print!(" wait={}", clock - now);)",
                                          {{"@PACE@", parts.pace_arguments}})
                                 : ""}});
}

std::string runner_text(Language language, const RunnerParts& parts)
{
    switch (language)
    {
    case Language::cpp: return c_runner(parts, true);
    case Language::c: return c_runner(parts, false);
    case Language::csharp: return csharp_runner(parts);
    case Language::rust: return rust_runner(parts);
    case Language::js: return js_runner(parts);
    case Language::lua: return lua_runner(parts);
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
    RunnerParts parts{.name = std::string{base::words_of(options.title).front()},
                      .frame_arguments = program.plan_reads_refresh_period() ? "frame, refresh" : "frame",
                      .alpha = program.find_plan_field("alpha") != nullptr ? "alpha" : "",
                      .tail = program.find_plan_field("tail_seconds") != nullptr ? "tail" : "",
                      .pace_arguments = pace_parameters == 2   ? "now, clock"
                                        : pace_parameters == 1 ? "clock"
                                                               : "",
                      .paces = pace != nullptr,
                      .has_rate = program.find_function("set_rate") != nullptr,
                      .draws_only_stepped_frames = !loop.pacer.renders(timestep::StepPlan{.steps = 0}),
                      .presentation = std::string{name_of(loop.presentation)}};
    options.name = "exported";
    options.is_classic_script = language == Language::js;
    std::string code;
    for (const CodeLine& line : export_loop(loop, options).lines)
        if (line.code != "#pragma once") code.append(line.code).append(line.comment) += '\n';
    if (language == Language::rust) code = "#[allow(dead_code)]\nmod exported {\n" + code + "}\n";
    if (language == Language::lua) code = "local exported = (function()\n" + code + "end)()\n";
    return code + runner_text(language, parts);
}

} // namespace exporter
