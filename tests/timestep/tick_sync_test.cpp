#include "testing.hpp"
#include "timestep/rollback.hpp"
#include "timestep/tick_sync.hpp"
#include "timestep/ticks.hpp"

#include <map>

namespace
{

constexpr Rate net_rate = hz(60);

// A connection in one direction that delays each message by 150 ms +- 30 ms and loses 5 % of them.
template <class Message>
class Wire
{
public:
    explicit Wire(std::uint64_t seed)
        : engine_{seed}
    {
    }

    void send(Nanos now, const Message& message)
    {
        if (engine_() % 100 >= 5)
            under_way_.emplace(now + 120ms + Nanos{static_cast<std::int64_t>(engine_() % 60'000'000)}, message);
    }
    void deliver(Nanos now, auto&& f)
    {
        for (; !under_way_.empty() && under_way_.begin()->first <= now; under_way_.erase(under_way_.begin()))
            f(under_way_.begin()->second);
    }

private:
    std::mt19937_64 engine_;
    std::multimap<Nanos, Message> under_way_;
};

// A client and a server of one game. Every message repeats the inputs of 64 ticks, which replaces lost messages.
class NetGame
{
public:
    // At server time 0, the client receives the first message, which the server sent at -150 ms.
    NetGame(std::uint64_t seed, Nanos guessed_round_trip)
        : to_server_{seed}
        , to_client_{seed + 1}
        , engine_{seed + 2}
        , first_{sync_.first_tick(net_rate, -150ms, guessed_round_trip)}
        , client_{0, first_}
    {
        chosen_.resize(static_cast<std::size_t>(first_)); // the client has no inputs before its first tick
        used_.reserve(1'000'000);
        for (std::int64_t tick = 0; tick < first_; ++tick) mix(before_, 0, tick);
        client_ = Rollback<std::uint64_t, int, 256>{before_, first_};
    }

    // Simulates one frame of client and server, which ends at `now`.
    void frame(Nanos now, Nanos length)
    {
        serve(now, length);
        to_client_.deliver(now, [&](const ToClient& m) { hear(m); });
        client_.resimulate(mix);
        const Nanos own = length + length / 10'000; // the client's clock runs 100 ppm fast
        const Nanos to_loop = sync_.correct_frame_time(own);
        worst_slew_ = std::max(worst_slew_, std::abs(to_seconds(to_loop - own) / to_seconds(own)));
        run_steps(client_loop_.plan({.frame_time = to_loop}), [&](double) { take_client_step(now); });
    }

    // Ticks by which the client's inputs arrive early if the network delays them by exactly 150 ms.
    double ahead(Nanos now) const
    {
        const Nanos client = tick_time(net_rate, client_.next_tick()) + client_loop_.carried();
        return to_seconds(client - (now + 150ms)) * to_hertz(net_rate);
    }
    double worst_slew() const { return worst_slew_; }
    std::int64_t first() const { return first_; }
    const Rollback<std::uint64_t, int, 256>& client() const { return client_; }
    std::int64_t server_ticks() const { return static_cast<std::int64_t>(used_.size()); }
    std::int64_t missing() const { return missing_; }

    // True if both worlds are equal at the client's tick after both have applied the same inputs.
    bool worlds_are_equal()
    {
        for (std::int64_t tick = client_.oldest_correctable_tick();
             tick < std::min(client_.next_tick(), server_ticks()); ++tick)
            REQUIRE(client_.correct_input(tick, used_[static_cast<std::size_t>(tick)]));
        client_.resimulate(mix);
        std::uint64_t ahead = server_;
        for (std::int64_t tick = server_ticks(); tick < client_.next_tick(); ++tick)
            mix(ahead, chosen_[static_cast<std::size_t>(tick)], tick);
        return ahead == client_.state();
    }

private:
    struct ToServer
    {
        std::int64_t ticks; // the message includes the inputs before this tick
        Nanos corrected;
    };
    struct ToClient
    {
        std::int64_t ticks; // the message includes the inputs that the server used before this tick
        Nanos lead, corrected;
        bool reports;
    };

    void serve(Nanos now, Nanos length)
    {
        ToClient answer{};
        to_server_.deliver(now,
                           [&](const ToServer& m)
                           {
                               known_ = std::max(known_, m.ticks);
                               answer = {0, tick_time(net_rate, m.ticks) - now, m.corrected, true};
                           });
        run_steps(server_loop_.plan({.frame_time = length}),
                  [&](double)
                  {
                      const auto tick = static_cast<std::int64_t>(used_.size());
                      missing_ += tick < known_ || tick < first_ ? 0 : 1;
                      used_.push_back(tick < known_ ? chosen_[static_cast<std::size_t>(tick)] : 0);
                      mix(server_, used_.back(), tick);
                  });
        answer.ticks = server_ticks();
        to_client_.send(now, answer);
    }

