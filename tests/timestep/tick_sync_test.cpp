#include "thorough.hpp"
#include "timestep/presets.hpp"
#include "timestep/rollback.hpp"
#include "timestep/tick_sync.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <random>
#include <vector>

using namespace timestep;

namespace
{
constexpr Rate net_rate = hz(60);

void play(std::uint64_t& world, int input, std::int64_t tick)
{
    world = (world ^ static_cast<std::uint64_t>(input + 17 * tick)) * 6364136223846793005U + 1442695040888963407U;
}

// A wire that delays each message by 150 ms +- 30 ms and loses 5 % of them, in either direction.
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
    template <class F>
    void deliver(Nanos now, F&& f)
    {
        for (; !under_way_.empty() && under_way_.begin()->first <= now; under_way_.erase(under_way_.begin()))
            f(under_way_.begin()->second);
    }

private:
    std::mt19937_64 engine_;
    std::multimap<Nanos, Message> under_way_;
};

// A client and a server that play one game. Every message repeats the inputs of the last 64 ticks, so that lost ones
// arrive with a later message.
class NetGame
{
public:
    // The client connects at time 0 of the server, with an answer that the server sent at -150 ms.
    NetGame(std::uint64_t seed, Nanos guessed_round_trip)
        : to_server_{seed}
        , to_client_{seed + 1}
        , engine_{seed + 2}
        , first_{sync_.first_tick(net_rate, -150ms, guessed_round_trip)}
        , client_{0, first_}
    {
        chosen_.resize(static_cast<std::size_t>(first_)); // the client plays nothing before its first tick
        used_.reserve(1'000'000);
        for (std::int64_t tick = 0; tick < first_; ++tick) play(before_, 0, tick);
        client_ = Rollback<std::uint64_t, int, 256>{before_, first_};
    }

    // Plays a frame of both programs that ends at `now`.
    void frame(Nanos now, Nanos length)
    {
        serve(now, length);
        to_client_.deliver(now, [&](const ToClient& m) { hear(m); });
        client_.take_again(play);
        const Nanos own     = length + length / 10'000; // the client's clock is 100 ppm fast
        const Nanos to_loop = sync_.advance(own);
        worst_slew_         = std::max(worst_slew_, std::abs(to_seconds(to_loop - own) / to_seconds(own)));
        take_steps(client_loop_.plan({.frame = to_loop}), [&](double) { take_client_step(now); });
    }

    // Returns the ticks by which the client is ahead when its inputs arrive, apart from the jitter of the wire.
    double ahead(Nanos now) const
    {
        const Nanos client = tick_time(net_rate, client_.tick()) + client_loop_.carried();
        return to_seconds(client - (now + 150ms)) * hertz(net_rate);
    }
    double worst_slew() const { return worst_slew_; }
    std::int64_t first() const { return first_; }
    const Rollback<std::uint64_t, int, 256>& client() const { return client_; }
    std::int64_t server_ticks() const { return static_cast<std::int64_t>(used_.size()); }
    std::int64_t missing() const { return missing_; }

    // Returns whether both worlds are equal at the last tick that both know.
    bool worlds_are_equal()
    {
        for (std::int64_t tick = client_.oldest(); tick < std::min(client_.tick(), server_ticks()); ++tick)
            client_.correct(tick, used_[static_cast<std::size_t>(tick)]);
        client_.take_again(play);
        std::uint64_t ahead = server_;
        for (std::int64_t tick = server_ticks(); tick < client_.tick(); ++tick)
            play(ahead, chosen_[static_cast<std::size_t>(tick)], tick);
        return ahead == client_.state();
    }

private:
    struct ToServer
    {
        std::int64_t ticks; // the inputs before this tick are in the message
        Nanos corrected;
    };
    struct ToClient
    {
        std::int64_t ticks; // the inputs that the server used before this tick are in the message
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
        take_steps(server_loop_.plan({.frame = length}),
                   [&](double)
                   {
                       const auto tick = static_cast<std::int64_t>(used_.size());
                       missing_ += tick < known_ || tick < first_ ? 0 : 1;
                       used_.push_back(tick < known_ ? chosen_[static_cast<std::size_t>(tick)] : 0);
                       play(server_, used_.back(), tick);
                   });
        answer.ticks = server_ticks();
        to_client_.send(now, answer);
    }

    void hear(const ToClient& m)
    {
        if (m.reports) sync_.report(m.lead, m.corrected);
        for (std::int64_t tick = std::max({m.ticks - 64, client_.oldest(), first_}); tick < m.ticks; ++tick)
            client_.correct(tick, used_[static_cast<std::size_t>(tick)]);
    }

    void take_client_step(Nanos now)
    {
        chosen_.push_back(static_cast<int>(engine_() % 4));
        client_.step(chosen_.back(), play);
        to_server_.send(now, {client_.tick(), sync_.corrected()});
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
    std::vector<int> chosen_, used_; // inputs by tick: as the client chose them, and as the server used them
    std::int64_t known_ = 0, missing_ = 0;
    double worst_slew_ = 0.0;
};
} // namespace

TEST_CASE("with 150 ms of latency, 30 ms of jitter and 5 % loss a client is 3 ticks ahead after 5 s, and stays it for "
          "an hour")
{
    for (const Nanos guess :
         {Nanos{300ms}, Nanos{150ms}, Nanos{450ms}}) // a right guess of the latency and two wrong ones
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
        CHECK(sum / frames == doctest::Approx(3.0).epsilon(0.1)); // messages also wait for a frame
        CHECK(game.worst_slew() <= 0.05 + 1e-9);
        CHECK(game.server_ticks() == tick_at(net_rate, now));
        CHECK(game.client().tick() > game.server_ticks() + 9);
        CHECK(game.missing() < game.server_ticks() / 20); // inputs that came too late, mostly in the first seconds
        CHECK(game.worlds_are_equal());
    }
}

TEST_CASE("the time of all frames is the wall time plus all corrections, and reports of a right lead change nothing")
{
    TickSync sync{50ms};
    std::mt19937_64 engine{8};
    Nanos wall{}, to_loop{};
    CHECK(sync.error() == 0ns);
    for (int i = 0; i < 10'000; ++i)
    {
        const Nanos frame{static_cast<std::int64_t>(engine() % 20'000'000)};
        wall += frame;
        to_loop += sync.advance(frame);
        sync.report(20ms + sync.corrected(), sync.corrected());
    }
    CHECK(to_loop == wall + sync.corrected());
    CHECK(sync.error() == 0ns);
    CHECK(sync.corrected() == 30ms);
    CHECK(sync.advance(-5ms) == 0ns);
}
