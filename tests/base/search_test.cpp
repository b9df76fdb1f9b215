#include "base/search.hpp"

#include <doctest/doctest.h>

using base::finds;

TEST_CASE("a search finds texts that contain every typed word, in any case")
{
    CHECK(finds("godot", {"godot-smoothed", "Godot, with its smoother"}));
    CHECK(finds("GODOT smooth", {"godot", "Smoothed"}));
    CHECK(finds(" stutter  50 ", {"50 Hz on 60 Hz: the stutter nobody understands"}));
    CHECK_FALSE(finds("godot unity", {"godot", "Godot"}));
    CHECK_FALSE(finds("x", {}));
    CHECK(finds("", {}));
    CHECK(finds("  ", {"anything"}));
    CHECK(finds("\xc3\xa9", {"caf\xc3\xa9"}));
}
