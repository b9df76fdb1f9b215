#include "lab/settings/playback.hpp"

#include "base/message.hpp"
#include "base/path.hpp"
#include "recordings/formats/recording.hpp"

namespace lab
{

base::Result<std::vector<timestep::Nanos>> load_frames(const std::string& path)
{
    recordings::Result result = recordings::read_file(base::path_of(path));
    if (const auto* refusal = std::get_if<recordings::Refusal>(&result)) return to_string(*refusal);
    auto& read = std::get<recordings::Recording>(result);
    if (const auto refusal = why_not_replayable(read, read.default_stream)) return to_string(*refusal);
    return std::move(read.streams[read.default_stream].frames);
}

} // namespace lab
