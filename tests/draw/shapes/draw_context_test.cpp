#include "draw/shapes/draw_context.hpp"

#include <doctest/doctest.h>

TEST_CASE("a length has no exponent, however long or short it is")
{
    CHECK(draw::length_text(1.2949) == "1.29 m");
    CHECK(draw::length_text(-999.4) == "-999 m");
    CHECK(draw::length_text(999.6) == "1 km");
    CHECK(draw::length_text(-1.29e6) == "-1290 km");
    CHECK(draw::length_text(1e12) == "1 billion km and beyond");
    CHECK(draw::length_text(1e-4) == "0.0001 m");
    CHECK(draw::length_text(-5e-5) == "-0.05 mm");
    CHECK(draw::length_text(3e-17) == "0 m");
    CHECK(draw::length_text(0.0) == "0 m");
}
