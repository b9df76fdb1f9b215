// lab/lessons/tour.hpp -- the tour for new users: cards about the first screen, which the user turns with Next and Back
//
// Each card has a set-up of its own. The user's set-up from before the tour is restored at the end.
#pragma once

#include "lab/settings/settings.hpp"

#include <span>
#include <string_view>

namespace lab
{

class Tour
{
public:
    struct Card
    {
        std::string_view title;   ///< title, a few words
        std::string_view text;    ///< what the simulated picture shows, and what the user can try
        std::string_view control; ///< the control to highlight, as the window names it; empty for none
        std::string_view loop;    ///< the loop of the card's set-up
        Nanos delay{};            ///< the frame delay of the card's set-up
        sim::VsyncMode vsync = sim::VsyncMode::on;
    };

    static std::span<const Card> cards();

    /// Changes `settings` to the set-up of the first card.
    explicit Tour(Settings& settings);

    /// From 0.
    std::size_t place() const { return place_; }
    const Card& card() const { return cards()[place_]; }
    /// Shows the next card (`cards` is 1) or the previous one (-1), and applies its set-up to `settings`. Returns false
    /// and changes nothing if there is no such card.
    bool turn(int cards, Settings& settings);
    /// The user's settings from before the tour, with the settings of the window (`view`) as they are `now`. If the
    /// user has left the first screen since, also with the mode of `now`, so that what the user opened stays open.
    Settings before(const Settings& now) const;

private:
    void apply_card(Settings& settings) const;

    Settings before_;
    std::size_t place_ = 0;
};

} // namespace lab
