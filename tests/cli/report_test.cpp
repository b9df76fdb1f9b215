#include "lab_program.hpp"

#include <nlohmann/json.hpp>

namespace
{

// Writes a recording of a game near 60 frames a second.
std::string game(const Scratch& scratch)
{
    std::string text = "frame_ns\n";
    for (int i = 0; i < 800; ++i) text += std::to_string(15'000'000 + i * 7919 % 3001 * 1000) + "\n";
    return scratch.file("game.csv", text);
}

nlohmann::json data_of(const std::string& html)
{
    const std::string start = "<script type=\"application/json\" id=\"data\">";
    const auto from         = html.find(start) + start.size();
    return nlohmann::json::parse(html.substr(from, html.find("</script>", from) - from));
}
} // namespace

TEST_CASE("report writes one page with the JSON of inspect and rank, and the command that made it")
{
    const Scratch scratch;
    const std::string page    = scratch.path("a page.html").string();
    const std::string file    = game(scratch);
    const std::string options = "--hz 60 --loops fixed,interpolated --max-age 30ms";
    const Ran ran             = run_lab("report " + file + " -o '" + page + "' " + options);
    CHECK(ran.code == 0);
    CHECK(ran.err.empty());
    CHECK(ran.out.find("a page.html: open it in a browser\n") != std::string::npos);
    const std::string html = text_of(page);
    const auto data        = data_of(html);
    auto inspected         = nlohmann::json::parse(run_lab("inspect --json " + file).out);
    auto ranked            = nlohmann::json::parse(run_lab("rank --json " + file + " " + options).out);
    // The page names no folders, because it may be passed on.
    inspected.at("files").at(0).at("file") = ranked.at("file") = "game.csv";
    CHECK(data.at("inspect") == inspected);
    CHECK(data.at("rank") == ranked);
    CHECK(html.find("<code>timestep_lab report game.csv --output 'a page.html'") != std::string::npos);
    CHECK(html.find(scratch.path("").string()) == std::string::npos);
    CHECK(html.find("my_timestep::Loop loop;") != std::string::npos);
}

TEST_CASE("report --quiet prints nothing, and the file - is the standard output")
{
    const Scratch scratch;
    const std::string page = scratch.path("page.html").string();
    CHECK(run_lab("report --quiet " + a_recording + " -o '" + page + "' --hz 60").out.empty());
    const Ran ran = run_lab("report " + a_recording + " -o - --hz 60");
    CHECK(ran.code == 0);
    CHECK(ran.out.starts_with("<!doctype html>"));
    CHECK(ran.out.ends_with("</html>\n"));
}

TEST_CASE("report refuses invalid input and output, and keeps the old file")
{
    const Scratch scratch;
    const std::string old = scratch.file("old.html", "old");
    check_refused("report tests/recordings/formats/fixtures/mangohud_sampled.csv -o '" + old + "'", "log_interval=0");
    check_refused("report " + a_recording + " -o '" + old + "' --loops interpolatd", "did you mean 'interpolated'?");
    CHECK(text_of(old) == "old");
    check_refused("report " + a_recording, "--output is required");
    check_refused("report " + a_recording + " -o /nowhere/page.html --hz 60", "/nowhere/page.html");
}
