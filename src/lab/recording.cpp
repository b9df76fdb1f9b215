#include "lab/recording.hpp"

#include "capture/recording.hpp"
#include "io/path.hpp"

namespace lab
{

std::variant<std::vector<timestep::Nanos>, std::string> load_frames(const std::string& path)
{
    capture::Result result = capture::read_file(io::path_of(path));
    if (const auto* refusal = std::get_if<capture::Refusal>(&result)) return to_string(*refusal);
    auto& read = std::get<capture::Recording>(result);
    if (const auto refusal = why_not_replayable(read, read.default_stream)) return to_string(*refusal);
    return std::move(read.streams[read.default_stream].frames);
}

} // namespace lab