    void hear(const ToClient& m)
    {
        if (m.reports) sync_.record_lead(m.lead, m.corrected);
        for (std::int64_t tick = std::max({m.ticks - 64, client_.oldest_correctable_tick(), first_}); tick < m.ticks;
             ++tick)
            (void)client_.correct_input(tick, used_[static_cast<std::size_t>(tick)]); // false for a future tick
    }

    void take_client_step(Nanos now)
    {
        chosen_.push_back(static_cast<int>(engine_() % 4));
        client_.step(chosen_.back(), mix);
        to_server_.send(now, {client_.next_tick(), sync_.total_correction()});
    }

    TickSync sync_{tick_time(net_rate, 3)};
    Wire<ToServer> to_server_;
    Wire<ToClient> to_client_;
    std::mt19937_64 engine_;
    std::int64_t first_;
    std::uint64_t before_ = 0, server_ = 0;
    Rollback<std::uint64_t, int, 256> client_;
    decltype(presets::accumulator()) client_loop_ = presets::accumulator(net_rate);
    decltype(presets::accumulator()) server_loop_ = presets::accumulator(net_rate);
    std::vector<int> chosen_, used_; // inputs by tick: chosen by the client, and used by the server
    std::int64_t known_ = 0, missing_ = 0;
    double worst_slew_ = 0.0;
};

constexpr std::int64_t years_292 = 9'214'646'400; // in seconds
__extension__ using Wide = __int128;

Wide ceil_of(Wide a, Wide b) { return a / b + (a % b > 0 ? 1 : 0); }

} // namespace

TEST_CASE("with 150 ms of latency, 30 ms of jitter and 5 % loss a client is 3 ticks ahead after 5 s, and stays it for "
          "an hour")
{
    for (const Nanos guess :
         {Nanos{300ms}, Nanos{150ms}, Nanos{450ms}}) // one correct guess of the round trip and two wrong ones
    {
        NetGame game{static_cast<std::uint64_t>(guess.count()), guess};
        std::mt19937_64 engine{7};
        const Nanos end = tries(3600) * 1s;
        double worst = 0.0, sum = 0.0;
        int frames = 0;
        Nanos now{};
        while (now < end)
        {
            const Nanos frame{static_cast<std::int64_t>(engine() % 4'000'000)};
            now += frame;
            game.frame(now, frame);
            if (now < 5s) continue;
            worst = std::max(worst, std::abs(game.ahead(now) - 3.0));
            sum += game.ahead(now);
            ++frames;
        }
        CAPTURE(guess.count());
        CHECK(worst < 0.5);
        CHECK(sum / frames == doctest::Approx(3.0).epsilon(0.1)); // messages also wait for the next frame
        CHECK(game.worst_slew() <= 0.05 + 1e-9);
        CHECK(game.server_ticks() == tick_at(net_rate, now));
        CHECK(game.client().next_tick() > game.server_ticks() + 9);
        CHECK(game.missing() < game.server_ticks() / 20); // inputs that arrived too late, mostly in the first seconds
        CHECK(game.worlds_are_equal());
    }
}

