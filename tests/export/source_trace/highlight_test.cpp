#include "export/source_trace/highlight.hpp"
#include "export/source_trace/trace.hpp"

#include "timestep/presets.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace source_trace;

namespace
{

// Returns the pieces of a line as "keyword:const type:Nanos plain:x", without pieces of only spaces and signs.
std::string told(std::string_view line, bool in_comment = false)
{
    constexpr const char* names[]{"plain", "comment", "keyword", "type", "number", "text", "preprocessor"};
    std::string all;
    for (const Piece& piece : pieces_of(line, in_comment))
        if (piece.kind != SyntaxKind::plain ||
            piece.text.find_first_of("abcdefghijklmnopqrstuvwxyz") != piece.text.npos)
            all += std::string{all.empty() ? "" : " "} + names[static_cast<int>(piece.kind)] + ":" +
                   std::string{piece.text};
    return all;
}

} // namespace

TEST_CASE("keywords, types, numbers, comments and texts are recognised")
{
    CHECK(told("    constexpr Nanos frame = 16'666'667; // of it") ==
          "keyword:constexpr type:Nanos plain:frame number:16'666'667 comment:// of it");
    CHECK(told("#include \"timestep/loop.hpp\"") == "preprocessor:#include \"timestep/loop.hpp\"");
    CHECK(told("x = y < 1e-6F ? 0x1e-2 : .5;") == "plain:x plain:y number:1e-6F number:0x1e number:2 number:5");
    CHECK(told(R"(name = "a \" b" + 'c')") == R"(plain:name text:"a \" b" text:'c')");
    CHECK(told("a /* b */ c") == "plain:a comment:/* b */ plain:c");
    CHECK(told("a / b # c") == "plain:a plain:b plain:c");
    CHECK(told("std::int64_t steps") == "plain:std type:int64_t plain:steps");
    CHECK(told("\"without end") == "text:\"without end");
    CHECK(told("").empty());
}

TEST_CASE("a comment of several lines is recognised up to its end")
{
    bool in_comment = false;
    CHECK(pieces_of("a /* b", in_comment).back().kind == SyntaxKind::comment);
    CHECK(in_comment);
    CHECK(pieces_of("int still", in_comment).front().kind == SyntaxKind::comment);
    CHECK(told("done */ int x", true) == "comment:done */ type:int plain:x");
}

TEST_CASE("the pieces of each line of a shown header join to that line")
{
    for (const timestep::Preset& preset : timestep::all_presets)
        for (const FileTrace& file : trace(preset.make(preset.default_rate), {timestep::Nanos{20'000'000}, {}}).files)
        {
            bool in_comment = false;
            for (const std::string_view line : source_of(file.path))
            {
                std::string joined;
                for (const Piece& piece : pieces_of(line, in_comment)) joined += piece.text;
                CHECK(joined == line);
            }
            CHECK_FALSE(in_comment);
        }
}
