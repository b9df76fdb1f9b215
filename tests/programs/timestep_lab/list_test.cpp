#include "catalogue/description.hpp"
#include "lab_program.hpp"
#include "timestep/presets.hpp"

#include <algorithm>
#include <sstream>

using namespace timestep;

TEST_CASE("list loops prints every preset once, with its five axes")
{
    const Ran ran = run_lab("list loops");
    CHECK(ran.code == 0);
    for (const Preset& preset : all_presets)
    {
        CAPTURE(preset.name);
        std::istringstream lines{ran.out};
        int found = 0;
        for (std::string line; std::getline(lines, line);)
        {
            std::istringstream words{line};
            std::string name, filter, stepper, overload, presentation, pacer;
            words >> name >> filter >> stepper >> overload >> presentation >> pacer;
            if (name != preset.name) continue;
            ++found;
            const Loop loop = preset.make(preset.default_rate);
            CHECK(filter == loop.filter.name());
            CHECK(stepper == loop.stepper.name());
            CHECK(overload == loop.overload.name());
            CHECK(presentation == name_of(loop.presentation));
            CHECK(pacer == loop.pacer.name());
            CHECK(line.find(catalogue::description_of(preset.name).source) != std::string::npos);
        }
        CHECK(found == 1);
    }
}

TEST_CASE("list loops with words prints only the loops that have them, under their headings")
{
    const Ran found = run_lab("list loops unreal async");
    CHECK(found.out.find("\n# Game engines and frameworks\nunreal-async ") != std::string::npos);
    CHECK(std::count(found.out.begin(), found.out.end(), '\n') == 4);
    CHECK(run_lab("list loops js").out.find("\n# JavaScript libraries\nphaser ") != std::string::npos);
    CHECK(run_lab("list loops sleep").out.find("\npygame ") != std::string::npos);
    check_refused("list loops no-such-word", "no loop has the words 'no-such-word'");
    check_refused("list scenes ball", "only loops are searched");
}

TEST_CASE("list without a name prints all names that can be listed, and each can be listed")
{
    std::istringstream lines{run_lab("list").out};
    int listings = 0;
    for (std::string line; std::getline(lines, line); ++listings)
    {
        const Ran ran = run_lab("list " + line.substr(0, line.find(' ')));
        CHECK(ran.code == 0);
        CHECK_FALSE(ran.out.empty());
    }
    CHECK(listings >= 4);
}

TEST_CASE("a misspelt word is refused with the nearest valid one")
{
    check_refused("list lops", "did you mean 'loops'?");
    check_refused("lst", "did you mean 'list'?");
    check_refused("plan --frams x", "did you mean '--frames'?");
    check_refused("leson", "did you mean 'lesson'?");
    check_refused("", "--help");
    CHECK(run_lab("--help").code == 0);
    CHECK(run_lab("plan --help").out.find("--refresh-hz") != std::string::npos);
    CHECK(run_lab("--version").out.starts_with("timestep_lab "));
}
