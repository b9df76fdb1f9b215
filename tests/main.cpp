#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#if __has_include(<unistd.h>)
#include <unistd.h>

// What only computes gives way to the tests of the window beside it, whose clock is real.
[[maybe_unused]] static const int gives_way = nice(19);
#endif
