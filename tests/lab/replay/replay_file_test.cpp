#include "recording.hpp"
#include "replay_pieces.hpp"
#include "thorough.hpp"

#include <algorithm>

using namespace std::chrono_literals;

namespace
{

const std::string everything =
    "at 0.5 grab -0.3\nat 0.7 grab 0.2\nat 0.9 release\nat 1 set machine.delay_ms 3\nat 1.2 key R\n"
    "at 1.4 set loop.hz 59.94\nat 1.6 set machine.delay_ms 4.5\nat 2 set scene.name player\n"
    "at 2.1 press right\nat 2.3 press jump\nat 2.31 let-go jump\nat 2.9 key 2\n";

Recorded a_replay(bool has_lengths = true)
{
    return record(settings_of("accumulator", {{"machine.jitter_ms", "2ms"}, {"loop.hz", "50"}}), everything, 4s,
                  has_lengths);
}

std::string refusal_of(const std::string& bytes)
{
    const auto read   = lab::parse(bytes, "x.replay");
    const auto* error = std::get_if<std::string>(&read);
    return error != nullptr ? *error : "";
}

bool begins_as(const lab::Replay& cut, const lab::Replay& whole)
{
    const auto begins = [](const auto& a, const auto& b)
    { return a.size() <= b.size() && std::equal(a.begin(), a.end(), b.begin()); };
    return begins(cut.all.lengths, whole.all.lengths) && begins(cut.all.inputs, whole.all.inputs) &&
           begins(cut.all.events, whole.all.events) && begins(cut.all.hashes, whole.all.hashes);
}

} // namespace

TEST_CASE("a replay file has inputs by step, changed settings by frame, and frame times")
{
    const auto recorded       = a_replay();
    const lab::Replay& replay = *recorded.replay;
    CHECK(replay.end);
    CHECK(replay.all.frames == std::ssize(replay.all.lengths));
    CHECK(replay.all.ticks == recorded.ticks);
    CHECK(std::ssize(replay.all.hashes) == recorded.ticks / lab::hashed_ticks);
    const auto& given = replay.all.inputs;
    REQUIRE(given.size() == 6); // three changes of the hand and three of keys
    CHECK(given[0].input == sim::Input{.grabbed = true, .hand_x = -0.3});
    CHECK(given[0].tick == 24);
    CHECK(given[1].input.hand_x == 0.2);
    CHECK(!given[2].input.grabbed);
    const auto sets = std::ranges::count_if(replay.all.events, [](const auto& t)
                                            { return std::holds_alternative<lab::SetEvent>(t.what); });
    CHECK(sets == 5);
    CHECK(replay.start.loop.rate == timestep::hz(50));
    CHECK(replay.start.machine.lag.jitter == 2ms);
}

TEST_CASE("a replay file without frame times is otherwise the same")
{
    const auto with = a_replay(), without = a_replay(false);
    CHECK(without.replay->all.lengths.empty());
    CHECK(without.replay->all.inputs == with.replay->all.inputs);
    CHECK(without.replay->all.events == with.replay->all.events);
    CHECK(without.replay->all.hashes.size() == with.replay->all.hashes.size());
}

TEST_CASE("a replay file cut at any byte runs up to its last whole second")
{
    const auto recorded = a_replay();
    int seconds         = 0;
    for (std::size_t size = recorded.bytes.find('\n') + 1; size < recorded.bytes.size(); ++size)
    {
        CAPTURE(size);
        const auto read = lab::parse(std::string_view{recorded.bytes}.substr(0, size), "x.replay");
        if (const auto* error = std::get_if<std::string>(&read))
        {
            CHECK(error->find("there is no set-up in it yet") != error->npos);
            continue;
        }
        const auto& cut = std::get<lab::Replay>(read);
        CHECK(!cut.end);
        CHECK(begins_as(cut, *recorded.replay));
        lab::ReplayRun run{std::make_shared<const lab::Replay>(cut)};
        run.run_to_end();
        CHECK(!run.difference());
        CHECK(run.tick() == cut.all.ticks);
        seconds = std::max(seconds, static_cast<int>(cut.all.ticks / 50));
    }
    CHECK(seconds == 4);
}

