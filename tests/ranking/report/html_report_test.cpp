#include "../ranking.hpp"
#include "ranking/report/html.hpp"
#include "ranking/report/html_report.hpp"

#include <regex>

namespace
{

Recording game(std::string name = "game.csv")
{
    std::vector<Nanos> frames;
    for (int i = 0; i < 800; ++i) frames.push_back(i == 150 ? 90ms : 15ms + i * 7919 % 3001 * 1us);
    Recording c = recording_of(std::move(frames), std::move(name));
    c.tool = "a <tool> & co";
    c.frame_time_column = "ms\"frame";
    c.streams[0].application = "<script>alert(1)</script>";
    return c;
}

RankOptions few()
{
    return options_of({"fixed", "variable", "accumulator", "interpolated", "doom", "render-tick"}, {60, 120});
}

// The parts of a page that are not in every recording.
struct PageParts
{
    DisplayTimingFacts timing{};
    std::vector<Nanos> display_intervals{};
    std::vector<OverlaidRecording> overlays{};
};

struct MadePage
{
    Recording recording;
    LoopRanking ranking;
    std::string html;
    Json data;
};

Json data_in(const std::string& html)
{
    const std::string start = "<script type=\"application/json\" id=\"data\">";
    const auto from = html.find(start) + start.size();
    return Json::parse(html.substr(from, html.find("</script>", from) - from));
}

// `more` has the members of ReportInput besides the recording and its ranking.
MadePage make_of(Recording recording, const RankOptions& options, const PageParts& more = {})
{
    MadePage m{.recording = std::move(recording), .ranking = {}, .html = "", .data = {}};
    m.ranking = rank(m.recording.streams[0].frame_times, options);
    m.html = report_html({.recording = m.recording,
                          .stream_index = 0,
                          .ranking = m.ranking,
                          .generator = "a test",
                          .timing = more.timing,
                          .display_intervals = more.display_intervals,
                          .overlays = more.overlays});
    m.data = data_in(m.html);
    return m;
}

MadePage make(const RankOptions& options, std::string name = "game.csv")
{
    return make_of(game(std::move(name)), options);
}

std::size_t count_of(const std::string& text, const std::string& what)
{
    std::size_t count = 0;
    for (auto at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++count;
    return count;
}

} // namespace

TEST_CASE("the headline names one loop where the halves differ, and the text what the other saves and risks")
{
    std::vector<Nanos> frames;
    for (int i = 0; i < 2400; ++i)
        frames.push_back(16'666'667ns + (i * 7919 % 3001 - 1500) * (i < 1200 ? 60ns : 2600ns));
    RankOptions options = few();
    options.loops.push_back(id_of(*timestep::find_preset("refresh-snapped")));
    const MadePage m = make_of(recording_of(std::move(frames)), options);
    REQUIRE(m.ranking.recommendation.alternative_index);
    CHECK(count_of(m.html, "Use <span class=\"whole\">interpolated at 60 Hz</span></h1>") == 1);
    CHECK(count_of(m.html, "timestep_lab export --loop interpolated --hz 60") >= 1);
    CHECK(count_of(m.html, " Close to it is refresh-snapped at 60 Hz, which shows a state ") >= 1);
}

TEST_CASE("the page has the JSON of inspect and rank, and every figure on the page is from that JSON")
{
    const MadePage m = make(few());
    CHECK(m.data.at("inspect").at("files").at(0).dump() == frame_time_facts_json(m.recording).dump());
    CHECK(m.data.at("rank").dump() == stream_ranking_json(m.recording, 0, m.ranking).dump());

    const std::regex figure{"<data value=\"([^\"]*)\" data-at=\"([^\"]*)\">([^<]*)</data>"};
    int figures = 0;
    for (std::sregex_iterator it{m.html.begin(), m.html.end(), figure}, end; it != end; ++it, ++figures)
    {
        const auto& found = *it;
        const double value = m.data.at(Json::json_pointer{found[2].str()}).get<double>();
        const auto point = found[3].str().find('.');
        const auto digits = point == std::string::npos ? 0 : found[3].str().size() - point - 1;
        CAPTURE(found[2].str());
        CHECK(std::stod(found[1].str()) == value);
        CHECK(std::abs(std::stod(found[3].str()) - value) <= 0.5000001 * std::pow(10.0, -static_cast<double>(digits)));
    }
    CHECK(figures > 120);
}

TEST_CASE("the page has the recommendation and the command that writes the loop")
{
    const MadePage m = make(few());
    const auto& chosen = m.data.at("rank").at("recommendation");
    CHECK(m.html.find(markup_escaped(chosen.at("text").get<std::string>())) != m.html.npos);
    CHECK(m.html.find("<code id=\"command\">" + chosen.at("command").get<std::string>() + "</code>") != m.html.npos);
    for (const char* const id : {"next-steps", "recording", "race", "pictures", "timelines", "definitions"})
    {
        CHECK(count_of(m.html, std::string{"<section id=\""} + id + "\"") == 1);
        CHECK(count_of(m.html, std::string{"href=\"#"} + id + "\"") >= 1);
    }
    for (const auto& note : chosen.at("notes"))
        CHECK(m.html.find("<li>" + markup_escaped(note.get<std::string>()) + "</li>") != m.html.npos);
    CHECK(chosen.at("notes").size() >= 3);
    for (const telemetry::LowFpsDefinitionInfo& low : telemetry::all_low_fps_definitions)
        CHECK(m.html.find(markup_escaped(low.metric.definition)) != m.html.npos);
}

TEST_CASE("the page names the file without its folder")
{
    const MadePage m = make(few(), "/home/somebody/secret/my game.csv");
    CHECK(m.html.find("secret") == m.html.npos);
    CHECK(m.html.find("report on my game.csv</p>") != m.html.npos);
    CHECK(m.html.find("timestep_lab compare 'my game.csv' after.csv") != m.html.npos);
    CHECK(m.data.at("rank").at("file") == "my game.csv");
    CHECK(m.data.at("inspect").at("files").at(0).at("file") == "my game.csv");
}

TEST_CASE("tied loops have intervals within the tie band, and a vetoed loop shows its reason")
{
    const MadePage m = make(few());
    const Candidate& chosen = m.ranking.candidates.front();
    CHECK(chosen.name() == "interpolated");
    std::size_t tied = 0, vetoes = 0;
    for (const Candidate& c : m.ranking.candidates)
    {
        tied += c.is_tied_with_baseline ? 1 : 0;
        if (c.has_veto()) vetoes += m.html.find("<td class=\"l bad\">" + c.vetoes.front()) != m.html.npos ? 1 : 0;
    }
    CHECK(tied >= 2);
    CHECK(count_of(m.html, "<i class=\"tied\"") == tied);
    CHECK(vetoes >= 2);
    CHECK(count_of(m.html, "<i class=\"same\"") == m.ranking.candidates.size());
}

TEST_CASE("each hitch is a circle on the frame plot, above the line of the hitch limit")
{
    const MadePage m = make(few());
    CHECK(m.data.at("rank").at("hitches") == 1);
    CHECK(count_of(m.html, "<span class=\"mark\"") == 1);
    CHECK(count_of(m.html, "<line class=\"limit\"") == 1);
}

TEST_CASE("what the player saw is drawn with the times of the pictures on the screen, if they are known")
{
    const std::vector<Nanos> frames(1200, Nanos{16'666'667});
    std::vector<Nanos> displayed;
    for (int i = 0; i < 800; ++i) displayed.push_back(i % 2 == 0 ? Nanos{16'666'667} : Nanos{33'333'333});
    const MadePage m = make_of(recording_of(frames), few(), {.display_intervals = displayed});
    CHECK(m.data.at("seen").at("timing") == "displayed");
    CHECK(m.data.at("seen").at("frames") == 800);
    CHECK(m.data.at("seen").at("longest_ms").get<double>() == doctest::Approx(33.333));
    CHECK(m.html.find("around the longest wait for a frame (<data value=\"33.3") != m.html.npos);
    CHECK(m.html.find("The loops get the times from one displayed frame to the next, generated ones included, as "
                      "frame times.") != m.html.npos);
    const auto jumps_of = [](const MadePage& made, std::string_view loop)
    {
        for (const auto& one : made.data.at("seen").at("loops"))
            if (one.at("loop") == loop) return one.at("jumps_per_minute").get<double>();
        return -1.0;
    };
    CHECK(jumps_of(m, "fixed") > 1000.0);
    const MadePage plain = make_of(recording_of(frames), few());
    CHECK(plain.data.at("seen").at("timing") == "presents");
    CHECK(jumps_of(plain, "fixed") == 0.0);
    CHECK(plain.html.find("The recording does not contain screen times") != m.html.npos);
    CHECK(plain.data.at("rank").dump() == m.data.at("rank").dump());
}

TEST_CASE("the page says whether the GPU or the CPU limits the frame rate, if the recording tells")
{
    const auto limit_of = [](double gpu, double cpu)
    {
        const MadePage m = make_of(game(), few(), {.timing = {.gpu_cpu_bound_shares = GpuCpuBoundShares{gpu, cpu}}});
        const auto& json = m.data.at("inspect").at("files").at(0).at("streams").at(0).at("display_timing");
        CHECK(json.at("gpu_bound_share") == gpu);
        CHECK(json.at("cpu_bound_share") == cpu);
        const auto at = m.html.find("<dt>limit</dt><dd>") + 18;
        return m.html.substr(at, m.html.find("</dd>", at) - at);
    };
    CHECK(limit_of(0.9, 0.05) == "The GPU limits the frame rate: the GPU was busy for 95 % of the frame in 90 % of the "
                                 "frames, the CPU alone in 5 %.");
    CHECK(limit_of(0.1, 0.8).starts_with("The CPU limits the frame rate: "));
    CHECK(limit_of(0.1, 0.2).starts_with("Neither GPU nor CPU limits most frames, as with a frame cap: "));
    CHECK(make(few()).html.find("<dt>limit</dt>") == std::string::npos);
}

TEST_CASE("further recordings are drawn into both plots, and a table has their colours and figures")
{
    const Recording slow = recording_of(std::vector<Nanos>(800, 30ms), "folder/made.csv"),
                    fast = recording_of(std::vector<Nanos>(800, 8ms), "folder/made.csv");
    const MadePage m = make_of(game(), few(), {.overlays = {{slow, 0}, {fast, 0}}});
    for (const std::string id : {"frame-times", "percentiles"})
    {
        const auto at = m.html.find("id=\"" + id + "\"");
        const std::string plot = m.html.substr(at, m.html.find("</svg>", at) - at);
        CHECK(count_of(plot, "<path") == 3);
        CHECK(count_of(plot, "<path style=\"stroke:#") == 2);
    }
    REQUIRE(m.data.at("inspect").at("files").size() == 3);
    CHECK(m.data.at("inspect").at("files").at(1).dump().find("\"file\":\"made.csv\"") != std::string::npos);
    const auto table = m.html.find("<table id=\"overlays\">");
    REQUIRE(table != m.html.npos);
    const std::string rows = m.html.substr(table, m.html.find("</table>", table) - table);
    CHECK(count_of(rows, "<tr><th><span class=\"dot\"") == 3);
    CHECK(rows.find("/inspect/files/1/streams/0/mean_ms\">30.0</data>") != rows.npos);
    CHECK(rows.find("/inspect/files/2/streams/0/mean_ms\">8.00</data>") != rows.npos);
    CHECK(m.html.find("folder/") == m.html.npos);
    CHECK(make(few()).html.find("<table id=\"overlays\">") == m.html.npos);
}

TEST_CASE("no text of the page repeats a unit")
{
    for (const MadePage& m : {make(few()), make_of(recording_of(std::vector<Nanos>(1200, 9ms)), few())})
        for (const char* const twice : {"ms ms", "% %", "Hz Hz", "s s ", "ms</span> ms", "fps fps"})
            CHECK_MESSAGE(m.html.find(twice) == m.html.npos, std::string{twice});
}

TEST_CASE("the page is self-contained: no script that runs, no address, no other file")
{
    const std::string html = make(few()).html;
    CHECK(count_of(html, "<script") == 1);
    CHECK(count_of(html, "http") == count_of(html, "http://www.w3.org/2000/svg") + count_of(html, "http-equiv"));
    CHECK(count_of(html, "src=") == 0);
    CHECK(count_of(html, "@import") == 0);
    CHECK(html.find("default-src 'none'") != html.npos);
}

TEST_CASE("the colours of pictures follow light and dark, and all ids are unique")
{
    const MadePage m = make(few());
    CHECK(count_of(m.html, "fill=\"light-dark(#") > 0);
    CHECK(count_of(m.html, "<div class=\"picture strip\">") == 5); // the tied loop, and four loops of the literature
    CHECK(count_of(m.html, "<div class=\"picture timeline\">") == 3);
    const std::regex id{" id=\"([^\"]*)\""};
    std::set<std::string> ids;
    for (std::sregex_iterator it{m.html.begin(), m.html.end(), id}, end; it != end; ++it)
        CHECK(ids.insert((*it)[1].str()).second);
    CHECK(ids.size() > 10);
}

TEST_CASE("the names of files and applications are escaped")
{
    const std::string html = make(few(), "</script><b>\"'&.csv").html;
    CHECK(html.find("<script>alert") == html.npos);
    CHECK(html.find("</script><b>") == html.npos);
    CHECK(count_of(html, "</script>") == 1);
    CHECK(html.find("&lt;script&gt;alert(1)&lt;/script&gt;") != html.npos);
    CHECK(html.find("a &lt;tool&gt; &amp; co") != html.npos);
#ifndef _WIN32 // file names of Windows are always valid Unicode
    CHECK_NOTHROW(make(few(), "\xFF\xFE.csv"));
#endif
}

TEST_CASE("a page of one loop, of a short recording, and with a step cost is complete")
{
    RankOptions one = few();
    one.loops = {timestep::PresetId{0}};
    one.rates = {timestep::hz(60)};
    one.step_cost = 4ms;
    const MadePage m = make(one);
    CHECK(count_of(m.html, "<div class=\"picture timeline\">") ==
          2); // one for the loop and, for comparison, one for interpolated
    CHECK(m.html.find("A step costs <data") != m.html.npos);

    const Recording c = recording_of({16ms});
    const LoopRanking r = rank(c.streams[0].frame_times, few());
    const std::string brief = report_html({.recording = c, .stream_index = 0, .ranking = r, .generator = ""});
    CHECK(brief.ends_with("</html>\n"));
    CHECK(brief.find("<h1 id=\"recommendation\">No recommendation</h1>") != brief.npos);
    CHECK(brief.find("Record for longer") != brief.npos);
    std::vector<Nanos> generated(2400, 16ms);
    for (std::size_t i = 0; i < generated.size(); i += 2) generated[i] = 500us;
    CHECK(make_of(recording_of(generated), few()).html.find("Record for longer") == std::string::npos);
    CHECK(brief.find("id=\"command\"") == brief.npos);
}
