// lab/lessons/tour.hpp -- the tour for new users: cards that explain the first screen, with the buttons Next and Back
//
// Each card applies its own settings. The user's settings are restored at the end of the tour.
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
        std::string_view title;
        std::string_view text;    ///< explains the simulation, and what the user can try
        std::string_view control; ///< name in the window of the control to highlight; empty if none
        std::string_view preset;  ///< name of the loop's preset
        Nanos frame_delay{};      ///< of the simulated PC
        sim::VsyncMode vsync = sim::VsyncMode::on;
    };

    static std::span<const Card> cards();

    /// Applies the first card to `settings`.
    explicit Tour(Settings& settings);

    /// Index of the present card.
    std::size_t card_index() const { return card_index_; }
    const Card& card() const { return cards()[card_index_]; }
    /// Shows the next card (`card_offset` is 1) or the previous card (-1) and applies it to `settings`. Returns false
    /// without an effect if there is no such card.
    bool turn(int card_offset, Settings& settings);
    /// The user's settings from before the tour, but with the `view` settings of `now`. If the user has left the first
    /// screen since, also with the mode of `now`, so that what the user opened stays open.
    Settings settings_after_tour(const Settings& now) const;

private:
    void apply_card(Settings& settings) const;

    Settings settings_before_;
    std::size_t card_index_ = 0;
};

} // namespace lab
