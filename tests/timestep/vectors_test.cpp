// Compares presets frame by frame with the steps that the engines' own code took for recorded frame times.
#include "shared_data.hpp"
#include "timestep/presets.hpp"

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <vector>

using namespace timestep;

namespace
{
using Columns = std::map<std::string, std::vector<std::string>>;

std::vector<std::string> cells_of(const std::string& line)
{
    std::vector<std::string> cells;
    std::istringstream text{line};
    for (std::string cell; std::getline(text, cell, ',');) cells.push_back(cell);
    return cells;
}

Columns read_columns(const std::filesystem::path& path)
{
    std::ifstream file{path};
    std::string line;
    std::getline(file, line);
    const std::vector<std::string> names = cells_of(line);

    Columns columns;
    while (std::getline(file, line))
    {
        const std::vector<std::string> cells = cells_of(line);
        for (std::size_t i = 0; i < names.size(); ++i) columns[names[i]].push_back(cells.at(i));
    }
    return columns;
}

std::vector<std::filesystem::path> all_vectors()
{
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator{shared_data("vectors")})
        if (entry.path().extension() == ".csv") files.push_back(entry.path());
    return files;
}

// The columns of the file with one engine's results; a missing column is not compared.
struct Expected
{
    std::string prefix;
    Loop loop;
};

void compare(const Columns& columns, Expected engine)
{
    const auto& frames = columns.at("frame_us");
    const auto column  = [&](const char* name) -> const std::vector<std::string>*
    {
        const auto found = columns.find(engine.prefix + name);
        return found == columns.end() ? nullptr : &found->second;
    };
    const auto* steps   = column("_steps");
    const auto* alpha   = column("_alpha");
    const auto* delta   = column("_delta_s");
    const auto* dropped = column("_dropped_steps");
    REQUIRE(steps);
    for (std::size_t i = 0; i < frames.size(); ++i)
    {
        CAPTURE(i);
        const StepPlan plan = engine.loop.plan({.frame = std::chrono::microseconds{std::stoll(frames[i])}});
        REQUIRE(plan.steps == std::stoll((*steps)[i]));
        if (alpha) REQUIRE(std::abs(plan.alpha - std::stod((*alpha)[i])) < 0.6e-6);
        // Godot subtracts the dropped steps from the delta that it reports.
        if (delta) REQUIRE(std::abs(to_seconds(plan.filtered - plan.dropped) - std::stod((*delta)[i])) < 2e-9);
        if (dropped) REQUIRE(std::abs(to_seconds(plan.dropped) * 60.0 - std::stod((*dropped)[i])) < 1e-6);
    }
}

Loop with_jitter_fix(double fix)
{
    auto loop               = presets::godot();
    loop.stepper.jitter_fix = fix;
    return any(loop);
}
} // namespace

TEST_CASE("godot, glaiel, cute, steptimer, bullet and bullet-10 take the engines' steps in every recorded frame")
{
    SKIP_WITHOUT(shared_data("vectors"));
    for (const auto& path : all_vectors())
    {
        CAPTURE(path.filename().string());
        const Columns columns = read_columns(path);
        REQUIRE(columns.at("frame_us").size() > 5);
        compare(columns, {"godot_jf05", any(presets::godot())});
        compare(columns, {"godot_jf0", with_jitter_fix(0.0)});
        compare(columns, {"glaiel", any(presets::glaiel())});
        compare(columns, {"cute", any(presets::cute())});
        compare(columns, {"steptimer", any(presets::steptimer())});
        compare(columns, {"bullet1", any(presets::bullet())});
        compare(columns, {"bullet10", any(presets::bullet_10())});
    }
}
