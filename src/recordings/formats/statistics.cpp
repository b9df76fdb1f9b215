#include "recordings/formats/formats.hpp"
#include "recordings/formats/source.hpp"

#include <algorithm>
#include <array>

namespace recordings
{
namespace
{

struct Statistics
{
    bool (*recognises)(const std::vector<std::string>& names);
    const char* what;
    const char* remedy;
};

bool any_contains(const std::vector<std::string>& names, std::string_view part)
{
    return std::any_of(names.begin(), names.end(),
                       [&](const std::string& name) { return name.find(part) != name.npos; });
}

constexpr std::array statistics{
    Statistics{[](const std::vector<std::string>& names) { return any_contains(names, "pmmetric"); },
               "statistics that were polled from the PresentMon service, not one row a frame",
               "record with PresentMon's console tool or its capture application"},
    Statistics{[](const std::vector<std::string>& names) {
                   return any_contains(names, "avgfps") || any_contains(names, "averagefps") ||
                          any_contains(names, "minfps");
               },
               "a summary of recordings, not one row a frame", "use the recording itself"},
    Statistics{[](const std::vector<std::string>& names)
               {
                   return names == std::vector<std::string>{"fps"} ||
                          names == std::vector<std::string>{"frames", "time(ms)", "min", "max", "avg"};
               },
               "FRAPS's frame rates, one a second, not one row a frame", "tick Frametimes in FRAPS and record again"},
};

} // namespace

std::optional<Refusal> refuse_statistics(const Source& source, const Header& header)
{
    for (const Statistics& kind : statistics)
        if (kind.recognises(header.names)) return source.refuse(header.line, kind.what, kind.remedy);
    return std::nullopt;
}

} // namespace recordings
