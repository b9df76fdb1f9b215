#include "base/number.hpp"
#include "lab/replay/replay_blocks.hpp"
#include "recording.hpp"

namespace
{

const std::string everything =
    "at 0.5 grab -0.3\nat 0.7 grab 0.2\nat 0.9 release\nat 1 set machine.delay_ms 3\nat 1.2 key R\n"
    "at 1.4 set loop.hz 59.94\nat 1.6 set machine.delay_ms 4.5\nat 2 set scene.name player\n"
    "at 2.1 press right\nat 2.3 press jump\nat 2.31 let-go jump\nat 2.9 key 2\n";

Recorded a_replay(bool has_frame_times = true)
{
    return record(settings_of("accumulator", {{"machine.jitter_ms", "2ms"}, {"loop.hz", "50"}}), everything, 4s,
                  has_frame_times);
}

std::string refusal_of(const std::string& bytes) { return error_in(lab::parse_replay(bytes, "x.replay")); }

bool begins_as(const lab::Replay& cut, const lab::Replay& whole)
{
    const auto begins = [](const auto& a, const auto& b)
    { return a.size() <= b.size() && std::equal(a.begin(), a.end(), b.begin()); };
    return begins(cut.frame_times, whole.frame_times) && begins(cut.inputs, whole.inputs) &&
           begins(cut.events, whole.events) && begins(cut.hashes, whole.hashes);
}

} // namespace

TEST_CASE("a replay file has inputs by step, changed settings by frame, and frame times; without them it is the same")
{
    const auto recorded = a_replay();
    const lab::Replay& replay = *recorded.replay;
    CHECK(replay.end_checksums);
    CHECK(replay.frame_count == std::ssize(replay.frame_times));
    CHECK(replay.tick_count == recorded.ticks);
    CHECK(std::ssize(replay.hashes) == recorded.ticks / lab::hash_interval_ticks);
    const auto& given = replay.inputs;
    REQUIRE(given.size() == 6); // three changes of the hand and three of keys
    CHECK(given[0].input == sim::Input{.grabbed = true, .drag_target_x = -0.3});
    CHECK(given[0].tick == 24);
    CHECK(given[1].input.drag_target_x == 0.2);
    CHECK(!given[2].input.grabbed);
    const auto sets = std::ranges::count_if(replay.events, [](const auto& t)
                                            { return std::holds_alternative<lab::SettingEvent>(t.data); });
    CHECK(sets == 5);
    CHECK(replay.start_config.loop.rate == timestep::hz(50));
    CHECK(replay.start_config.machine.lag.jitter == 2ms);
    const auto without = a_replay(false);
    CHECK(without.replay->frame_times.empty());
    CHECK(without.replay->inputs == replay.inputs);
    CHECK(without.replay->events == replay.events);
    CHECK(without.replay->hashes.size() == replay.hashes.size());
}

TEST_CASE("a replay file cut at any byte runs up to its last whole second")
{
    const auto recorded = a_replay();
    int seconds = 0;
    for (std::size_t size = recorded.bytes.find('\n') + 1; size < recorded.bytes.size(); ++size)
    {
        CAPTURE(size);
        const auto read = lab::parse_replay(std::string_view{recorded.bytes}.substr(0, size), "x.replay");
        if (const auto* error = std::get_if<std::string>(&read))
        {
            CHECK(error->find("ends within its first second") != error->npos);
            continue;
        }
        const auto& cut = std::get<lab::Replay>(read);
        CHECK(!cut.end_checksums);
        CHECK(begins_as(cut, *recorded.replay));
        lab::ReplayRun run{std::make_shared<const lab::Replay>(cut)};
        run.run_to_end();
        CHECK(!run.first_difference());
        CHECK(run.tick() == cut.tick_count);
        seconds = std::max(seconds, static_cast<int>(cut.tick_count / 50));
    }
    CHECK(seconds == 3); // without its last byte, the file has three complete blocks
}

TEST_CASE("a changed byte is refused with its line, or shortens the replay; no wrong data is read")
{
    const auto recorded = a_replay();
    int refused = 0;
    for (std::size_t at = 0; at < recorded.bytes.size(); ++at)
        for (const int change : {1, 0x80, 0xFF})
        {
            CAPTURE(at);
            std::string bytes = recorded.bytes;
            bytes[at] = static_cast<char>(bytes[at] ^ change);
            const auto read = lab::parse_replay(bytes, "x.replay");
            if (const auto* error = std::get_if<std::string>(&read))
            {
                const bool is_first = at <= recorded.bytes.find('\n');
                const auto line = std::count(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(at), '\n') + 1;
                CHECK(error->starts_with("x.replay:"));
                if (!is_first)
                    CHECK(base::parse_number<std::int64_t>(error->substr(9, error->find(':', 9) - 9)) >= line);
                ++refused;
                continue;
            }
            CHECK(!std::get<lab::Replay>(read).end_checksums);
            CHECK(begins_as(std::get<lab::Replay>(read), *recorded.replay));
        }
    CHECK(refused > 2.9 * static_cast<double>(recorded.bytes.size()));
}