TEST_CASE("the time of all frames is the wall time plus all corrections, and reports of a right lead change nothing")
{
    TickSync sync{50ms};
    Nanos wall{}, to_loop{};
    CHECK(sync.lead_error() == 0ns);
    for (const Nanos frame : random_frames(10'000, 20ms, 8))
    {
        wall += frame;
        to_loop += sync.correct_frame_time(frame);
        sync.record_lead(20ms + sync.total_correction(), sync.total_correction());
    }
    CHECK(to_loop == wall + sync.total_correction());
    CHECK(sync.lead_error() == 0ns);
    CHECK(sync.total_correction() == 30ms);
    CHECK(sync.correct_frame_time(-5ms) == 0ns);
}

TEST_CASE("the time of tick n is exact over 292 years, in both directions, at any rate")
{
    std::mt19937_64 engine{1};
    for (const Rate rate : {hz(60), Rate{60000, 1001}, hz(1), hz(1000), Rate{1, 1'000'000}, Rate{999'999'937, 999'983},
                            hz(1'000'000'000)})
    {
        CAPTURE(to_hertz(rate));
        const auto last = static_cast<std::int64_t>(static_cast<Wide>(years_292) * rate.num / rate.den);
        for (int i = 0; i < tries(100'000); ++i)
        {
            const std::int64_t n = i == 0    ? last
                                   : i == 1  ? -last
                                   : i < 100 ? i - 50
                                             : static_cast<std::int64_t>(engine()) % (last + 1);
            const Nanos t = tick_time(rate, n);
            REQUIRE(t.count() ==
                    static_cast<std::int64_t>(ceil_of(static_cast<Wide>(n) * rate.den * 1'000'000'000, rate.num)));
            REQUIRE(tick_at(rate, t) == n);
            REQUIRE(tick_at(rate, t - 1ns) == n - 1);
        }
    }
    CHECK(tick_time(hz(60), 0) == 0ns);
    CHECK(tick_time(hz(60), 1) == 16'666'667ns);
    CHECK(tick_time(hz(60), 552'878'784'000) == Nanos{std::chrono::seconds{years_292}});
    CHECK(tick_time({60000, 1001}, 60000) == 1001s);
}

TEST_CASE("an accumulator takes step n at the time of tick n + 1, at any rate")
{
    for (const Rate rate : {hz(60), Rate{60000, 1001}, hz(144), Rate{125, 2}})
    {
        auto loop = presets::accumulator(rate);
        TickCounter ticks;
        Nanos now{};
        for (const Nanos frame : random_frames(20'000, 40ms, 2))
        {
            now += frame;
            const StepTimes times = ticks.count_steps(now, loop.plan({.frame_time = frame}));
            REQUIRE(times.first_tick + times.step_count() == tick_at(rate, now));
            for (std::int64_t k = 0; k < times.step_count(); ++k)
            {
                const Nanos off = times.end_time(k) - tick_time(rate, times.tick_of_step(k) + 1);
                REQUIRE(std::abs(off.count()) <= 1);
                REQUIRE(std::abs((times.begin_time(k) - tick_time(rate, times.tick_of_step(k))).count()) <= 1);
            }
        }
    }
}

TEST_CASE("the end of a step on the wall clock is right within 1 ns at speeds 0.1, 1 and 10, and after pauses")
{
    for (const Rate rate : {hz(60), Rate{60000, 1001}, hz(30)})
        for (const Speed speed : {Speed{1, 10}, Speed{1, 3}, Speed{1}, Speed{10}})
        {
            INFO("hertz ", to_hertz(rate), ", speed.value() ", speed.value());
            auto loop = presets::accumulator(rate);
            GameClock game;
            game.speed = speed;
            game.max_time_per_frame = Nanos::max();
            TickCounter ticks;
            Nanos now{}, paused{};
            int i = 0;
            for (const Nanos frame : random_frames(20'000, 40ms, 3))
            {
                now += frame;
                game.paused = i++ % 100 > 90;
                if (game.paused) paused += frame;
                const StepPlan plan = loop.plan({.frame_time = game.advance(frame)});
                const StepTimes times = ticks.count_steps(now, plan, game.speed, game.nanosecond_fraction());
                if (game.paused) REQUIRE(times.step_count() == 0);
                for (std::int64_t k = 0; k < times.step_count(); ++k)
                {
                    // Exact end of step n in wall time without pauses: (n + 1) / rate / speed.
                    const long double exact =
                        1e9L * static_cast<long double>((times.tick_of_step(k) + 1) * rate.den * speed.den()) /
                        static_cast<long double>(rate.num * speed.num());
                    REQUIRE(std::abs(static_cast<double>(exact - (times.end_time(k) - paused).count())) < 1.0);
                    REQUIRE(times.end_time(k) > now - frame);
                    REQUIRE(times.end_time(k) <= now);
                }
            }
        }
}

TEST_CASE("at a tenth of the speed the second step of 60 Hz ends after 333.3 ms")
{
    auto loop = presets::accumulator(hz(60));
    GameClock game;
    game.speed = {1, 10};
    const StepPlan plan = loop.plan({.frame_time = game.advance(340ms)});
    const StepTimes times = TickCounter{}.count_steps(340ms, plan, game.speed, game.nanosecond_fraction());
    REQUIRE(times.step_count() == 2);
    CHECK(times.end_time(1) == 333'333'333ns);
    CHECK(times.end_time(0) == 166'666'667ns);
    CHECK(times.time_to_next_step() > 160ms);
    CHECK(times.time_to_next_step() <= 160ms + 11ns);
}

TEST_CASE(
    "the next step is due when time_to_next_step() has passed, and not a nanosecond before, for every accumulator")
{
    for (const Rate rate : {hz(60), Rate{60000, 1001}, hz(30), hz(144)})
    {
        auto behind = presets::accumulator(rate);
        auto ahead = presets::rapier(rate);
        const auto check_due = [](auto& loop, Nanos frame)
        {
            const StepPlan plan = loop.plan({.frame_time = frame});
            auto early = loop, due = loop;
            REQUIRE(due.plan({.frame_time = plan.time_to_next_step()}).steps == 1);
            REQUIRE(early.plan({.frame_time = plan.time_to_next_step() - 2ns}).steps == 0);
        };
        for (const Nanos frame : random_frames(10'000, 40ms, 4))
        {
            check_due(behind, frame);
            check_due(ahead, frame);
        }
    }
    static_assert(tick_at(hz(60), Nanos::min()) == -553'402'322'212);
    CHECK(StepPlan{}.time_to_next_step() == 1ns);
    CHECK(StepPlan{.dt_seconds = 0.01, .alpha = 1.5}.time_to_next_step() == 1ns);
    CHECK(StepTimes{.speed = Speed{0}}.time_to_next_step() == Nanos::max());
    const StepPlan slow = presets::accumulator(Rate{1, 10'000}).plan({});
    CHECK(StepTimes{.plan = slow, .speed = Speed{1, 1'000'000}}.time_to_next_step() > 24h * 365 * 146);
}
