#include "lab/replay/replay_file.hpp"

#include "base/files.hpp"
#include "base/message.hpp"
#include "base/number.hpp"
#include "base/path.hpp"
#include "lab/settings/set_up.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <fstream>
#include <optional>

namespace lab
{

namespace
{

using Error = std::optional<std::string>;

constexpr std::string_view first_word  = "timestep-replay ";
constexpr std::uint64_t beginning_kind = 1;
constexpr std::uint64_t end_kind       = 3;
constexpr std::uint64_t longest_piece  = 1U << 24U;

// Returns a piece of a replay file: the length of the data, a checksum of the length, the data, a checksum of the data.
// If the last checksum must also cover the bytes before the piece, `before` is their checksum.
std::string piece(std::string_view payload, std::uint32_t before = 0)
{
    Bytes out;
    out.whole(payload.size());
    out.byte(crc32(out.text));
    out.text += payload;
    out.fixed(crc32(payload, before), 4);
    return std::move(out.text);
}

enum class FoundPiece : std::uint8_t
{
    piece,   ///< a complete piece (length, data and checksums)
    cut,     ///< the file ends before the end of the piece
    damaged, ///< a checksum or the length of the piece is wrong
};

// Reads the next piece (length, data and checksums): sets `payload` to its data and removes the piece from `bytes`. If
// the piece's last checksum also covers the bytes before the piece, `before` is their checksum.
FoundPiece take_piece(std::string_view& bytes, std::string_view& payload, std::uint32_t before = 0)
{
    ByteReader in{bytes};
    const std::uint64_t size   = in.whole();
    const std::size_t length   = bytes.size() - in.rest().size();
    const std::string_view own = bytes.substr(0, length);
    const bool whole           = in.ok();
    const std::uint64_t check  = in.byte();
    if (!in.ok()) return !whole && bytes.size() >= 10 ? FoundPiece::damaged : FoundPiece::cut;
    if (check != (crc32(own) & 0xFF) || size > longest_piece) return FoundPiece::damaged;
    if (in.rest().size() < size + 4) return FoundPiece::cut;
    payload = in.rest().substr(0, static_cast<std::size_t>(size)); // at most longest_piece
    ByteReader sum{in.rest().substr(payload.size())};
    if (sum.fixed(4) != crc32(payload, before)) return FoundPiece::damaged;
    bytes = sum.rest();
    return FoundPiece::piece;
}

// Returns the default settings of the time when this format was made. A replay file stores only the settings that
// differ from these; later defaults must not change the meaning of an old file.
Settings settings_before_set_up()
{
    Settings settings;
    settings.scene = *scenes::find_scene("spring-and-ball");
    return settings;
}

// Sets all controls of the lines "PATH=VALUE". Returns the error of the first line that is not valid.
Error set_all(Settings& settings, std::string_view lines)
{
    for (int number = 1; !lines.empty(); ++number)
    {
        const auto end              = lines.find('\n');
        const std::string_view line = lines.substr(0, end);
        lines.remove_prefix(end == lines.npos ? lines.size() : end + 1);
        const auto equals = line.find('=');
        const auto value  = equals == line.npos ? std::string_view{} : line.substr(equals + 1);
        if (const Error error = set(settings, line.substr(0, equals), value))
            return fmt::format("line {} of the set-up: {}", number, *error);
    }
    return std::nullopt;
}

// Checks that each setting that the user changed during the replay (SetEvent) exists and accepts its value. Returns the
// first error.
Error try_all(const Replay& replay)
{
    Settings settings = replay.start;
    for (const ReplayEvent& event : replay.all.events)
        if (const SetEvent* set = std::get_if<SetEvent>(&event.what))
            if (const Error error = lab::set(settings, set->path, set->text))
                return fmt::format("turned at tick {}: {}", event.tick, *error);
    return std::nullopt;
}

class ReplayParser
{
public:
    ReplayParser(std::string_view bytes, std::string_view name)
        : rest_{bytes}
        , size_{bytes.size()}
        , name_{base::printable(name)}
    {
        replay_.start = settings_before_set_up();
    }

    std::variant<Replay, std::string> parse()
    {
        Error error = read_first_line();
        if (!error) error = read_beginning();
        while (!error && !cut_ && !replay_.end && !rest_.empty()) error = read_piece();
        if (!error && replay_.end && !rest_.empty()) error = wrong("there is more after the end; it is damaged");
        replay_.end_byte = here();
        if (!error)
            if (const Error nonsense = try_all(replay_)) error = wrong(*nonsense);
        if (error) return std::move(*error);
        return std::move(replay_);
    }

private:
    std::uint64_t here() const { return size_ - rest_.size(); }
    std::string wrong(std::string_view what) const { return fmt::format("{}: byte {}: {}", name_, here(), what); }
    std::string damaged() const
    {
        return wrong(fmt::format("damaged, after tick {}; there is no second copy in it, record it again",
                                 code_ ? code_->ticks() : 0));
    }

