#include "recordings/facts/tail.hpp"

#include "telemetry/quantile.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace recordings
{

Tail::Tail(std::span<const double> ms)
    : longest_first_(ms.begin(), ms.end())
    , sums_(ms.size() + 1)
{
    std::ranges::sort(longest_first_, std::greater{});
    std::partial_sum(longest_first_.begin(), longest_first_.end(), sums_.begin() + 1);
    const std::size_t last = ms.size() / 20;
    falls_by_              = sums_[last + 1] / static_cast<double>(last + 1) - longest_first_[last];
}

double Tail::above(double share) const
{
    const double rank = share * static_cast<double>(longest_first_.size());
    return rank < 1.0 ? longest_first_.front() - falls_by_ * std::log(rank)
                      : telemetry::quantile_of_sorted(longest_first_, share);
}

double Tail::mean_beyond(double share) const
{
    const double rank = share * static_cast<double>(longest_first_.size());
    if (rank < 1.0) return above(share) + falls_by_;
    const auto whole = static_cast<std::size_t>(rank);
    const double rest =
        (rank - static_cast<double>(whole)) * longest_first_[std::min(whole, longest_first_.size() - 1)];
    return (sums_[whole] + rest) / rank;
}

double Tail::above_in_time(double share) const
{
    const double enough = share * sums_.back(), longest = longest_first_.front();
    if (enough < longest) return longest - falls_by_ * std::log(enough / longest);
    const auto found = std::ranges::lower_bound(sums_, enough) - sums_.begin();
    return longest_first_[std::min(static_cast<std::size_t>(found), longest_first_.size()) - 1];
}

} // namespace recordings
