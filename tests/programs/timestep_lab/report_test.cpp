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
    CHECK(data.at("seen").at("timing") == "presents");
    CHECK(html.find("<code>timestep_lab report game.csv --output 'a page.html'") != std::string::npos);
    CHECK(html.find(scratch.path("").string()) == std::string::npos);
    CHECK(html.find("my_timestep::Loop loop;") != std::string::npos);
}

TEST_CASE("report of a recording with display timing shows the pictures on the screen, and what limits the frame rate")
{
    const Scratch scratch;
    const std::string file = "'" + scratch.file("game.csv", presentmon_frames(900, 50)) + "'";
    const std::string html = run_lab("report " + file + " -o - --hz 60 --loops fixed,interpolated").out;
    const auto data        = data_of(html);
    CHECK(data.at("inspect").at("files").at(0).at("streams").at(0).at("display_timing").at("gpu_bound_share") == 1.0);
    CHECK(html.find("<dt>limit</dt><dd>The GPU limits the frame rate: ") != std::string::npos);
    CHECK(data.at("seen").at("timing") == "displayed");
    CHECK(data.at("seen").at("frames") == 882);
    CHECK(data.at("seen").at("longest_ms") == 33.0);
    CHECK(html.find("882 missing") == std::string::npos);
    CHECK(html.find("900</data> in ") != std::string::npos);
    CHECK(html.find("% of the recorded frames never reached the screen") != std::string::npos);
    const auto part = data_of(run_lab("report " + file + " -o - --hz 60 --loops fixed --from 2s --to 4s").out);
    CHECK(part.at("seen").at("length_s").get<double>() == doctest::Approx(2.0).epsilon(0.05));
}

TEST_CASE("report --overlay draws further recordings, whose folders it does not name")
{
    const Scratch scratch;
    const std::string other = scratch.file("slower.csv", presentmon_frames(900, 50));
    const std::string html  = run_lab("report " + game(scratch) + " -o - --hz 60 --loops fixed --overlay '" + other +
                                      "' --overlay " + a_recording)
                                 .out;
    const auto files = data_of(html).at("inspect").at("files");
    REQUIRE(files.size() == 3);
    CHECK(files.at(1).at("file") == "slower.csv");
    CHECK(files.at(2).at("file") == "presentmon_1.10.csv");
    CHECK(html.find(scratch.path("").string()) == std::string::npos);
    check_refused("report " + a_recording + " -o '" + other + "' --overlay '" + other + "'", "slower.csv");
    check_refused("report " + a_recording + " -o '" + scratch.path("x.html").string() + "' --overlay nowhere.csv",
                  "nowhere.csv");
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
