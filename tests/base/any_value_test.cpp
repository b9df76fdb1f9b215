#include "base/any_value.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <vector>

using base::AnyValue;

namespace
{
struct Numbers
{
    std::vector<int> all{};
    std::size_t heap_bytes() const { return all.capacity() * sizeof(int); }
};

struct Counted
{
    std::shared_ptr<int> owner{};
};
} // namespace

TEST_CASE("a value is read as its own type only")
{
    AnyValue value;
    CHECK(value.is_empty());
    CHECK(value.heap_bytes() == 0);
    CHECK_THROWS_AS(value.as<int>(), std::bad_cast);
    value = 3;
    CHECK(value.as<int>() == 3);
    CHECK(value.is_like(AnyValue{4}));
    CHECK_FALSE(value.is_like(AnyValue{4.0}));
    CHECK_THROWS_AS(value.as<double>(), std::bad_cast);
    CHECK(value.make<double>() == 0.0);
    CHECK_FALSE(value.is<int>());
}

TEST_CASE("a copied value shares nothing with its original, and uses the memory of an old value of its type again")
{
    const AnyValue original{Numbers{{1, 2, 3}}};
    AnyValue copy{original};
    copy.as<Numbers>().all[0] = 7;
    CHECK(original.as<Numbers>().all[0] == 1);
    const int* const place = copy.as<Numbers>().all.data();
    copy                   = original;
    CHECK(copy.as<Numbers>().all == std::vector{1, 2, 3});
    CHECK(copy.as<Numbers>().all.data() == place);
    CHECK(copy.heap_bytes() >= 3 * sizeof(int));
}

TEST_CASE("each value is destroyed once, also one that is replaced by another type or moved away")
{
    const auto owner = std::make_shared<int>(1);
    {
        AnyValue value{Counted{owner}};
        AnyValue copy = value;
        CHECK(owner.use_count() == 3);
        copy = 2;
        CHECK(owner.use_count() == 2);
        const AnyValue moved = std::move(value);
        CHECK(owner.use_count() == 2);
    }
    CHECK(owner.use_count() == 1);
}