    Error read_first_line()
    {
        const auto end = rest_.substr(0, 40).find('\n');
        const auto no  = fmt::format(
             "{}: is no replay file; `timestep_lab record` and `timestep_demo --record-replay` make one", name_);
        if (!rest_.starts_with(first_word) || end == rest_.npos) return no;
        const auto version = base::parse_count(rest_.substr(first_word.size(), end - first_word.size()));
        if (!version || *version < 1) return no;
        if (*version > replay_format)
            return fmt::format("{}: has format {}, and this program reads format {}; use a newer timestep_lab", name_,
                               *version, replay_format);
        if (*version < replay_format)
            return fmt::format("{}: has format {}, and this program reads format {}; record it again", name_, *version,
                               replay_format);
        first_line_ = crc32(rest_.substr(0, end + 1));
        rest_.remove_prefix(end + 1);
        return std::nullopt;
    }

    Error read_beginning()
    {
        std::string_view payload;
        std::string_view after = rest_;
        const FoundPiece found = take_piece(after, payload, first_line_);
        if (found == FoundPiece::cut) return wrong("there is no set-up in it yet");
        ByteReader in{payload};
        const bool is_beginning   = found == FoundPiece::piece && in.byte() == beginning_kind;
        const std::uint64_t flags = in.byte();
        if (!is_beginning || !in.ok() || flags > 1) return damaged();
        replay_.has_lengths = flags == 1;
        replay_.beginning   = crc32(payload, first_line_);
        if (const Error error = set_all(replay_.start, in.rest())) return wrong(*error);
        code_.emplace(replay_.has_lengths);
        rest_ = after;
        return std::nullopt;
    }

    Error read_piece()
    {
        std::string_view payload;
        std::string_view after = rest_;
        const FoundPiece found = take_piece(after, payload);
        cut_                   = found == FoundPiece::cut;
        if (cut_) return std::nullopt;
        if (found == FoundPiece::damaged || payload.empty()) return damaged();
        if (static_cast<unsigned char>(payload.front()) == end_kind)
        {
            ByteReader in{payload.substr(1)};
            replay_.end.emplace();
            replay_.end->hash   = static_cast<std::uint32_t>(in.fixed(4));
            replay_.end->frames = static_cast<std::uint32_t>(in.fixed(4));
            if (!in.ok() || !in.rest().empty()) return damaged();
        }
        else if (!code_->read(payload, replay_.all))
            return code_->memory() > BlockCode::most_memory ? too_large() : damaged();
        rest_ = after;
        return std::nullopt;
    }
    std::string too_large() const
    {
        return wrong(fmt::format("needs more than {} MB of memory, after tick {}; record a shorter replay",
                                 BlockCode::most_memory / 1'000'000, code_->ticks()));
    }

    std::string_view rest_;
    std::size_t size_;
    std::string name_;
    std::uint32_t first_line_ = 0; ///< checksum of the replay file's first line
    Replay replay_{};
    std::optional<BlockCode> code_{};
    bool cut_ = false;
};

} // namespace

Pieces::Beginning Pieces::beginning(const Settings& start) const
{
    Bytes out;
    out.byte(beginning_kind);
    out.byte(has_lengths_ ? 1 : 0);
    for (const Change& change : differences(start, settings_before_set_up()))
        if (is_kept(change.key)) out.text += fmt::format("{}={}\n", change.key, change.value);
    const std::string first_line = fmt::format("{}{}\n", first_word, replay_format);
    const std::uint32_t before   = crc32(first_line);
    return {first_line + piece(out.text, before), crc32(out.text, before)};
}

std::string Pieces::block(const ReplayBlock& block)
{
    std::string bytes = piece(code_.written(block));
    bytes_ += bytes.size();
    return bytes;
}

std::string Pieces::end(const ReplayEnd& end) const
{
    Bytes out;
    out.byte(end_kind);
    out.fixed(end.hash, 4);
    out.fixed(end.frames, 4);
    return piece(out.text);
}

bool Pieces::has_room() const
{
    constexpr std::size_t beginning_and_end = 1'000'000;
    return bytes_ + beginning_and_end <= longest_replay_file && code_.memory() <= BlockCode::most_memory;
}

bool is_replay_file(const std::string& path)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(base::path_of(path), error)) return false;
    std::string start(first_word.size(), '\0');
    std::ifstream file{base::path_of(path), std::ios::binary};
    file.read(start.data(), static_cast<std::streamsize>(start.size()));
    return start == first_word;
}

std::variant<Replay, std::string> parse(std::string_view bytes, std::string_view name)
{
    return ReplayParser{bytes, name}.parse();
}

std::variant<Replay, std::string> read_file(const std::string& path)
{
    const auto text = base::read_small_file(base::path_of(path), longest_replay_file);
    if (const auto* unread = std::get_if<base::Unread>(&text))
        return base::message("{}: {}; give the path of a replay file", path, base::Verbatim{unread->why});
    return parse(std::get<std::string>(text), path);
}

} // namespace lab