TEST_CASE("a changed byte is refused with its position, or shortens the replay; no wrong data is read")
{
    const auto recorded   = a_replay();
    const std::size_t end = recorded.bytes.find('\n') + 1;
    int refused           = 0;
    for (std::size_t at = 0; at < recorded.bytes.size(); ++at)
        for (const int change : {1, 0x80, 0xFF})
        {
            CAPTURE(at);
            std::string bytes = recorded.bytes;
            bytes[at]         = static_cast<char>(bytes[at] ^ change);
            const auto read   = lab::parse(bytes, "x.replay");
            if (const auto* error = std::get_if<std::string>(&read))
            {
                CHECK(error->starts_with(at < end ? "x.replay: " : "x.replay: byte "));
                ++refused;
                continue;
            }
            CHECK(!std::get<lab::Replay>(read).end);
            CHECK(begins_as(std::get<lab::Replay>(read), *recorded.replay));
        }
    CHECK(refused > 2.9 * static_cast<double>(recorded.bytes.size()));
}

TEST_CASE("a changed byte of the contents with correct checksums is refused, or is a difference in the run")
{
    const std::string in_pause = "at 0 key Space\nat 0.5 set scene.height 5\nat 1 key R\nat 1.5 set loop.hz 30\n";
    const auto ball            = settings_of("interpolated", {{"scene.name", "bouncing-ball"}});
    const std::pair<std::string, std::string> files[]{
        {"with frame times", text_of("tests/lab/replay/fixtures/v3.replay")},
        {"without frame times", record(ball, "at 1 key R\nat 2 grab 0.5\nat 2.5 release\n", 3s, false).bytes},
        {"without a frame", record(ball, in_pause, 2s).bytes},
        {"without a frame and frame times", record(ball, in_pause, 2s, false).bytes},
    };
    for (const auto& [name, bytes] : files)
    {
        CAPTURE(name);
        const auto payloads = payloads_of(bytes);
        REQUIRE(replay_of(payloads) == bytes);
        const std::size_t step = is_thorough() || bytes.size() < 1000 ? 1 : 7;
        int refused = 0, different = 0, changes = 0;
        for (std::size_t piece = 0; piece < payloads.size(); ++piece)
            for (std::size_t at = 0; at < payloads[piece].size(); at += step)
                for (const int change : {1, 2, 0x40, 0x80})
                {
                    CAPTURE(piece);
                    CAPTURE(at);
                    CAPTURE(change);
                    ++changes;
                    auto changed       = payloads;
                    changed[piece][at] = static_cast<char>(changed[piece][at] ^ change);
                    auto replay        = lab::parse(replay_of(changed), "x.replay");
                    if (std::holds_alternative<std::string>(replay))
                    {
                        ++refused;
                        continue;
                    }
                    lab::ReplayRun run{std::make_shared<const lab::Replay>(std::get<lab::Replay>(std::move(replay)))};
                    run.run_to_end();
                    CHECK(run.difference());
                    ++different;
                }
        CHECK(refused + different == changes);
        CHECK(different > changes / 20);
        CHECK(refused > changes / 20);
    }
}

TEST_CASE("a changed first line is refused, also if it names the same format")
{
    const auto recorded    = a_replay();
    const std::string body = recorded.bytes.substr(replay_line.size());
    for (const char* line : {"timestep-replay 03\n", "timestep-replay 003\n"})
        CHECK(refusal_of(line + body).find("damaged") != std::string::npos);
}

