#include "recordings/page/page.hpp"

#include "recordings/page/html.hpp"
#include "timestep/presets.hpp"

#include <nlohmann/json.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <regex>
#include <set>

using namespace recordings;
using namespace std::chrono_literals;

namespace
{

recordings::Recording game(std::string name = "game.csv")
{
    recordings::Recording c;
    c.name              = std::move(name);
    c.tool              = "a <tool> & co";
    c.frame_time_column = "ms\"frame";
    recordings::Stream s;
    s.application = "<script>alert(1)</script>";
    for (int i = 0; i < 800; ++i) s.frames.push_back(i == 150 ? 90ms : 15ms + i * 7919 % 3001 * 1us);
    c.streams.push_back(std::move(s));
    return c;
}

RankOptions few()
{
    RankOptions options;
    options.rates = {timestep::hz(60), timestep::hz(120)};
    for (const char* const name : {"fixed", "variable", "accumulator", "interpolated", "doom", "render-tick"})
        options.loops.push_back(static_cast<std::size_t>(timestep::find_preset(name) - timestep::all_presets.data()));
    return options;
}

struct MadePage
{
    recordings::Recording recording;
    Ranking ranking;
    std::string html;
    Json data;
};

MadePage make(const RankOptions& options, std::string name = "game.csv")
{
    MadePage m{.recording = game(std::move(name)), .ranking = {}, .html = "", .data = {}};
    m.ranking               = rank(m.recording.streams[0].frames, options);
    m.html                  = page({.recording = m.recording, .stream = 0, .ranking = m.ranking, .made_by = "a test"});
    const std::string start = "<script type=\"application/json\" id=\"data\">";
    const auto from         = m.html.find(start) + start.size();
    m.data                  = Json::parse(m.html.substr(from, m.html.find("</script>", from) - from));
    return m;
}

std::size_t count_of(const std::string& text, const std::string& what)
{
    std::size_t count = 0;
    for (auto at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++count;
    return count;
}

} // namespace

TEST_CASE("the page has the JSON of inspect and rank, and every figure on the page is from that JSON")
{
    const MadePage m = make(few());
    CHECK(m.data.at("inspect").at("files").at(0).dump() == to_json(m.recording).dump());
    CHECK(m.data.at("rank").dump() == to_json(m.recording, 0, m.ranking).dump());

    const std::regex figure{"<data value=\"([^\"]*)\" data-at=\"([^\"]*)\">([^<]*)</data>"};
    int figures = 0;
    for (std::sregex_iterator it{m.html.begin(), m.html.end(), figure}, end; it != end; ++it, ++figures)
    {
        const auto& found  = *it;
        const double value = m.data.at(Json::json_pointer{found[2].str()}).get<double>();
        const auto point   = found[3].str().find('.');
        const auto digits  = point == std::string::npos ? 0 : found[3].str().size() - point - 1;
        CAPTURE(found[2].str());
        CHECK(std::stod(found[1].str()) == value);
        CHECK(std::abs(std::stod(found[3].str()) - value) <= 0.5000001 * std::pow(10.0, -static_cast<double>(digits)));
    }
    CHECK(figures > 120);
}

TEST_CASE("the page has the recommendation and the command that writes the loop")
{
    const MadePage m   = make(few());
    const auto& chosen = m.data.at("rank").at("recommendation");
    CHECK(m.html.find(escaped(chosen.at("text").get<std::string>())) != m.html.npos);
    CHECK(m.html.find("<code id=\"command\">" + chosen.at("command").get<std::string>() + "</code>") != m.html.npos);
    for (const char* const id : {"next-steps", "recording", "race", "pictures", "timelines", "definitions"})
    {
        CHECK(count_of(m.html, std::string{"<section id=\""} + id + "\"") == 1);
        CHECK(count_of(m.html, std::string{"href=\"#"} + id + "\"") >= 1);
    }
    for (const auto& note : chosen.at("notes"))
        CHECK(m.html.find("<li>" + escaped(note.get<std::string>()) + "</li>") != m.html.npos);
    CHECK(chosen.at("notes").size() >= 3);
    for (const telemetry::LowRow& low : telemetry::all_lows) CHECK(m.html.find(escaped(low.is)) != m.html.npos);
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
    const MadePage m        = make(few());
    const Candidate& chosen = m.ranking.candidates.front();
    CHECK(chosen.name() == "interpolated");
    std::size_t tied = 0, vetoes = 0;
    for (const Candidate& c : m.ranking.candidates)
    {
        tied += c.tied ? 1 : 0;
        if (c.vetoed()) vetoes += m.html.find("<td class=\"l bad\">" + c.vetoes.front()) != m.html.npos ? 1 : 0;
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

TEST_CASE("the page is self-contained: no script that runs, no address, no other file")
{
    const std::string html = make(few()).html;
    CHECK(count_of(html, "<script") == 1);
    CHECK(count_of(html, "http") == count_of(html, "http://www.w3.org/2000/svg") + count_of(html, "http-equiv"));
    CHECK(count_of(html, "src=") == 0);
    CHECK(count_of(html, "@import") == 0);
    CHECK(html.find("default-src 'none'") != html.npos);
}

TEST_CASE("every picture exists for light and dark, and all ids are unique")
{
    const MadePage m = make(few());
    CHECK(count_of(m.html, "<div class=\"on-light\">") == count_of(m.html, "<div class=\"on-dark\">"));
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
    CHECK_NOTHROW(make(few(), "\xFF\xFE.csv"));
}

TEST_CASE("a page of one loop, of a short recording, and with a step cost is complete")
{
    RankOptions one  = few();
    one.loops        = {0};
    one.rates        = {timestep::hz(60)};
    one.step_cost    = 4ms;
    const MadePage m = make(one);
    CHECK(count_of(m.html, "<div class=\"picture timeline\">") ==
          2); // one for the loop and, for comparison, one for interpolated
    CHECK(m.html.find("A step costs <data") != m.html.npos);

    recordings::Recording c;
    c.streams.emplace_back().frames = {16ms};
    const Ranking r                 = rank(c.streams[0].frames, few());
    const std::string brief         = page({.recording = c, .stream = 0, .ranking = r, .made_by = ""});
    CHECK(brief.ends_with("</html>\n"));
    CHECK(brief.find("<h1 id=\"recommendation\">No recommendation</h1>") != brief.npos);
    CHECK(brief.find("Record for longer") != brief.npos);
    CHECK(brief.find("id=\"command\"") == brief.npos);
}
