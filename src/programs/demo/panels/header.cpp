// Draws the line at the top of the window: the program's name, the buttons of the modes, the clocks, and the number of
// recorded frames.
#include "lab/settings/tempo.hpp"
#include "programs/demo/panels/panels.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

namespace demo
{

namespace
{

std::string playback_text(const lab::Playback& p, const lab::Lab& lab)
{
    const std::string name = p.name().substr(p.name().find_last_of('/') + 1);
    std::string text       = fmt::format("{}: frame {} of {}", name, p.index(), p.size());
    if (p.rounds() > 0) text += fmt::format(", round {}", p.rounds() + 1);
    const timestep::Nanos behind = lab.pc().behind_recording();
    if (behind > timestep::Nanos::zero()) text += fmt::format(", {:.0f} ms behind", timestep::to_millis(behind));
    return text;
}

std::string middle_text(const lab::Lab& lab, const std::string& notice)
{
    if (!notice.empty()) return notice;
    if (const std::string game = lab.pc().game(); !game.empty())
        return fmt::format("slowing {}; its frames move the ball", game);
    if (lab.playback() != nullptr && !lab.playback()->ended()) return playback_text(*lab.playback(), lab);
    if (lab.recording()) return fmt::format("recording: {} frames (F9 stops)", lab.recorded().size());
    return "";
}

// Tooltip of the button "Less", which shows the first screen.
constexpr const char* first = "The first screen: the chosen loop above interpolated, and one slider (M).";

constexpr std::array<std::pair<const char*, const char*>, 3> modes{{
    {"Live", "One loop on this PC, whose lag is real."},
    {"Race", "Several loops, each on its own copy of one virtual PC."},
    {"Duel", "One loop on several virtual PCs: do they agree?"},
}};

constexpr const char* program     = "Timestep Lab";
constexpr const char* network     = "Over a network";
constexpr const char* opening     = "Open recording...";
constexpr const char* rest        = "Record...";
constexpr const char* go_on_label = "Go on"; // the widest label of the button that pauses
constexpr const char* step_label  = "Step";
constexpr float beside            = 4;  // space between two buttons, in points
constexpr float apart             = 16; // space between two groups of buttons, in points
constexpr float after_name        = 24; // space after the program's name, in points

// The parts of the header for which the window has room. They do not depend on the mode, so that the buttons stay where
// they are when the mode changes.
struct Room
{
    bool name = false; ///< true if the program's name is shown
    bool all  = false; ///< true if all buttons are shown; otherwise, some are in a menu
    /// Width in points, before it is multiplied by Context::scale, of the slider for the speed of a race; 0 if there is
    /// no slider.
    float slider = 0;
    bool pause   = true; ///< true if the buttons that pause and run one frame are shown