TEST_CASE("zeros at the end of a file, as after a power cut, are refused with their line")
{
    const std::string whole = a_replay().bytes;
    for (std::size_t zeros = 1; zeros < 100; ++zeros)
        CHECK_MESSAGE(refusal_of(whole.substr(0, whole.size() - zeros) + std::string(zeros, '\0')).find(": damaged") !=
                          std::string::npos,
                      zeros);
}

TEST_CASE("a changed byte of the contents with correct checksums is refused, or is a difference in the run")
{
    const std::string in_pause = "at 0 key Space\nat 0.5 set scene.height 5\nat 1 key R\nat 1.5 set loop.hz 30\n";
    const auto ball = settings_of("interpolated", {{"scene.name", "bouncing-ball"}});
    const std::pair<std::string, std::string> files[]{
        {"with frame times", text_of("tests/lab/replay/fixtures/v5.replay")},
        {"without frame times", record(ball, "at 1 key R\nat 2 grab 0.5\nat 2.5 release\n", 3s, false).bytes},
        {"without a frame", record(ball, in_pause, 2s).bytes},
        {"without a frame and frame times", record(ball, in_pause, 2s, false).bytes},
    };
    for (const auto& [name, bytes] : files)
    {
        CAPTURE(name);
        const auto blocks = blocks_of(bytes);
        REQUIRE(replay_of(blocks) == bytes);
        const std::size_t step = is_thorough() || bytes.size() < 1000 ? 1 : 3;
        int refused = 0, different = 0, changes = 0;
        for (std::size_t block = 0; block < blocks.size(); ++block)
            for (std::size_t at = 0; at < blocks[block].size(); at += step)
                for (const int change : {1, 2, 0x40, 0x80})
                {
                    INFO("block ", block, ", at ", at, ", change ", change);
                    ++changes;
                    auto changed = blocks;
                    changed[block][at] = static_cast<char>(changed[block][at] ^ change);
                    auto replay = lab::parse_replay(replay_of(changed), "x.replay");
                    if (std::holds_alternative<std::string>(replay))
                    {
                        ++refused;
                        continue;
                    }
                    lab::ReplayRun run{std::make_shared<const lab::Replay>(std::get<lab::Replay>(std::move(replay)))};
                    run.run_to_end();
                    CHECK(run.first_difference());
                    ++different;
                }
        CHECK(refused + different == changes);
        CHECK(different > changes / 20);
        CHECK(refused > changes / 20);
    }
}

TEST_CASE("lines in another order, twice, or left out are refused, also with correct checksums")
{
    const auto blocks = blocks_of(a_replay().bytes);
    const auto with_line = [&](std::string_view line, std::string_view other)
    {
        auto changed = blocks;
        const auto position = changed[1].find(line);
        REQUIRE(position != std::string::npos);
        changed[1].replace(position, line.size(), other);
        return refusal_of(replay_of(changed));
    };
    for (const char* const line : {"16666667", "input 0 0 free 0 0 0 0 - - -", "input 1000 0 free 0 0 0 0 - - -",
                                   "reset 1000 0 0", "reset 0 -1 0", "hash 00000001", "start loop.hz=30"})
        CHECK_MESSAGE(with_line("block ", std::string{line} + "\nblock ").find("damaged") != std::string::npos, line);
    CHECK(with_line("block ", "set 60 60 0 loop.speed=3\nblock ").find("loop.speed") != std::string::npos);
    auto changed = blocks;
    std::swap(changed[1], changed[2]);
    CHECK(refusal_of(replay_of(changed)).find("damaged") != std::string::npos);
    const std::string twice = replay_of({blocks[0], blocks[1]});
    CHECK(refusal_of(twice + twice.substr(replay_of({blocks[0]}).size())).find("damaged between") != std::string::npos);
}

