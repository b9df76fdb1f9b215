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
    struct Page
    {
        std::string_view title;
        std::string_view text;                ///< explains what the loops do, and what the user can try
        std::string_view highlighted_control; ///< name of the control to highlight; empty if none
        std::string_view loop_preset;
        Nanos frame_delay{};
        sim::VsyncMode vsync = sim::VsyncMode::on;
    };

    static std::span<const Page> pages();

    /// Applies the settings of the first page of the tour.
    explicit Tour(Settings& settings_to_overwrite);

    std::size_t page_index() const { return page_index_; }
    const Page& page() const { return pages()[page_index_]; }
    /// Shows the next page (`page_offset` is 1) or the previous page (-1), and applies its settings. Returns false if
    /// there is no such page.
    bool turn_page(int page_offset, Settings& settings);
    /// The settings from before the tour, but with current_settings.view. If the user has opened a lesson or a race
    /// during the tour, it stays open.
    Settings settings_after_tour(const Settings& current_settings) const;

private:
    void apply_page_settings(Settings& settings) const;

    Settings settings_before_;
    std::size_t page_index_ = 0;
};

} // namespace lab
