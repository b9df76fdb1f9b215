#include "recordings/formats/long_recording.hpp"

#include "base/path.hpp"
#include "recordings/formats/formats.hpp"
#include "recordings/formats/frame_ns.hpp"
#include "recordings/formats/source.hpp"

#include <array>
#include <limits>

namespace recordings
{
namespace
{

constexpr std::size_t part_bytes     = 8'000'000; // bytes that are read before their memory is released
constexpr std::ptrdiff_t most_digits = 18;        // numbers with 18 digits always fit 64 bits

// Collects frames and passes them on in blocks of 8192.
class ReadBlock
{
public:
    explicit ReadBlock(const std::function<void(LongRecording::Frames)>& see)
        : see_(see)
    {
    }
    bool add(std::int64_t frame)
    {
        if (frame > std::numeric_limits<std::int64_t>::max() - total_ || ++count_ > most_frames_read) return false;
        total_ += frame;
        frames_[size_++] = Nanos{frame};
        if (size_ == frames_.size()) show();
        return true;
    }
    void show()
    {
        if (size_ > 0) see_({frames_.data(), size_});
        size_ = 0;
    }
    bool empty() const { return count_ == 0; }

private:
    const std::function<void(LongRecording::Frames)>& see_;
    std::array<Nanos, 8192> frames_{};
    std::size_t size_   = 0;
    std::size_t count_  = 0;
    std::int64_t total_ = 0;
};

// Adds the frames of whole lines, which end in LF or CRLF. Returns false at a line that is not a plain number.
bool add_lines(std::string_view lines, ReadBlock& block)
{
    const char* at        = lines.data();
    const char* const end = at + lines.size();
    while (at != end)
    {
        const char* const first = at;
        std::int64_t frame      = 0;
        for (; at != end && *at >= '0' && *at <= '9' && at - first <= most_digits; ++at)
            frame = frame * 10 + (*at - '0');
        if (at == first || at - first > most_digits || !block.add(frame)) return false;
        if (at != end && *at == '\r') ++at;
        if (at != end && *at++ != '\n') return false;
    }
    return true;
}

// Returns the first lines of `text`: whole lines of together about `part_bytes` bytes.
std::string_view first_part(std::string_view text)
{
    if (text.size() <= part_bytes) return text;
    const std::size_t end = text.find('\n', part_bytes);
    return text.substr(0, end == text.npos ? text.size() : end + 1);
}

} // namespace

std::unique_ptr<LongRecording> LongRecording::open(const std::filesystem::path& path, std::size_t least_bytes)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error) || std::filesystem::file_size(path, error) < least_bytes)
        return nullptr;
    std::unique_ptr<LongRecording> recording{new LongRecording{path}};
    const std::string_view bytes = recording->file_.bytes();
    const std::size_t end        = bytes.substr(0, longest_header).find('\n');
    if (!recording->file_.error().empty() || end == bytes.npos) return nullptr;
    std::string_view first = bytes.substr(0, end);
    if (first.ends_with('\r')) first.remove_suffix(1);
    const Header header = parse_header(first, {});
    if (!Format::frame_ns.has_header(header)) return nullptr;
    recording->body_      = bytes.substr(end + 1);
    recording->recording_ = own_recording(base::utf8_of(path), header.written.front());
    recording->recording_.streams.emplace_back();
    return recording;
}

bool LongRecording::walk(const std::function<void(Frames)>& see) const
{
    ReadBlock block{see};
    for (std::string_view rest = body_; !rest.empty();)
    {
        const std::string_view part = first_part(rest);
        const bool plain            = add_lines(part, block);
        file_.forget(part);
        if (!plain) return false;
        rest.remove_prefix(part.size());
    }
    block.show();
    return !block.empty();
}

} // namespace recordings
