#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#if __has_include(<sys/resource.h>) // POSIX systems, which have nice()
#include <unistd.h>

// Lowers this program's priority: tests that only compute must not delay the window's tests, whose clock is real.
[[maybe_unused]] static const int gives_way = nice(19);
#endif
