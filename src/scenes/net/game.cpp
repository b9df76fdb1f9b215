#include "scenes/net/game.hpp"

#include "sim/machine/random.hpp"
#include "sim/physics/motion.hpp"

#include <algorithm>
#include <cmath>

namespace scenes
{

namespace
{

bool is_same(const ConfirmedState& a, const ConfirmedState& b) { return a.hash == b.hash && a.seconds == b.seconds; }

} // namespace

NetworkedGame::NetworkedGame(const NetworkSetUp& set_up)
    : set_up_{std::make_unique<const NetworkSetUp>(set_up)}
    , under_way_(set_up.pcs)
{
    for (std::size_t pc = 0; pc < set_up.pcs; ++pc) peers_.emplace_back(*set_up_, pc);
    for (std::size_t wire = 0; wire < set_up.pcs * set_up.pcs; ++wire)
        wires_.emplace_back(set_up.link, sim::seed_of(set_up.seed, 2000 + wire));
}

void NetworkedGame::advance_to(Nanos to, const std::function<void(std::size_t pc)>& each)
{
    for (std::size_t pc = next_pc(); peers_[pc].next_frame_at() <= to; pc = next_pc())
    {
        compute(pc);
        if (each) each(pc);
    }
    time_ = std::max(time_, to);
}

std::size_t NetworkedGame::single_frame()
{
    const std::size_t pc = next_pc();
    time_                = std::max(time_, peers_[pc].next_frame_at());
    compute(pc);
    return pc;
}

std::size_t NetworkedGame::next_pc() const
{
    return static_cast<std::size_t>(std::ranges::min_element(peers_, {}, &Peer::next_frame_at) - peers_.begin());
}

// Computes one frame of a PC. Messages that have arrived are delivered in the order of their arrival. Messages that
// arrived at the same time are delivered in the order in which they were sent.
void NetworkedGame::compute(std::size_t pc)
{
    std::vector<Message>& coming = under_way_[pc];
    const auto there             = [now = peers_[pc].next_frame_at()](const Message& m) { return m.arrives <= now; };
    const auto later             = std::stable_partition(coming.begin(), coming.end(), there);
    std::sort(coming.begin(), later,
              [](const Message& a, const Message& b) {
                  return std::pair{a.arrives, a.number} < std::pair{b.arrives, b.number};
              });
    peers_[pc].frame({coming.begin(), later});
    coming.erase(coming.begin(), later);
    send(pc);
}

void NetworkedGame::send(std::size_t pc)
{
    for (std::size_t to = 0; to < peers_.size(); ++to)
    {
        auto message = to == pc ? std::nullopt : peers_[pc].message_to(to);
        if (!message) continue;
        const auto arrives = wires_[pc * peers_.size() + to].carry(message->sent);
        message->number    = number_++;
        message->lost      = !arrives;
        message->arrives   = arrives.value_or(message->sent + set_up_->link.delay);
        if (message->lost)
            peers_[pc].count_loss();
        else
            under_way_[to].push_back(*message);
        message->inputs.clear();
        messages_.push_back(std::move(*message));
    }
    while (!messages_.empty() && messages_.front().sent < time_ - looked_back) messages_.pop_front();
}

Agreement NetworkedGame::agreement(std::size_t pc) const
{
    const auto& a = peers_[0].final_states();
    const auto& b = peers_[pc].final_states();
    Agreement found{.common = static_cast<std::int64_t>(std::min(a.size(), b.size()))};
    for (std::int64_t tick = 1; tick <= found.common; ++tick)
    {
        const auto place = static_cast<std::size_t>(tick - 1);
        const bool same  = is_same(a[place], b[place]);
        if (!same && !found.first) found.first = tick;
        if (tick % compared_ticks == 0) ++(same ? found.equal : found.differ);
    }
    return found;
}

std::optional<double> NetworkedGame::distance(std::size_t pc, double seconds) const
{
    const auto a = sim::x_at(peers_[0].final_states(), seconds), b = sim::x_at(peers_[pc].final_states(), seconds);
    if (!a || !b) return std::nullopt;
    return std::abs(*a - *b);
}

double NetworkedGame::settled() const
{
    double least = std::numeric_limits<double>::infinity();
    for (const Peer& peer : peers_)
        least = std::min(least, peer.final_states().empty() ? 0.0 : peer.final_states().back().seconds);
    return least;
}

} // namespace scenes
