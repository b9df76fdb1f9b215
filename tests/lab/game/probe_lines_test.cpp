// Checks that the lines of a game's probe go to the frames of its window in which they belong.
#include "lab/game/probe_lines.hpp"

#include <doctest/doctest.h>

using namespace std::chrono_literals;
using lab::ProbeLineMatcher;

TEST_CASE("a frame gets the line of the loop's frame that began before its end, once a later line is there")
{
    ProbeLineMatcher lines;
    lines.append_output(
        "probe_format,time_ns,clock,frame_ns,steps,simulated_ns,alpha,drawn,camera\n2,100,game,10,1,16,0.25,3,\n");
    CHECK_FALSE(lines.take_frame_cells(150ns, false));
    lines.append_output("1,200,game,20,");
    CHECK_FALSE(lines.take_frame_cells(150ns, false));
    lines.append_output("2,32,\n");
    CHECK(lines.take_frame_cells(150ns, false) == "game,10,1,16,0.25,3,");
    CHECK_FALSE(lines.take_frame_cells(250ns, false));
    CHECK(lines.take_frame_cells(250ns, true) == "game,20,2,32,,,");
}

TEST_CASE("a frame gets the sums of several lines, and a frame without a line gets empty columns")
{
    ProbeLineMatcher lines;
    lines.append_output("1,100,game,10,1,16,0.25\n1,110,probe,5,0,0,0.5\n1,300,game,7,1,,\n");
    CHECK(lines.take_frame_cells(150ns, false) == "probe,15,1,16,0.5,,");
    CHECK(lines.take_frame_cells(200ns, false) == ",,,,,,");
    CHECK(lines.take_frame_cells(350ns, true) == "game,7,1,,,,");
}

TEST_CASE("a line that no probe has written changes nothing")
{
    ProbeLineMatcher lines;
    lines.append_output("\nhello\n1,100,game,9223372036854775807,1,16,\n1,101,game,1,x,2,\n1,200,game,1,1,1,\n");
    CHECK(lines.take_frame_cells(150ns, false) == "game,9223372036854775807,1,18,,,");
}

TEST_CASE("a cell that is not a number, and a clock that is not known, do not reach the CSV file")
{
    ProbeLineMatcher lines;
    lines.append_output("2,100,=A1,10,1,16,\"0.5,\x1b[2J,1e\n2,200,game,10,1,16,nan,-2.5,1e3\n");
    CHECK(lines.take_frame_cells(150ns, true) == "game,10,1,16,,,");
    CHECK(lines.take_frame_cells(250ns, true) == "game,10,1,16,,-2.5,1e3");
}
