// Tests that the work of each reader grows linearly, by the bytes that it looks at.
#include "reading.hpp"
#include "recordings/formats/csv.hpp"

#include <functional>

namespace
{

std::string joined(std::string_view part, std::size_t count, std::string_view separator = ",")
{
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text.append(i == 0 ? "" : separator).append(part);
    return text;
}

std::string members(std::size_t count)
{
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += fmt::format("\"k{:07}\":1,", i);
    return "{" + text + "\"dt_ms\":16}\n";
}

// A row of a present request that refers to the element with the id 2.
constexpr auto instruments_row = "<row><event-time>16000000</event-time><process ref=\"2\"/></row>";
std::string instruments(const std::string& rows)
{
    return "<trace-query-result><schema name=\"ca-client-present-request\"><col><mnemonic>timestamp</mnemonic>"
           "<engineering-type>event-time</engineering-type></col><col><mnemonic>process</mnemonic>"
           "<engineering-type>process</engineering-type></col></schema>" +
           rows + "</trace-query-result>";
}

std::uint64_t bytes_examined_in(const std::string& text, const ReadOptions& options = {})
{
    const std::uint64_t before = examined_byte_count();
    const auto result = recordings::read(text, "test", options);
    return examined_byte_count() - before;
}

} // namespace

TEST_CASE("twice the columns, members, rows, comments, levels or quotes are at most 2.05 times the examined bytes")
{
    using Make = std::function<std::string(std::size_t)>;
    const std::vector<std::pair<const char*, Make>> files{
        {"columns without numbers", [](auto n) { return joined("t", n) + "\n" + joined("x", n) + "\n"; }},
        {"columns with comments",
         [](auto n)
         {
             return repeated("# text\n", n) + joined("time", n) + "\n" + repeated("// text\n", n) + joined("x", n) +
                    "\n" + repeated("# text\n", n);
         }},
        {"a chosen column", [](auto n) { return joined("n", n) + ",mine\n" + joined("x", n) + ",16\n"; }},
        {"columns and 40 rows", [](auto n) { return repeated(joined("time", n) + "\n", 40); }},
        {"PresentMon's columns",
         [](auto n)
         {
             return "Application,ProcessID,MsBetweenPresents," + joined("CPUBusy,FrameTime,MsUntilDisplayed", n) +
                    "\na,1,16," + joined("1", 3 * n) + "\n";
         }},
        {"members", [](auto n) { return "{\"dt_ms\":16}\n" + members(n); }},
        {"members of the first line", [](auto n) { return members(n) + members(n); }},
        {"members without a known name", [](auto n) { return repeated("{" + joined("\"a\":1", n) + "}\n", 2); }},
        {"lines", [](auto n) { return repeated(members(3), n); }},
        {"elements", [](auto n) { return repeated("{\"dt_ms\":16,\"a\":[" + joined("[]", n) + "]}\n", 2); }},
        {"nesting", [](auto n) { return "{\"dt_ms\":16}\n{\"a\":" + repeated("[", n) + repeated("]", n) + "}\n"; }},
        {"runs of CapFrameX",
         [](auto n) { return "{\"Runs\":[" + joined("{\"CaptureData\":{\"MsBetweenPresents\":[-1,16]}}", n) + "]}"; }},
        {"events",
         [](auto n) { return "{\"traceEvents\":[" + joined(R"({"name":"Frame","ph":"X","ts":7,"tid":1})", n) + "]}"; }},
        {"columns with time stamps beside frame times",
         [](auto n) { return "frame_ms," + joined("time", n) + "\n" + repeated("16," + joined("1", n) + "\n", 3); }},
        {"rows", [](auto n) { return "frame_ms\n" + repeated("16.5\n", n); }},
        {"rows of a table", [](auto n) { return "frame,time_ms,fps\n" + repeated("1,16.5,60\n", n); }},
        {"comments", [](auto n) { return repeated("// text\n", n) + "frame,dt_ms\n1,16\n"; }},
        {"comments above a header in a comment",
         [](auto n) { return repeated("# text\n", n) + "# a,dt_ms\n" + repeated("1,16\n", n); }},
        {"blanks", [](auto n) { return "a dt_ms\n" + repeated("1   16\n", n); }},
        {"words in the last rows", [](auto n) { return "a,dt_ms\n1,16\n" + repeated("menu,16\n", n); }},
        {"cells with units", [](auto n) { return "a,dt\n" + repeated("1,16 ms\n", n); }},
        {"comments between rows", [](auto n) { return "a,dt_ms\n" + repeated("# text\n1,16\n", n); }},
        {"carriage returns", [](auto n) { return "a,dt_ms\r" + repeated("1,16\r", n); }},
        {"quotes", [](auto n) { return "a,dt_ms\n" + joined("\"\"\"\"", n, "") + ",16\n"; }},
        {"open quotes", [](auto n) { return repeated("\"\n", n) + "a,dt_ms\n" + repeated("\"1,16\n", n); }},
        {"rows of Instruments",
         [](auto n)
         {
             return instruments("<row><event-time>1</event-time><process id=\"2\" fmt=\"A (1)\"/></row>" +
                                repeated(instruments_row, n));
         }},
        {"a long name in Instruments",
         [](auto n)
         {
             return instruments("<row><event-time>1</event-time><process id=\"2\" fmt=\"" + std::string(n, 'A') +
                                "\"/></row>" + repeated(instruments_row, n));
         }},
        {"objects in an array", [](auto n) { return "{\"a\":[" + joined("{\"n\":1,\"dt_ms\":16}", n) + "]}"; }},
        {"numbers in an array", [](auto n) { return "[" + joined("16.5", n) + "]"; }},
        {"arrays in an array", [](auto n) { return "{\"dt_ms\":[" + joined("[16]", n) + "]}"; }},
        {"members of objects in an array", [](auto n) { return "[" + members(n) + "," + members(n) + "]"; }},
        {"rows without a header", [](auto n) { return repeated("7,16.5\n", n); }},
        {"columns without a header", [](auto n) { return repeated(joined("16", n) + "\n", 20); }},
        {"rows with a clock and rates", [](auto n) { return "time,fps\n" + repeated("1.5,60\n2.5,61\n", n); }},
        {"gfxinfo's windows",
         [](auto n)
         {
             return repeated("---PROFILEDATA---\nFlags,FrameCompleted\n0,5\n---PROFILEDATA---\n",
                             std::min(n / 8, std::size_t{900}));
         }},
    };
    for (const auto& [name, make] : files)
        for (const std::size_t n : {3000, 6000})
        {
            CAPTURE(name);
            CAPTURE(n);
            const auto once = static_cast<double>(bytes_examined_in(make(n)));
            CHECK(once >= static_cast<double>(n) / 8);
            CHECK(static_cast<double>(bytes_examined_in(make(2 * n))) <= 2.05 * once);
        }
    const auto in_column = [](std::size_t n)
    { return bytes_examined_in(joined("n", n) + ",mine\n" + joined("x", n) + ",16\n", {.column = "mine"}); };
    CHECK(static_cast<double>(in_column(6000)) <= 2.05 * static_cast<double>(in_column(3000)));
}