    /// Returns the text after the number that shows the speed of a race.
    const char* unit() const { return slider > 100 ? "x speed" : "x"; }
};

float bold_width(const char* text)
{
    ImGui::PushFont(bold());
    const float width = ImGui::CalcTextSize(text).x;
    ImGui::PopFont();
    return width;
}

float width_of(const Context& c, const Room& room)
{
    const bool panels = !lab::is_first_screen(c.lab.settings); // the first screen has none of these buttons
    float width       = panels ? tab_width("Less", c) + tab_width(network, c) + beside * c.scale : 0.0F;
    if (panels)
        for (const auto& [label, tip] : modes) width += beside * c.scale + tab_width(label, c);
    if (room.pause) width += tab_width(go_on_label, c) + tab_width(step_label, c) + (apart + beside) * c.scale;
    if (room.name) width += bold_width(program) + after_name * c.scale;
    if (panels && room.all)
        width +=
            tab_width("Record", c) + tab_width("Replay", c) + tab_width(opening, c) + (2 * apart + beside) * c.scale;
    else if (panels)
        width += beside * c.scale + tab_width(rest, c);
    if (room.slider > 0)
        width += (apart + room.slider + 2 * beside) * c.scale + ImGui::CalcTextSize("0.001").x +
                 ImGui::CalcTextSize(room.unit()).x;
    return width;
}

// Returns the widest layout of the header that fits into the window: first all parts, then layouts without the
// program's name, with fewer buttons, and with a shorter slider or none.
Room room_in_header(const Context& c)
{
    constexpr std::array<Room, 7> all{{
        {true, true, 110},
        {false, true, 110},
        {true, false, 110},
        {false, false, 110},
        {false, false, 50},
        {false, false, 0},
        {false, false, 0, false},
    }};
    const float width = ImGui::GetContentRegionMax().x - ImGui::GetStyle().WindowPadding.x;
    for (const Room& room : all)
        if (width_of(c, room) <= width) return room;
    return all.back();
}

// Draws two buttons: one records the user's inputs to the loop on this PC in a replay file, the other runs the last
// replay.
void replay_buttons(const Context& c)
{
    ImGui::SameLine(0, apart * c.scale);
    if (tab(c.lab.records_replay ? "Stop" : "Record", "Records what you do with the live loop, from its start (F7).",
            c.lab.records_replay, c, "Record"))
        c.lab.apply(*lab::find_key("F7"));
    ImGui::SameLine(0, beside * c.scale);
    if (tab("Replay", "Runs the last replay again, to the bit, or asks for a replay file (F8).",
            c.lab.settings.mode == lab::Mode::replay, c))
        c.lab.apply(*lab::find_key("F8"));
}

// Draws a button with a menu of the buttons for which a narrow window has no room.
void menu_of_the_rest(const Context& c)
{
    ImGui::SameLine(0, beside * c.scale);
    if (tab(rest, "Record, replay, open a recording, slow motion.", false, c)) ImGui::OpenPopup("rest");
    if (!ImGui::BeginPopup("rest")) return;
    const auto entry = [&](const char* label)
    {
        const bool chosen = ImGui::Selectable(label);
        log_item(c.log, fmt::format("rest.{}", label), "");
        return chosen;
    };
    if (entry(c.lab.records_replay ? "Stop recording  F7" : "Record a replay  F7")) c.lab.apply(*lab::find_key("F7"));
    if (entry("Run the last replay  F8")) c.lab.apply(*lab::find_key("F8"));
    if (entry("Open recording...")) c.card.requests.emplace_back(card_request::Open{});
    if (entry("Slow motion: 0.1x, even frames"))
    {
        c.lab.settings.race.speed = 0.1;
        c.lab.settings.frames     = lab::FrameTiming::even;
    }
    ImGui::EndPopup();
}

void mode_buttons(const Context& c, bool all)
{
    if (lab::is_first_screen(c.lab.settings)) return;
    const auto chosen = static_cast<std::size_t>(c.lab.settings.mode);
    if (tab("Less", first, false, c)) c.lab.unfold(false);
    ImGui::SameLine(0, beside * c.scale);
    for (std::size_t i = 0; i < modes.size(); ++i)
    {
        if (i > 0) ImGui::SameLine(0, beside * c.scale);
        if (tab(modes[i].first, modes[i].second, i == chosen, c)) c.lab.settings.mode = static_cast<lab::Mode>(i);
    }
    ImGui::SameLine(0, beside * c.scale);
    if (tab(network, "Several PCs play one game: lockstep, a slow PC, each for itself, rollback.",
            c.lab.settings.mode == lab::Mode::network, c))
    {
        c.lab.settings.mode      = lab::Mode::network;
        c.lab.settings.view.dock = lab::Dock::timeline;
    }
    if (all)
        replay_buttons(c);
    else
        menu_of_the_rest(c);
}

void open_button(const Context& c)
{
    if (lab::is_first_screen(c.lab.settings)) return;
    ImGui::SameLine(0, apart * c.scale);
    constexpr auto tip =
        "A recording of your game: how it ran, which loop fits it, and to watch; or a replay file (F7).\nA file may be "
        "dropped on the window, too.";
    if (tab(opening, tip, c.card.state != RecordingCard::State::closed, c))
        c.card.requests.emplace_back(card_request::Open{});
}

// Draws two buttons: one pauses the game and lets it go on, the other runs one frame of a paused game.
void pause_buttons(const Context& c)
{
    bool& paused = c.lab.settings.paused;
    if (!lab::is_first_screen(c.lab.settings)) ImGui::SameLine(0, apart * c.scale);
    if (tab(paused ? go_on_label : "Pause", paused ? "The game goes on (Space)." : "Stops the game (Space).", paused, c,
            go_on_label))
    {
        if (paused)
            c.lab.go_on();
        else
            paused = true;
    }
    ImGui::SameLine(0, beside * c.scale);
    ImGui::BeginDisabled(!paused);
    if (tab(step_label, paused ? "Runs one frame of 1/60 s (N)." : "Runs one frame of a paused game: pause it first.",
            false, c))
        c.lab.apply(*lab::find_key("N"));
    ImGui::EndDisabled();
}

// Draws a slider for the speed: seconds of the lanes' clock per second of this PC's clock. The user changes it by a
// drag or Ctrl+click. Measured frames of this PC have no other speed: then draws a button that switches to even frames.
// In a window without room for a slider, draws only a button that resets a speed other than 1.
void tempo(const Context& c, const Room& room)
{
    double& speed    = c.lab.settings.race.speed;
    const bool is_pc = c.lab.settings.mode == lab::Mode::live && !c.lab.shows_even_frames();
    if (room.slider == 0 && (is_pc || speed == 1.0)) return;
    ImGui::SameLine(0, apart * c.scale);
    const std::string text = is_pc ? "even frames only" : fmt::format("{:.3g}{}", speed, room.unit());
    if (is_pc || room.slider == 0)
    {
        const char* const reason = is_pc ? c.lab.no_choice_of_frames() : nullptr;
        const char* const tip    = is_pc ? "Slow motion needs even frames: switches to them." : "Sets 1x: real time.";
        ImGui::BeginDisabled(reason != nullptr);
        const bool pressed = tab(text.c_str(), reason != nullptr ? reason : tip, !is_pc, c);
        ImGui::EndDisabled();
        if (pressed && is_pc) c.lab.settings.frames = lab::FrameTiming::even;
        if (pressed && !is_pc) speed = 1.0;
        return;
    }
    {
        const ThinTrack thin{room.slider * c.scale};
        ImGui::SliderScalar("##tempo", ImGuiDataType_Double, &speed, &lab::Tempo::slowest, &lab::Tempo::fastest, "%.6g",
                            ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp);
    }
    log_item(c.log, "lab.speed", fmt::format("{:.4g}", speed));
    tooltip("Slow motion or fast forward; what the lanes compute stays the same.\n0.001 to 100");
    ImGui::SameLine(0, 2 * beside * c.scale);
    ImGui::TextUnformatted(text.c_str());
}

// Returns one text with the frame rate, the wall clock and "F1 keys". Leaves out parts that do not fit into `width`
// points.
std::string clocks_for(const lab::Lab& lab, float width)
{
    const auto& samples        = lab.lane().samples();
    const timestep::Nanos wall = samples.empty() ? timestep::Nanos{} : samples.back().wall;
    const double hz            = lab.display.measured_hz; // measured frame rate; 0 during the first second
    const std::string fps      = hz > 0 ? fmt::format("{:6.1f} fps", hz) : "  -.- fps";
    const std::string all      = fmt::format("{}   wall {:.2f} s   F1 keys", fps, timestep::to_seconds(wall));
    for (const std::string& text : {all, fps + "   F1 keys", fps})
        if (ImGui::CalcTextSize(text.c_str()).x <= width) return text;
    return "";
}

} // namespace

float tab_width(const char* label, const Context& c)
{
    const bool narrow = ImGui::GetContentRegionMax().x < 500 * c.scale;
    return ImGui::CalcTextSize(label).x + (narrow ? 8 : 24) * c.scale;
}

bool tab(const char* label, const char* tip, bool chosen, const Context& c, const char* widest)
{
    const draw::Colour back =
        chosen ? draw::mix(c.theme.raised, c.theme.accent, 0.45F) : draw::faded(c.theme.raised, 0);
    ImGui::PushStyleColor(ImGuiCol_Button, colour(back));
    const bool pressed = button(label, tip, c.log, tab_width(widest != nullptr ? widest : label, c));
    ImGui::PopStyleColor();
    return pressed;
}

void header(const Context& c, const std::string& notice)
{
    const Room shown = room_in_header(c);
    const float room = ImGui::GetContentRegionMax().x;
    if (shown.name)
    {
        ImGui::PushFont(bold());
        ImGui::TextUnformatted(program);
        ImGui::PopFont();
        ImGui::SameLine(0, after_name * c.scale);
    }
    mode_buttons(c, shown.all);
    if (shown.all) open_button(c);
    if (shown.pause || lab::is_first_screen(c.lab.settings)) pause_buttons(c);
    tempo(c, shown);
    ImGui::SameLine(0, apart * c.scale);
    const std::string middle = middle_text(c.lab, notice);
    const float free         = room - ImGui::GetCursorPosX();
    ImGui::PushFont(mono());
    const float least        = std::min(free, ImGui::CalcTextSize("9999.9 fps   F1 keys").x);
    const float beside_text  = free - ImGui::CalcTextSize(middle.c_str()).x - 16 * c.scale;
    const std::string clocks = clocks_for(c.lab, std::max(beside_text, least));
    const float right        = ImGui::CalcTextSize(clocks.c_str()).x;
    ImGui::PopFont();
    ImGui::TextDisabled("%s", shortened(middle, free - right - 16 * c.scale).c_str());
    log_item(c.log, "header", middle);
    if (!middle.empty()) tooltip(middle);
    ImGui::PushFont(mono());
    ImGui::SameLine(room - right);
    ImGui::TextDisabled("%s", clocks.c_str());
    ImGui::PopFont();
    log_item(c.log, "header.fps", fmt::format("{:.1f}", c.lab.display.measured_hz));
}

} // namespace demo
