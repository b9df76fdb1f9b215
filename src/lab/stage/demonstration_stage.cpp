#include "lab/stage/demonstration_stage.hpp"

namespace lab
{

namespace
{

// True if the action changes only the view of the window, or what the window saves.
bool is_of_view(Action action)
{
    using enum Action;
    switch (action)
    {
    case camera:
    case panel_keys:
    case film:
    case panels:
    case help:
    case sound:
    case full_screen:
    case present:
    case screenshot: return true;
    default: return false;
    }
}

} // namespace

DemonstrationStage::DemonstrationStage(const Demonstration& shown, const Settings& settings)
    : run_{shown}
    , mode_{settings.mode}
    , more_{settings.view.more}
{
}

bool DemonstrationStage::matches(const Settings& settings) const
{
    const bool over = ended_ || run_.watched() >= DemonstrationRun::length;
    return !over && settings.mode == mode_ && settings.view.more == more_;
}

bool DemonstrationStage::handle(const Key& key, Desk&)
{
    if (!is_of_view(key.action)) end();
    return key.action == Action::close;
}

} // namespace lab
