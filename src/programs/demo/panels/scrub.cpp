#include "programs/demo/panels/scrub.hpp"

#include <algorithm>

namespace demo
{

double Scrub::share_of(std::size_t frame) const
{
    if (empty()) return 0.0;
    const auto after  = std::upper_bound(first_frame.begin(), first_frame.end(), frame);
    const auto column = std::max<std::ptrdiff_t>(after - first_frame.begin() - 1, 0);
    const auto first  = first_frame[static_cast<std::size_t>(column)];
    const auto last   = after == first_frame.end() ? first + 1 : *after;
    const double part =
        static_cast<double>(frame - std::min(first, frame)) / static_cast<double>(std::max(last, first + 1) - first);
    return std::min((static_cast<double>(column) + std::min(part, 1.0)) / static_cast<double>(first_frame.size()), 1.0);
}

std::size_t Scrub::frame_at(double share) const
{
    if (empty()) return 0;
    const auto column = static_cast<std::size_t>(std::clamp(share, 0.0, 1.0) * static_cast<double>(first_frame.size()));
    return first_frame[std::min(column, first_frame.size() - 1)];
}

} // namespace demo