TEST_CASE("a replay that needs more memory than the limit is neither read nor written")
{
    lab::Bytes out;
    constexpr std::uint64_t resets = 3'000'000;
    out.byte(2 + 64); // a block with events
    out.whole(1);
    out.whole(0);
    out.whole(resets);
    out.text += std::string(4 * resets, '\0');
    out.whole(0); // the frame time
    auto payloads = payloads_of(a_replay().bytes);
    payloads.resize(1);
    payloads.push_back(out.text);
    CHECK(refusal_of(replay_of(payloads)).find("needs more than 200 MB of memory, after tick 0") != std::string::npos);

    lab::Pieces pieces{true};
    lab::ReplayBlock block;
    block.frames = 10'000'000;
    block.lengths.resize(10'000'000);
    pieces.block(block);
    pieces.block(block);
    CHECK(pieces.has_room());
    pieces.block(block);
    CHECK(!pieces.has_room());
}

TEST_CASE("a file that is no replay, has a newer format or invalid data is refused with the reason")
{
    const auto recorded    = a_replay();
    const std::string body = recorded.bytes.substr(recorded.bytes.find('\n') + 1);
    CHECK(refusal_of("") ==
          "x.replay: is no replay file; `timestep_lab record` and `timestep_demo --record-replay` make one");
    CHECK(refusal_of("frame_ns\n16000000\n").find("is no replay file") != std::string::npos);
    CHECK(refusal_of("timestep-replay one\n" + body).find("is no replay file") != std::string::npos);
    CHECK(refusal_of("timestep-replay 4\n" + body) ==
          "x.replay: has format 4, and this program reads format 3; use a newer timestep_lab");
    for (const int old : {1, 2})
        CHECK(refusal_of(fmt::format("timestep-replay {}\n", old) + body) ==
              fmt::format("x.replay: has format {}, and this program reads format 3; record it again", old));
    CHECK(refusal_of("timestep-replay 0\n" + body).find("is no replay file") != std::string::npos);
    CHECK(refusal_of(recorded.bytes + "more")
              .find(fmt::format("byte {}: there is more after the end", recorded.bytes.size())) != std::string::npos);
    CHECK(refusal_of(recorded.bytes.substr(0, 30)).starts_with("x.replay: byte 18: there is no set-up in it yet"));
}

TEST_CASE("random bytes never crash the reader, also with correct check sums")
{
    const auto recorded = a_replay();
    std::mt19937_64 random{1};
    const auto number = [&](std::size_t below) { return static_cast<std::size_t>(random() % below); };
    lab::BlockCode code{true};
    lab::ReplayBlock whole    = recorded.replay->all;
    const std::string payload = code.written(whole);
    for (int i = 0; i < tries(20'000); ++i)
    {
        std::string bytes = payload;
        for (std::size_t n = 1 + number(4); n > 0; --n)
            bytes[number(std::min<std::size_t>(bytes.size(), 200))] = static_cast<char>(random());
        if (number(4) == 0) bytes.resize(number(bytes.size()));
        lab::BlockCode reader{true};
        lab::ReplayBlock read;
        static_cast<void>(reader.read(bytes, read));
        std::string file          = recorded.bytes;
        file[number(file.size())] = static_cast<char>(random());
        file.erase(number(file.size()), number(20));
        static_cast<void>(lab::parse(file, "x.replay"));
    }
}

TEST_CASE("the stored replay file runs again to the bit")
{
    const auto read = lab::read_file(fmt::format("tests/lab/replay/fixtures/v{}.replay", lab::replay_format));
    REQUIRE(std::holds_alternative<lab::Replay>(read));
    const auto replay = std::make_shared<const lab::Replay>(std::get<lab::Replay>(read));
    CHECK(replay->end);
    CHECK(replay->all.inputs.size() == 6);
    CHECK(replay->all.events.size() == 7);
    CHECK(type_of(replay->start.scene).name == "spring-and-ball");
    lab::ReplayRun run{replay};
    run.run_to_end();
    CHECK(!run.difference());
    CHECK(run.frames() == replay->all.frames);
    CHECK(run.tick() == replay->all.ticks);
}