TEST_CASE("a moved, exchanged, repeated or deleted line is refused or is a difference, also with correct checksums")
{
    std::mt19937_64 random{1};
    for (const bool has_frame_times : {true, false})
    {
        const std::string bytes = a_replay(has_frame_times).bytes;
        std::vector<std::string> lines;
        for (const std::string& block : blocks_of(bytes))
        {
            std::istringstream text{block};
            for (std::string line; std::getline(text, line);) lines.push_back(line + '\n');
            lines.emplace_back(); // the line with the block's checksum
        }
        int tried = 0;
        for (int i = 0; i < tries(2000); ++i)
        {
            auto changed = lines;
            const auto place = [&] { return static_cast<std::ptrdiff_t>(random() % changed.size()); };
            const std::ptrdiff_t a = place(), b = place();
            switch (i % 4)
            {
            case 0: std::swap(changed[static_cast<std::size_t>(a)], changed[static_cast<std::size_t>(b)]); break;
            case 1:
                std::rotate(changed.begin() + std::min(a, b), changed.begin() + std::max(a, b), changed.end());
                break;
            case 2: changed.insert(changed.begin() + b, lines[static_cast<std::size_t>(a)]); break;
            default: changed.erase(changed.begin() + a); break;
            }
            std::vector<std::string> blocks(1);
            for (const std::string& line : changed)
                if (line.empty())
                    blocks.emplace_back();
                else
                    blocks.back() += line;
            blocks.pop_back();
            const std::string text = replay_of(blocks);
            if (text == bytes) continue;
            auto replay = lab::parse_replay(text, "x.replay");
            if (std::holds_alternative<std::string>(replay)) continue;
            if (!std::get<lab::Replay>(replay).end_checksums) continue; // such a file is cut short
            lab::ReplayRun run{std::make_shared<const lab::Replay>(std::get<lab::Replay>(std::move(replay)))};
            run.compare_with_file(text);
            run.run_to_end();
            CHECK_MESSAGE(run.first_difference(), i);
            ++tried;
        }
        CHECK(tried > 0);
    }
}

TEST_CASE("a block ends with block, end only in the last one, and check: each other order of these lines is refused")
{
    for (const bool has_frame_times : {true, false})
    {
        const std::vector<std::string> blocks = blocks_of(a_replay(has_frame_times).bytes);
        REQUIRE(blocks.size() >= 3);
        const auto is_damaged = [](const std::vector<std::string>& changed)
        { return refusal_of(replay_of(changed)).ends_with(": damaged; record the replay again"); };
        CHECK(refusal_of(replay_of(blocks)).empty());
        for (std::size_t i = 0; i < blocks.size(); ++i)
        {
            const std::string& block = blocks[i];
            const auto at = [&, place = blocks.begin() + static_cast<std::ptrdiff_t>(i)](auto... texts)
            {
                std::vector<std::string> changed{blocks.begin(), place};
                (changed.emplace_back(texts), ...);
                changed.insert(changed.end(), place + 1, blocks.end());
                return changed;
            };
            const std::size_t header_size = i == 0 ? lab::replay_header({}, has_frame_times).size() : 1;
            for (std::size_t end = block.find('\n', header_size) + 1; end < block.size();
                 end = block.find('\n', end) + 1)
                CHECK(is_damaged(at(block.substr(0, end), block.substr(end)))); // an extra line check
            CHECK(is_damaged(at(block, "")));
            if (i + 1 == blocks.size()) continue;
            std::vector<std::string> joined = at(block + blocks[i + 1]); // a line check is missing
            joined.erase(joined.begin() + static_cast<std::ptrdiff_t>(i) + 1);
            CHECK(is_damaged(joined));
        }
    }
}

