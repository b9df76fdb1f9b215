// tests/export/exporter/drivers.hpp -- programs in each language that read the commands of script.hpp, run exported
// loops, and write the answers
#pragma once

#include "export/exporter/exporter.hpp"
#include "script.hpp"

namespace drivers
{

inline std::string pace_arguments(int parameters)
{
    return parameters == 2 ? "start, now" : parameters == 1 ? "now" : "";
}

/// The program in C, or in C++, which has another interface of the loops.
inline std::string c_program(const std::vector<loops::Named>& loops, bool is_cpp)
{
    std::string includes = "#include <stdint.h>\n#include <stdio.h>\n#include <string.h>\n", cases;
    for (std::size_t i = 0; i < loops.size(); ++i)
    {
        const script::Shape s = script::shape_of(exporter::expand_loop_template(loops[i].loop));
        includes += fmt::format("#include \"loop_{}.{}\"\n", i, is_cpp ? "hpp" : "h");
        const std::string arguments = s.pace <= 0 ? "" : pace_arguments(s.pace);
        const std::string begin =
            is_cpp ? fmt::format("loop_{}::Loop loop;", i) : fmt::format("loop_{0} loop = loop_{0}_new();", i);
        const std::string plan = is_cpp ? fmt::format("const loop_{}::Plan plan = loop.plan(start", i)
                                        : fmt::format("const loop_{0}_plan plan = loop_{0}_plan_frame(&loop, start", i);
        const std::string pace = is_cpp ? fmt::format("loop.pace({})", arguments)
                                        : fmt::format("loop_{}_pace(&loop{}{})", i, s.pace > 0 ? ", " : "", arguments);
        const std::string discard =
            is_cpp ? std::string{"loop.discard_carried()"} : fmt::format("loop_{}_discard_carried(&loop)", i);
        const std::string set_rate = is_cpp ? "loop.set_rate(" : fmt::format("loop_{}_set_rate(&loop, ", i);
        cases += fmt::format(
            R"(
    case {}: {{
        {}
        while (next()) {{
            if (command == 'F' || command == 'N') {{
                {}{});
                say(plan.steps, plan.dt_seconds, {}, {}, plan.carried_ns, plan.dropped_ns);
            }}
            else if (command == 'D') fprintf(out, "%lld\n", (long long){});
            {}
            {}
        }}
        break;
    }}
)",
            i, begin, plan, s.refresh ? ", now" : "", s.alpha ? "plan.alpha" : "0.0",
            s.tail ? "plan.tail_seconds" : "0.0", discard,
            s.rate
                ? fmt::format("else if (command == 'R' || command == 'Q') fprintf(out, \"%d\\n\", (int){}start, now));",
                              set_rate)
                : "",
            s.pace < 0 ? "" : fmt::format("else fprintf(out, \"%lld\\n\", (long long){});", pace));
    }
    return includes + R"(
static FILE *in, *out;
static char command = ' ';
static int64_t start, now;
static int next(void) {
    long long x = 0, y = 0;
    if (fscanf(in, " %c %lld %lld", &command, &x, &y) != 3) { command = 'L'; x = -1; }
    start = x;
    now = y;
    return command != 'L';
}
static long long bits(double x) { long long n; memcpy(&n, &x, sizeof n); return n; }
static void say(int64_t steps, double dt, double alpha, double tail, int64_t carried, int64_t dropped) {
    fprintf(out, "%lld %lld %lld %lld %lld %lld\n", (long long)steps, bits(dt), bits(alpha), bits(tail), (long long)carried,
            (long long)dropped);
}
int main(void) {
    in = fopen("commands", "r");
    out = fopen("answers", "w");
    next();
    while (start >= 0) switch (start) {
)" + cases +
           "    default: return 1;\n    }\n    return fclose(out);\n}\n";
}

