// recordings/formats/starts.hpp -- computes frame times from the starts of frames, which may come in any order
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

/// The start times of frames, grouped by application, process and swap chain.
class Starts
{
public:
    /// Adds a frame that starts at `time` (in ns). `line` is its line in the file. Returns an error if there are more
    /// than 10,000,000 starts, or more than 10,000 combinations of application, process and swap chain (such as the
    /// threads of a trace); else an empty text.
    std::string add(const std::string& application, const std::string& process, const std::string& swap_chain,
                    std::int64_t time, std::size_t line);
    bool empty() const { return all_.empty(); }
    /// Returns the differences of successive start times: one track for each application, process and swap chain. Call
    /// it once. `unit_ns` is the unit of the times in the file, in nanoseconds; an error message about an impossible
    /// frame time quotes the end of the frame in this unit. The tracks refer to names in this object, which must
    /// outlive them.
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
