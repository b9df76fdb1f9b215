// Checks the table that `timestep_lab slow --csv` writes: it is read back as it was written.
#include "reading.hpp"
#include "recordings/formats/slowed_game.hpp"

#include <string>

using namespace std::chrono_literals;
using recordings::SlowedGameRow;

namespace
{

std::string table(std::initializer_list<SlowedGameRow> rows)
{
    std::string text{recordings::slowed_game_header};
    for (const SlowedGameRow& row : rows) text += recordings::slowed_game_row(row);
    return text;
}

} // namespace

TEST_CASE("a row of a slowed game has the game's own part, the added part, and an empty field without a recording")
{
    const std::string text = table({{.application = "neverball",
                                     .process_id  = 4711,
                                     .window      = 1,
                                     .call        = "SDL_GL_SwapWindow",
                                     .end         = 2083369800ns,
                                     .frame       = 16701100ns,
                                     .added       = 10ms,
                                     .slowed      = true,
                                     .event       = "hitch 500 ms"}});
    CHECK(text.ends_with(
        "\n2,neverball,4711,1,SDL_GL_SwapWindow,2.083369800,16701100,6701100,10000000,,1,hitch 500 ms,,,,,\n"));
}

TEST_CASE("the frames of each window of a slowed game are a stream")
{
    const std::string text           = table({{"a", 1, 1, "glXSwapBuffers", 10ms, 10ms, 0ns},
                                              {"a", 1, 2, "glXSwapBuffers", 12ms, 3ms, 0ns},
                                              {"a", 1, 1, "glXSwapBuffers", 30ms, 20ms, 0ns}});
    const recordings::Recording read = accepted(recordings::read(text, "slow.csv"));
    REQUIRE(read.streams.size() == 2);
    CHECK(read.streams[0].frames == std::vector<timestep::Nanos>{10ms, 20ms});
    CHECK(read.streams[1].swap_chain == "2");
}

TEST_CASE("a name with separators, quotation marks and line ends stays one field of a slowed game's table")
{
    const std::string text           = table({{"a,b;\"c\"\nd", 1, 1, "glXSwapBuffers", 10ms, 10ms, 0ns}});
    const recordings::Recording read = accepted(recordings::read(text, "slow.csv"));
    CHECK(default_stream(read).frames.size() == 1);
    CHECK(default_stream(read).application == "a b  c ?d");
}

TEST_CASE("a slowed game's table of another format version is refused with its line")
{
    std::string text = table({{"a", 1, 1, "glXSwapBuffers", 10ms, 10ms, 0ns}});
    text.replace(text.find("\n2,") + 1, 1, "1");
    const recordings::Refusal refusal = refused(recordings::read(text, "slow.csv"));
    CHECK(refusal.line == 2);
    CHECK(refusal.what == "format 1 of slowed games");
    CHECK(refusal.remedy == "this program reads format 2: read the file with the version that wrote it");
}