inline std::string rust_program(const std::vector<loops::Named>& loops)
{
    std::string modules, cases;
    for (std::size_t i = 0; i < loops.size(); ++i)
    {
        const script::Shape s = script::shape_of(exporter::expand_loop_template(loops[i].loop));
        modules += fmt::format("mod loop_{};\n", i);
        cases += fmt::format(
            R"(
            {0} => {{
                let mut game_loop = loop_{0}::Loop::default();
                while let Some((command, start, now)) = commands.next() {{
                    if command == 'L' {{ chosen = start; continue 'all; }}
                    if command == 'F' || command == 'N' {{
                        let plan = game_loop.plan(start{1});
                        say(plan.steps, plan.dt_seconds, {2}, {3}, plan.carried_ns, plan.dropped_ns);
                    }} else if command == 'D' {{ println!("{{}}", game_loop.discard_carried()); }}{5}{4}
                    let _ = now;
                }}
            }}
)",
            i, s.refresh ? ", now" : "", s.alpha ? "plan.alpha" : "0.0", s.tail ? "plan.tail_seconds" : "0.0",
            s.pace < 0 ? ""
                       : fmt::format(" else {{ println!(\"{{}}\", game_loop.pace({})); }}", pace_arguments(s.pace)),
            s.rate ? " else if command == 'R' || command == 'Q' { println!(\"{}\", game_loop.set_rate(start, now) as "
                     "i64); }"
                   : "");
    }
    return modules + R"(
fn say(steps: i64, dt: f64, alpha: f64, tail: f64, carried: i64, dropped: i64) {
    let bits = |x: f64| x.to_bits() as i64;
    println!("{} {} {} {} {} {}", steps, bits(dt), bits(alpha), bits(tail), carried, dropped);
}
fn main() {
    let text = std::fs::read_to_string("commands").unwrap();
    let mut commands = text.lines().map(|line| {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |i: usize| words.get(i).map_or(0, |w| w.parse::<i64>().unwrap());
        (words[0].chars().next().unwrap(), number(1), number(2))
    });
    let mut chosen = commands.next().unwrap().1;
    'all: loop {
        match chosen {
)" + cases +
           "            _ => {}\n        }\n        break;\n    }\n}\n";
}

inline std::string csharp_program(const std::vector<loops::Named>& loops)
{
    std::string cases;
    for (std::size_t i = 0; i < loops.size(); ++i)
    {
        const script::Shape s = script::shape_of(exporter::expand_loop_template(loops[i].loop));
        cases += fmt::format(
            R"(
        case {0}: {{
            var loop = new Loop{0}();
            while (Next()) {{
                if (command == "F" || command == "N") {{
                    Loop{0}.Plan plan = loop.PlanFrame(start{1});
                    Say(plan.Steps, plan.DtSeconds, {2}, {3}, plan.CarriedNs, plan.DroppedNs);
                }}
                else if (command == "D") answers.WriteLine(loop.DiscardCarried());
                {5}
                {4}
            }}
            break;
        }}
)",
            i, s.refresh ? ", now" : "", s.alpha ? "plan.Alpha" : "0.0", s.tail ? "plan.TailSeconds" : "0.0",
            s.pace < 0 ? "" : fmt::format("else answers.WriteLine(loop.Pace({}));", pace_arguments(s.pace)),
            s.rate
                ? "else if (command == \"R\" || command == \"Q\") answers.WriteLine(loop.SetRate(start, now) ? 1 : 0);"
                : "");
    }
    return R"(using System;
using System.IO;
static class Driver {
    static string[] lines = File.ReadAllLines("commands");
    static StreamWriter answers = new StreamWriter("answers");
    static int at;
    static string command;
    static long start, now;
    static bool Next() {
        if (at == lines.Length) { command = "L"; start = -1; return false; }
        string[] words = lines[at++].Split(' ');
        command = words[0];
        start = long.Parse(words[1]);
        now = words.Length > 2 ? long.Parse(words[2]) : 0;
        return command != "L";
    }
    static long Bits(double x) { return BitConverter.DoubleToInt64Bits(x); }
    static void Say(long steps, double dt, double alpha, double tail, long carried, long dropped) {
        answers.WriteLine(steps + " " + Bits(dt) + " " + Bits(alpha) + " " + Bits(tail) + " " + carried + " " + dropped);
    }
    static void Main() {
        Next();
        while (start >= 0) switch (start) {
)" + cases +
           "        default: return;\n        }\n        answers.Close();\n    }\n}\n";
}

/// The shapes of the loops, in rows of four numbers.
inline std::string shape_rows(const std::vector<loops::Named>& loops, char open, char close)
{
    std::string rows;
    for (const loops::Named& n : loops)
    {
        const script::Shape s = script::shape_of(exporter::expand_loop_template(n.loop));
        rows += fmt::format("{}{}, {}, {}, {}{}, ", open, int{s.alpha}, int{s.tail}, int{s.refresh}, s.pace, close);
    }
    return rows;
}

/// The program for JavaScript, and for the files that tsc makes of TypeScript.
inline std::string js_program(const std::vector<loops::Named>& loops)
{
    return "import fs from 'fs';\nconst shapes = [" + shape_rows(loops, '[', ']') + R"(];
const view = new DataView(new ArrayBuffer(8));
const bits = (x) => { view.setFloat64(0, x); return view.getBigInt64(0); };
const whole = (x) => { if (Object.is(x, -0)) throw new Error('-0'); return BigInt(x); };
let answers = '', loop = null, shape = null;
for (const line of fs.readFileSync('commands', 'utf8').trimEnd().split('\n')) {
    const [command, start, now] = line.split(' ').map((word, i) => i ? Number(word) : word);
    if (command === 'L') {
        loop = new (await import(`./loop_${start}.js`))[`Loop${start}`]();
        shape = shapes[start];
    } else if (command === 'R' || command === 'Q') {
        const numerator = command === 'R' ? start : [NaN, undefined, 59.94, Infinity][answers.length % 4];
        answers += Number(loop.setRate(numerator, now)) + '\n';
    } else if (command === 'D') {
        answers += whole(loop.discardCarried()) + '\n';
    } else if (command !== 'P') {
        const frame = command === 'F' ? start : [NaN, undefined, 'no number'][answers.length % 3];
        const plan = shape[2] ? loop.plan(frame, now) : loop.plan(frame);
        answers += `${whole(plan.steps)} ${bits(plan.dtSeconds)} ${bits(shape[0] ? plan.alpha : 0)} ${bits(shape[1] ? plan.tailSeconds : 0)} `
            + `${whole(plan.carriedNs)} ${whole(plan.droppedNs)}\n`;
    } else {
        answers += whole(shape[3] === 0 ? loop.pace() : shape[3] === 1 ? loop.pace(now) : loop.pace(start, now)) + '\n';
    }
}
fs.writeFileSync('answers', answers);
)";
}

/// The program for Lua 5.4, which has string.pack, and for LuaJIT, which has ffi.
inline std::string lua_program(const std::vector<loops::Named>& loops)
{
    return "local shapes = {[0] = " + shape_rows(loops, '{', '}') + R"lua(}
local bits
if jit then
    local ffi = require("ffi")
    local both = ffi.new("union { double x; int64_t n; }")
    bits = function(x) both.x = x return tostring(both.n):gsub("LL", "") end
else
    bits = function(x) return tostring(string.unpack("i8", string.pack("d", x))) end
end
local function whole(x)
    assert(x ~= 0 or 1 / x > 0, "-0")
    return string.format("%.0f", x)
end
local game_loop, shape
local answers = io.open("answers", "w")
for line in io.lines("commands") do
    local command, start, now = line:match("(%a) (%S+) ?(%S*)")
    start, now = tonumber(start), tonumber(now)
    if command == "L" then
        game_loop = dofile("loop_" .. string.format("%.0f", start) .. ".lua").new()
        shape = shapes[start]
    elseif command == "R" or command == "Q" then
        answers:write(game_loop:set_rate(command == "R" and start or shape[4] > 0 and 0 / 0 or 59.94, now) and 1 or 0, "\n")
    elseif command == "D" then
        answers:write(whole(game_loop:discard_carried()), "\n")
    elseif command ~= "P" then
        local frame = command == "F" and start or 0 / 0
        local plan = shape[3] == 1 and game_loop:plan(frame, now) or shape[3] == 0 and game_loop:plan(frame)
        answers:write(whole(plan.steps), " ", (bits(plan.dt_seconds)), " ", (bits(shape[1] == 1 and plan.alpha or 0.0)), " ",
                      (bits(shape[2] == 1 and plan.tail_seconds or 0.0)), " ", whole(plan.carried_ns), " ", whole(plan.dropped_ns), "\n")
    else
        local nap = shape[4] == 0 and game_loop:pace() or shape[4] == 1 and game_loop:pace(now) or game_loop:pace(start, now)
        answers:write(whole(nap), "\n")
    end
end
answers:close()
)lua";
}

inline std::string gdscript_program(const std::vector<loops::Named>& loops)
{
    return "extends SceneTree\n\nconst SHAPES = [" + shape_rows(loops, '[', ']') + R"(]

func bits(x):
    var buffer = StreamPeerBuffer.new()
    buffer.put_double(x)
    buffer.seek(0)
    return buffer.get_64()

func _init():
    var commands = File.new()
    commands.open("commands", File.READ)
    var answers = File.new()
    answers.open("answers", File.WRITE)
    var game_loop = null
    var shape = null
    while not commands.eof_reached():
        var words = commands.get_line().split(" ")
        if words.size() < 3:
            continue
        var start = int(words[1])
        var now = int(words[2])
        if words[0] == "L":
            game_loop = load("loop_" + str(start) + ".gd").new()
            shape = SHAPES[start]
        elif words[0] == "R" or words[0] == "Q":
            answers.store_line(str(int(game_loop.set_rate(start, now))))
        elif words[0] == "D":
            answers.store_line(str(game_loop.discard_carried()))
        elif words[0] != "P":
            var plan = game_loop.plan(start, now) if shape[2] else game_loop.plan(start)
            var alpha = plan.alpha if shape[0] else 0.0
            var tail = plan.tail_seconds if shape[1] else 0.0
            answers.store_line("%d %d %d %d %d %d" % [plan.steps, bits(plan.dt_seconds), bits(alpha), bits(tail), plan.carried_ns, plan.dropped_ns])
        else:
            var nap = game_loop.pace() if shape[3] == 0 else game_loop.pace(now) if shape[3] == 1 else game_loop.pace(start, now)
            answers.store_line(str(nap))
    answers.close()
    quit()
)";
}

inline std::string program(exporter::Language language, const std::vector<loops::Named>& loops)
{
    switch (language)
    {
    case exporter::Language::cpp: return c_program(loops, true);
    case exporter::Language::c: return c_program(loops, false);
    case exporter::Language::csharp: return csharp_program(loops);
    case exporter::Language::gdscript: return gdscript_program(loops);
    case exporter::Language::rust: return rust_program(loops);
    case exporter::Language::js:
    case exporter::Language::ts: return js_program(loops);
    case exporter::Language::lua: return lua_program(loops);
    }
    return "";
}

} // namespace drivers
