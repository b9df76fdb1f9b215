// Tests the diagram of a game over a network, and the messages that fly between the stages.
#include "views/network_view.hpp"
#include "views/playing.hpp"

using scenes::PeerToPeerGame;
using scenes::SyncMethod;

namespace
{

constexpr Rect diagram{10, 20, 900, 200};

scenes::NetworkSetup lossy(SyncMethod kind)
{
    return {.sync_method = kind, .connection = {.delay = 120ms, .jitter = 40ms, .loss = 0.2}, .rollback_window = 5};
}

Picture diagram_of(const PeerToPeerGame& game, TimeSpan span)
{
    Picture picture;
    redraw_network_timeline(picture, game, span, diagram, {dark_theme});
    return picture;
}

// Returns the y coordinate in pixels of the row of a PC.
float row_y(const Picture& picture, const PeerToPeerGame& game, std::size_t pc)
{
    const Label* name = label_that_begins(picture, game[pc].name());
    REQUIRE(name != nullptr);
    return name->anchor.y + 9;
}

} // namespace

TEST_CASE("each wait of a PC is a yellow box from its begin to its end in the PC's row")
{
    PeerToPeerGame game{lossy(SyncMethod::lockstep)};
    game.advance_to(2s);
    const Picture picture = diagram_of(game, {0s, 2s});
    const TimeAxis axis = network_axis({0s, 2s}, diagram, 1.0F);
    std::size_t waits = 0;
    for (std::size_t pc = 0; pc < game.pc_count(); ++pc)
        for (const scenes::InputWait& wait : game[pc].waits)
        {
            ++waits;
            const float left = axis.x_clamped_with_overhang(wait.start);
            const float right = axis.x_clamped_with_overhang(wait.end);
            const Point middle{(left + right) / 2, row_y(picture, game, pc)};
            const RoundedBox* box =
                box_at(picture, middle, [](const auto& b) { return b.colour == dark_theme.warning; });
            REQUIRE(box != nullptr);
            CHECK(2 * (box->half_w + box->radius) == doctest::Approx(right - left).epsilon(1e-3));
        }
    CHECK(waits > 5);
    const auto drawn = boxes_where(picture, [](const auto& b) { return b.colour == dark_theme.warning; }).size();
    CHECK(drawn >= waits); // a wait that is not over has a box, too
    CHECK(drawn <= waits + game.pc_count());
}

TEST_CASE("each rollback is an arrow back to its tick, and each lost message ends half way in a cross")
{
    PeerToPeerGame game{lossy(SyncMethod::rollback)};
    game.advance_to(1s);
    const Picture picture = diagram_of(game, {0s, 1s});
    const TimeAxis axis = network_axis({0s, 1s}, diagram, 1.0F);
    std::vector<float> heads;
    for (const Shape& shape : picture.shapes())
        if (const auto* quad = std::get_if<Quad>(&shape)) heads.push_back(quad->corners[0].x + 3);
    std::vector<float> ticks;
    for (std::size_t pc = 0; pc < game.pc_count(); ++pc)
        for (const scenes::RollbackRecord& r : game[pc].rollbacks)
            ticks.push_back(axis.x_clamped_with_overhang(r.time - r.depth * timestep::step_ns(game.setup().rate)));
    REQUIRE(heads.size() == ticks.size());
    CHECK(heads.size() > 0);
    for (std::size_t i = 0; i < heads.size(); ++i) CHECK(heads[i] == doctest::Approx(ticks[i]));

    const float half_way = (row_y(picture, game, 0) + row_y(picture, game, 1)) / 2;
    std::size_t lost = 0;
    for (const scenes::InputMessage& m : game.sent_messages())
    {
        const timestep::Nanos end = m.sent_time + (m.arrival_time - m.sent_time) / 2;
        if (!m.is_lost || end > game.wall_time()) continue;
        ++lost;
        const auto is_stroke = [](const auto& b) { return is_line(b) && b.colour == dark_theme.alarm; };
        CHECK(box_at(picture, {axis.x_clamped_with_overhang(end), half_way}, is_stroke) != nullptr);
    }
    CHECK(lost > 3);
}

TEST_CASE("a message under way is a disc in its sender's colour on the way between the stages, a lost one a cross")
{
    PeerToPeerGame game{lossy(SyncMethod::unsynced)};
    game.advance_to(1s);
    const std::array stages{Rect{0, 0, 500, 300}, Rect{520, 0, 500, 300}};
    std::size_t under_way = 0, crossed = 0;
    for (const scenes::InputMessage& m : game.sent_messages())
    {
        if (m.arrival_time < 1s || m.sent_time > 1s || m.arrival_time <= m.sent_time) continue;
        const bool is_over = m.is_lost && 2 * (timestep::Nanos{1s} - m.sent_time) > m.arrival_time - m.sent_time;
        ++(is_over ? crossed : under_way);
    }
    Picture picture;
    picture.reset({0, 0, 1020, 300}, dark_theme.background);
    draw_messages_in_transit(picture, game, 1s, stages, {dark_theme});
    const auto heads = boxes_where(picture, [](const auto& b) { return b.is_disc() && b.radius == 4.5F; });
    CHECK(heads.size() == under_way);
    CHECK(under_way > 5);
    CHECK(boxes_where(picture, [](const auto& b) { return is_line(b); }).size() == 2 * crossed);
    for (const RoundedBox& head : heads)
    {
        CHECK(head.x > stages[0].w / 2 - 1);
        CHECK(head.x < stages[1].x + stages[1].w / 2 + 1);
        CHECK((is_same_ink(head.colour, pc_colour(0)) || is_same_ink(head.colour, pc_colour(1))));
    }
}

TEST_CASE("the curve below the rows is that of the lesson, with its name, and a scale with a unit")
{
    for (const auto& [kind, curve, unit] : {std::tuple{SyncMethod::lockstep, "ticks late by", " ms"},
                                            {SyncMethod::lockstep_slow_pc, "ticks late by", " ms"},
                                            {SyncMethod::unsynced, "distance in x", "1 m"},
                                            {SyncMethod::rollback, "ticks rerun", " ticks"}})
    {
        PeerToPeerGame game{lossy(kind)};
        game.advance_to(3s);
        const Picture picture = diagram_of(game, {0s, 3s});
        CAPTURE(curve);
        const Label* name = label_that_begins(picture, curve);
        REQUIRE(name != nullptr);
        const auto scale = std::ranges::find_if(picture.labels(),
                                                [name, ending = unit](const Label& label) {
                                                    return label.anchor.y > name->anchor.y - 12 &&
                                                           label.text.ends_with(ending) && label.align == Align::right;
                                                });
        CHECK(scale != picture.labels().end());
        for (const Label& label : picture.labels()) CHECK(label.anchor.x < diagram.right());
    }
}
