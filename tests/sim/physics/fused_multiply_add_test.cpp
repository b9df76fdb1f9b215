#include <doctest/doctest.h>

namespace
{
[[gnu::noinline]] float multiply_add(float a, float b, float c) { return a * b + c; }
} // namespace

TEST_CASE("a*b + c is rounded twice: neither the processor nor constant folding uses a fused multiply-add")
{
    volatile float a = 0.1F;
    CHECK(multiply_add(a, 0.03F, -0.00300000003F) == 0.0F); // a fused multiply-add gives -4.84e-11
    CHECK(0.1F * 0.03F + -0.00300000003F == 0.0F);
}