TEST_CASE("a frame time of more than a day, and frame times whose sum is more than 292 years, are refused")
{
    const std::string head = lab::replay_header({}, true);
    const auto file_of = [&](std::string_view time, int count)
    {
        std::string block = head;
        for (int i = 0; i < count; ++i) block += fmt::format("{}\n", time);
        return replay_of({fmt::format("{}block {} 0 whole\n", block, count)});
    };
    CHECK(refusal_of(file_of("86400000000000", 100'000)).empty());
    CHECK(refusal_of(file_of("86400000000000", 110'000)).find("damaged") != std::string::npos);
    CHECK(refusal_of(file_of("86400000000001", 1)).find("damaged") != std::string::npos);
    CHECK(refusal_of(file_of("-86400000000001", 1)).find("damaged") != std::string::npos);
    CHECK(refusal_of(file_of("9223372036854775807", 1)).find("damaged") != std::string::npos);
    CHECK(refusal_of(file_of("-9223372036854775808", 1)).find("damaged") != std::string::npos);
}

TEST_CASE("a refresh period that no display has is refused with its line; zero is an unknown period")
{
    const auto with_period = [](std::string_view period)
    {
        return refusal_of(
            replay_of({fmt::format("{}refresh 0 0 0 {}\nblock 0 0 whole\n", lab::replay_header({}, true), period)}));
    };
    for (const char* period : {"0", "500000", "16666667", "1000000000"}) CHECK(with_period(period).empty());
    for (const char* period : {"1", "-1", "499999", "1000000001", "9223372036854775807", "-9223372036854775808"})
        CHECK(with_period(period).find(
                  fmt::format("the refresh period of {} ns is not from 1 Hz to 2000 Hz", period)) != std::string::npos);
    CHECK(with_period("1").find(
              fmt::format("x.replay:{}: ", 1 + std::ranges::count(lab::replay_header({}, true), '\n'))) == 0);
}

TEST_CASE("a replay with more frame times or changes than the limit is refused with the line")
{
    const auto with_lines = [](std::string_view line, std::int64_t count)
    {
        std::string block = lab::replay_header({}, true);
        for (std::int64_t i = 0; i < count; ++i) block += line;
        return refusal_of(replay_of({block}));
    };
    CHECK(with_lines("1\n", lab::max_frame_times + 1).find("has more than 10000000 frame times") != std::string::npos);
    CHECK(with_lines("reset 0 0 0\n", lab::max_replay_entries + 1).find("has more than 1000000 inputs and changes") !=
          std::string::npos);
}

TEST_CASE("a file that is no replay, has another format or invalid data is refused with the reason")
{
    const auto recorded = a_replay();
    const std::string body = recorded.bytes.substr(recorded.bytes.find('\n') + 1);
    CHECK(refusal_of("") ==
          "x.replay: is not a replay file; record one with `timestep_lab record` or `timestep_demo --record-replay`");
    CHECK(refusal_of("frame_ns\n16000000\n").find("is not a replay file") != std::string::npos);
    CHECK(refusal_of("timestep-replay one\n" + body).find("is not a replay file") != std::string::npos);
    CHECK(refusal_of("timestep-replay 6\n" + body) ==
          "x.replay: has format 6, and this program reads format 5; use a newer timestep_lab");
    for (const int old : {1, 2, 3, 4})
        CHECK(refusal_of(fmt::format("timestep-replay {}\n\1\xff\0", old)) ==
              fmt::format("x.replay: has format {}, and this program reads format 5; record it again", old));
    CHECK(refusal_of("timestep-replay 0\n" + body).find("is not a replay file") != std::string::npos);
    for (const char* same_format : {"timestep-replay 05\n", "timestep-replay 005\n"})
        CHECK(refusal_of(same_format + body).find("damaged") != std::string::npos);
    CHECK(refusal_of(recorded.bytes + "more").find("lines follow after the end") != std::string::npos);
    CHECK(refusal_of(recorded.bytes.substr(0, 30)).starts_with("x.replay:1: ends within its first second"));
    auto blocks = blocks_of(recorded.bytes);
    blocks[0].replace(blocks[0].find("start loop.preset"), 17, "start loop.prefix");
    CHECK(refusal_of(replay_of(blocks)).starts_with("x.replay:3: "));
}

TEST_CASE("random bytes never crash the reader, also with correct checksums")
{
    const auto recorded = a_replay();
    std::mt19937_64 random{1};
    const auto number = [&](std::size_t below) { return static_cast<std::size_t>(random() % below); };
    const auto blocks = blocks_of(recorded.bytes);
    for (int i = 0; i < tries(20'000); ++i)
    {
        auto changed = blocks;
        std::string& bytes = changed[number(changed.size())];
        for (std::size_t n = 1 + number(4); n > 0; --n)
            bytes[number(std::min<std::size_t>(bytes.size(), 200))] = static_cast<char>(random());
        if (number(4) == 0) bytes.resize(number(bytes.size()));
        static_cast<void>(lab::parse_replay(replay_of(changed), "x.replay"));
        std::string file = recorded.bytes;
        file[number(file.size())] = static_cast<char>(random());
        file.erase(number(file.size()), number(20));
        static_cast<void>(lab::parse_replay(file, "x.replay"));
    }
}

TEST_CASE("the stored replay files run again to the bit")
{
    const auto run_of = [](const std::string& name)
    {
        const auto replay = std::make_shared<const lab::Replay>(
            require_value<lab::Replay>(lab::read_replay_file("tests/lab/replay/fixtures/" + name)));
        lab::ReplayRun run{replay};
        run.run_to_end();
        CHECK(!run.first_difference());
        CHECK(run.frame_count() == replay->frame_count);
        CHECK(run.tick() == replay->tick_count);
        CHECK(replay->end_checksums);
        return replay;
    };
    const auto replay = run_of(fmt::format("v{}.replay", lab::replay_format_version));
    CHECK(replay->inputs.size() == 6);
    CHECK(replay->events.size() == 7);
    CHECK(type_of(replay->start_config.scene).name == "spring-and-ball");
    CHECK(!replay->needs_program());
    CHECK(run_of("answers.replay")->needs_program());
}
