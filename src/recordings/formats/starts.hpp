// recordings/formats/starts.hpp -- frame times of a recording that says when each frame began, in no promised order
#pragma once

#include "recordings/formats/tracks.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace recordings
{

/// When frames began, by who drew them.
class Starts
{
public:
    /// Begins at `time`, in ns, as line `line` says. Why that is one too many; empty while it is not.
    std::string add(const std::string& application, const std::string& process, const std::string& swap_chain,
                    std::int64_t time, std::size_t line);
    bool empty() const { return all_.empty(); }
    /// From each start to the next. An impossible frame time is told with the start that ends it, in units of
    /// `unit_ns`. Once; the tracks refer to these names.
    Tracks tracks(std::int64_t unit_ns);

private:
    struct Start
    {
        std::int64_t time;
        std::size_t line;
    };
    std::map<std::tuple<std::string, std::string, std::string>, std::vector<Start>> all_;
    std::size_t count_ = 0;
};

} // namespace recordings
