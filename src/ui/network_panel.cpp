// Over a network: the four set-ups, a question before each, what can be turned, and what came out.
#include "lab/controls.hpp"
#include "ui/panels.hpp"
#include "view/network.hpp"

#include <fmt/format.h>

#include <array>

namespace ui
{

namespace
{

using net::Kind;

constexpr view::Colour good = view::rgb(0x009e73);

struct Question
{
    const char* question;
    std::array<const char*, 3> answers;
};

constexpr std::array<Question, net::all_kinds.size()> questions{{
    {"A message takes 50 ms or more, and some are lost. How far are the worlds apart at the same tick?",
     {"As far as a lost message mattered", "By rounding errors", "Not at all"}},
    {"One PC can take 30 steps a second, and the game wants 60. What happens on the fast PC?",
     {"It runs on at full speed", "It runs at half speed, too", "It takes the slow one's steps"}},
    {"Every PC runs this loop and obeys an input when it arrives. When do the worlds part?",
     {"At the very first step", "At the first input", "Never: it is the same program"}},
    {"An input that is missing is guessed, and taken back where the guess was wrong. What does that cost?",
     {"Nothing: guesses are right", "Some steps in a hundred", "Every step twice, or more"}},
}};

struct Shares
{
    double speed      = 1.0; ///< of real time, of the first PC
    double waited     = 0.0; ///< s, the longest of all PCs
    double again      = 0.0; ///< steps that were taken again, of those that count, the most of all PCs
    std::int64_t sent = 0, lost = 0, rollbacks = 0, waits = 0;
    std::int64_t deepest = 0;
    timestep::Nanos longest{};
};

Shares shares_of(const lab::Network& network)
{
    const net::Game& game = network.game();
    Shares all;
    all.speed = game[0].world().time() / std::max(timestep::to_seconds(network.now()), 1e-3);
    for (std::size_t pc = 0; pc < game.size(); ++pc)
    {
        const net::PeerTotals& t = game[pc].totals();
        all.waited               = std::max(all.waited, timestep::to_seconds(t.waited));
        all.again                = std::max(all.again, static_cast<double>(t.taken_again) /
                                                           static_cast<double>(std::max<std::int64_t>(game[pc].tick(), 1)));
        all.sent += t.sent;
        all.lost += t.lost;
        all.rollbacks += t.rollbacks;
        all.waits += t.waits;
        all.deepest = std::max(all.deepest, t.deepest);
        all.longest = std::max(all.longest, t.longest);
    }
    return all;
}

std::int64_t first_parting(const lab::Network& network)
{
    std::int64_t first = 0;
    for (const net::Agreement& a : network.agreements())
        if (a.first && (first == 0 || *a.first < first)) first = *a.first;
    return first;
}

// Which answer this very run shows to be right.
std::size_t right_answer(const lab::Network& network)
{
    const std::int64_t parted = first_parting(network);
    const double again        = shares_of(network).again;
    switch (network.game().set_up().kind)
    {
    case Kind::lockstep: return parted == 0 ? 2 : 0;
    case Kind::slow_pc: return shares_of(network).speed < 0.75 ? 1 : 0;
    case Kind::free: return parted == 0 ? 2 : parted == 1 ? 0 : 1;
    case Kind::rollback: return again < 0.005 ? 0 : again < 1.0 ? 1 : 2;
    }
    return 0;
}

std::string of_lockstep(const lab::Network& network, const Shares& s)
{
    const auto& set_up = network.game().set_up();
    const double delay = 1e3 * set_up.input_delay * timestep::step_seconds(set_up.rate);
    return fmt::format(
        "All hashes are equal. Every input takes effect {:.0f} ms later, and its message has that long to "
        "arrive, or to be made good by the next: {} of {} were lost. Where that was not enough "
        "everybody waited: {} times, {:.0f} ms at the longest, and the game runs at {:.2f} of real time.",
        delay, s.lost, s.sent, s.waits, timestep::to_millis(s.longest), s.speed);
}

std::string of_free(const lab::Network& network)
{
    const std::int64_t parted = first_parting(network);
    if (parted == 0) return "No tick differs so far.";
    const std::string apart = fmt::format("{:.3g}", network.game().distance(1, network.game().settled()).value_or(0.0));
    if (parted == 1)
        return fmt::format(
            "The step is the frame, and frames differ from PC to PC: they part at tick 1. Now they are {} "
            "apart in x. No input was needed for that.",
            apart);
    return fmt::format(
        "Their steps are alike, so they agree up to tick {}. Then an input arrived that the other PC had "
        "obeyed ticks before. Now they are {} apart in x: whole steps are needed, but not enough.",
        parted - 1, apart);
}

std::string explanation(const lab::Network& network)
{
    const Shares s = shares_of(network);
    switch (network.game().set_up().kind)
    {
    case Kind::lockstep: return of_lockstep(network, s);
    case Kind::slow_pc:
        return fmt::format(
            "The game runs at {:.2f} of real time on every PC. The fast ones waited {:.1f} s of {:.1f}, up to "
            "{:.0f} ms at a time, and all hashes are equal: nobody is wrong, and nobody is fast.",
            s.speed, s.waited, timestep::to_seconds(network.now()), timestep::to_millis(s.longest));
    case Kind::free: return of_free(network);
    case Kind::rollback: break;
    }
    return fmt::format(
        "{:.1f} steps in 100 were taken again: {} guesses were wrong, and taken back by up to {} ticks. Nobody "
        "waits, inputs act at once, and what is confirmed is the same on all PCs, to the bit.",
        100.0 * s.again, s.rollbacks, s.deepest);
}

void paragraph(const std::string& text, const ImVec4& ink)
{
    ImGui::PushStyleColor(ImGuiCol_Text, ink);
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
}

void kinds(const Context& c)
{
    const float width = (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x) / 2;
    for (std::size_t i = 0; i < net::all_kinds.size(); ++i)
    {
        const net::KindRow& row = net::all_kinds[i];
        const bool chosen       = static_cast<std::size_t>(c.lab.settings.network.kind) == i;
        if (i % 2 == 1) ImGui::SameLine();
        ImGui::PushStyleColor(ImGuiCol_Button,
                              colour(chosen ? view::mix(c.theme.raised, c.theme.accent, 0.45F) : c.theme.raised));
        if (button(std::string{row.title}.c_str(), std::string{row.tip}.c_str(), c.log, width))
            c.lab.settings.network.kind = static_cast<Kind>(i);
        ImGui::PopStyleColor();
    }
}

// Before the run a choice; afterwards the right one is marked, and a wrong guess.
void answer(const Context& c, std::size_t kind, std::size_t i, std::optional<std::size_t> right)
{
    auto& guess       = c.lab.asked.guess[kind];
    const bool chosen = guess == i;
    view::Colour back = chosen ? view::mix(c.theme.panel, c.theme.accent, 0.28F) : c.theme.raised;
    if (right && i == *right) back = view::mix(c.theme.panel, good, 0.35F);
    if (right && chosen && i != *right) back = view::mix(c.theme.panel, c.theme.alarm, 0.30F);
    ImGui::PushStyleColor(ImGuiCol_Button, colour(back));
    ImGui::PushStyleVar(ImGuiStyleVar_ButtonTextAlign, {0.0F, 0.5F});
    const std::string label = fmt::format("{}  {}", i + 1, questions[kind].answers[i]);
    if (button(label.c_str(), fmt::format("Key {}.", i + 1).c_str(), c.log, ImGui::GetContentRegionAvail().x) &&
        !c.lab.asked.run[kind])
        guess = i;
    log_item(c.log, fmt::format("network.answer.{}", i + 1), guess == i ? "chosen" : "");
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
}

void question(const Context& c)
{
    const lab::Network& network = *c.lab.network();
    const auto kind             = static_cast<std::size_t>(network.game().set_up().kind);
    const bool run              = c.lab.asked.run[kind];
    const bool told             = run && network.now() >= lab::Network::told_after;
    const auto right            = told ? std::optional{right_answer(network)} : std::nullopt;
    paragraph(questions[kind].question, colour(c.theme.ink));
    for (std::size_t i = 0; i < 3; ++i) answer(c, kind, i, right);
    ImGui::Spacing();
    if (!run)
    {
        ImGui::PushStyleColor(ImGuiCol_Button, colour(view::mix(c.theme.raised, c.theme.accent, 0.55F)));
        if (button("Run it  Space", "Choose an answer first, and see whether you were right.", c.log,
                   ImGui::GetContentRegionAvail().x))
            c.lab.asked.run[kind] = true;
        ImGui::PopStyleColor();
        return;
    }
    const auto& guess = c.lab.asked.guess[kind];
    const std::string verdict =
        !told ? fmt::format("{:.0f} s to go ...", timestep::to_seconds(lab::Network::told_after - network.now()) + 0.5)
        : !guess           ? std::string{"What happened"}
        : *guess == *right ? std::string{"Right, and this is why"}
                           : std::string{"No, and this is why"};
    ImGui::PushFont(bold());
    paragraph(verdict, colour(told && guess && *guess != *right ? c.theme.alarm : c.theme.ink));
    ImGui::PopFont();
    log_item(c.log, "network.verdict", verdict);
    if (!told) return;
    const std::string why = explanation(network);
    paragraph(why, colour(c.theme.ink));
    log_item(c.log, "network.why", why);
}

} // namespace

void network_panel(const Context& c)
{
    heading("Over a network");
    kinds(c);
    paragraph(std::string{net::row_of(c.lab.settings.network.kind).tip}, colour(c.theme.quiet));
    ImGui::Spacing();
    question(c);
    ImGui::Spacing();
    heading("The network");
    for (const lab::Control& row : lab::controls())
        if (row.path.starts_with("network.") && &row != &lab::control<"network.kind">) edit(c.lab.settings, row, c.log);
    edit(c.lab.settings, lab::control<"loop.preset">, c.log);
    ImGui::Spacing();
    const float width = (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x) / 2;
    if (button("Reset  R", "The game from its start.", c.log, width)) c.lab.apply(*lab::find_key("R"));
    ImGui::SameLine();
    if (button("Ask again", "The question, from the start.", c.log, width))
    {
        c.lab.asked = {};
        c.lab.apply(*lab::find_key("R"));
    }
}

} // namespace ui
