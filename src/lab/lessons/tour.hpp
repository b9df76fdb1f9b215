// lab/lessons/tour.hpp -- the tour for new users: pages of text that explain the first screen. Each page applies its
// own settings; the end of the tour restores the user's settings
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
        std::string_view text;    ///< explains what the loops do, and what the user can try
        std::string_view control; ///< name of the control to highlight; empty if none
        std::string_view preset;
        Nanos frame_delay{};
        sim::VsyncMode vsync = sim::VsyncMode::on;
    };

    static std::span<const Card> cards();

    /// Applies the settings of the first page of the tour.
    explicit Tour(Settings& settings);

    std::size_t card_index() const { return card_index_; }
    const Card& card() const { return cards()[card_index_]; }
    /// Shows the next page (`card_offset` is 1) or the previous page (-1), and applies its settings. Returns false if
    /// there is no such page.
    bool turn_page(int card_offset, Settings& settings);
    /// Returns the settings from before the tour, with the `view` settings of `current_settings`. If the user has left
    /// the first screen, also keeps the mode of `current_settings`, so that an opened lesson or race stays open.
    Settings settings_after_tour(const Settings& current_settings) const;

private:
    void reset_settings_to_card(Settings& settings) const;

    Settings settings_before_;
    std::size_t card_index_ = 0;
};

} // namespace lab
