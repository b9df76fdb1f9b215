// lab/lessons/tour.hpp -- the tour for new users: pages of text and settings that explain the first screen
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
        std::string_view text; ///< explains what the loops do, and what the user can try
        std::string_view highlighted_control; ///< name of the control to highlight; empty if none
        std::string_view loop_preset;
        Nanos frame_delay{}; ///< time by which every frame of the PC becomes longer
        sim::VsyncMode vsync = sim::VsyncMode::on;
    };

    static std::span<const Page> pages();

    /// Applies the settings of the first page of the tour.
    explicit Tour(Settings& settings_to_overwrite);

    std::size_t page_index() const { return page_index_; }
    const Page& page() const { return pages()[page_index_]; }
    /// Turns to the next page (1) or to the previous page (-1); false if there is no such page.
    bool turn_page(int page_offset, Settings& settings);
    const Settings& settings_before() const { return settings_before_; }

private:
    void replace_settings_by_page(Settings& settings) const;

    Settings settings_before_;
    std::size_t page_index_ = 0;
};

} // namespace lab
