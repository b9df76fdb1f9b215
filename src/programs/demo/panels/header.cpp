// Draws the line at the top of the window: the program's name, the buttons of the modes, the clocks, and the number of
// recorded frames.
#include "lab/settings/settings.hpp"
#include "programs/demo/panels/panels.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <functional>
#include <utility>
#include <vector>

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

constexpr const char* first = "Shows the first screen: the chosen loop above \"interpolated\", and one slider (M).";

struct Mode
{
    lab::Mode mode;
    const char* label;
    const char* tip;
};
constexpr std::array modes{
    Mode{lab::Mode::live, "Live", "One loop in real time: change its settings while it runs."},
    Mode{lab::Mode::race, "Race", "Several loops, each on an equal virtual PC with the same lag."},
    Mode{lab::Mode::duel, "Duel", "One loop on several different virtual PCs: is its motion the same?"},
};
constexpr const char* network_tip =
    "Several PCs play one game: in lockstep, in lockstep with a slow PC, without waiting, or with rollback.";
constexpr const char* record_tip = "Records your inputs and settings as a replay file, from the loop's start (F7).";
constexpr const char* replay_tip =
    "Runs the last replay again, with the same states to the bit, or asks for a replay file (F8).";
constexpr const char* opening_tip = "Opens a recording of your game's frame times: how the game ran, and which loop "
                                    "fits it. Also opens a replay file (F7).\nYou can also drop a file on the window.";

constexpr const char* program     = "Timestep Lab";
constexpr const char* network     = "Over a network";
constexpr const char* opening     = "Open recording...";
constexpr const char* rest        = "Record...";
constexpr const char* go_on_label = "Go on"; // the widest label of the button that pauses
constexpr const char* step_label  = "Step";
constexpr float beside            = 4;  // space between two buttons, in points
constexpr float apart             = 16; // space between two groups of buttons, in points
constexpr float after_name        = 24; // space after the program's name, in points

// The parts of the header for which the window has room.
struct Room
{
    bool name = false; ///< true if the program's name is shown
    bool all  = false; ///< true if all buttons are shown; otherwise, some are in a menu
    /// Width of the slider for the speed, in points before scaling; 0 for no slider.
    float slider = 0;
    bool pause   = true; ///< true if the buttons that pause and run one frame are shown

    const char* unit() const { return slider > 100 ? "x speed" : "x"; }
};

float bold_width(const char* text)
{
    ImGui::PushFont(bold());
    const float width = width_of(text);
    ImGui::PopFont();
    return width;
}

void menu_of_the_rest(const Context& c)
{
    if (tab(c, {rest, "Record or run a replay, open a recording, slow motion."})) ImGui::OpenPopup("rest");
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

bool has_speed_of_this_pc(const lab::Lab& lab)
{
    return lab.settings.mode == lab::Mode::live && !lab.shows_even_frames();
}

// Measured frames of this PC have no other speed: then a button switches to even frames. Without room for a slider, a
// button resets a speed other than 1.
void tempo(const Context& c, const Room& room)
{
    double& speed          = c.lab.settings.race.speed;
    const bool is_pc       = has_speed_of_this_pc(c.lab);
    const std::string text = is_pc ? "even frames only" : fmt::format("{:.3g}{}", speed, room.unit());
    if (is_pc || room.slider == 0)
    {
        const char* const reason = is_pc ? c.lab.frames_choice_refusal() : nullptr;
        const char* const tip =
            is_pc ? "Slow motion needs even frames: click to switch to even frames." : "Sets 1x: real time.";
        ImGui::BeginDisabled(reason != nullptr);
        const bool pressed = tab(c, {text.c_str(), reason != nullptr ? reason : tip, !is_pc});
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
    log_and_explain(c.log, "lab.speed", fmt::format("{:.4g}", speed),
                    "Slow motion or fast forward; the results stay the same.\n0.001 to 100");
    ImGui::SameLine(0, 2 * beside * c.scale);
    ImGui::TextUnformatted(text.c_str());
}

void draw_name(const Context&) { write(bold(), program); }

struct Item
{
    float space; // between the item before and this one, in points
    float width; // largest width of the item, in points
    std::function<void(const Context&)> draw;
};

void add(std::vector<Item>& items, const Context& c, float space, const Tab& look,
         std::function<void(const Context&)> press)
{
    const auto draw = [look, press = std::move(press)](const Context& context)
    {
        if (tab(context, look)) press(context);
    };
    items.push_back({space * c.scale, tab_width(look.widest != nullptr ? look.widest : look.label, c), draw});
}

std::function<void(const Context&)> apply_key(const char* name)
{
    return [name](const Context& context) { context.lab.apply(*lab::find_key(name)); };
}

void add_mode_buttons(std::vector<Item>& items, const Context& c, const Room& room)
{
    const lab::Mode shown = c.lab.settings.mode;
    add(items, c, 0, {"Less", first}, [](const Context& context) { context.lab.set_all_panels(false); });
    for (const Mode& mode : modes)
        add(items, c, beside, {mode.label, mode.tip, shown == mode.mode},
            [chosen = mode.mode](const Context& context) { context.lab.settings.mode = chosen; });
    add(items, c, beside, {network, network_tip, shown == lab::Mode::network},
        [](const Context& context)
        {
            context.lab.settings.mode      = lab::Mode::network;
            context.lab.settings.view.dock = lab::Dock::timeline;
        });
    if (!room.all)
    {
        items.push_back({beside * c.scale, tab_width(rest, c), menu_of_the_rest});
        return;
    }
    const bool records = c.lab.records_replay;
    add(items, c, apart,
        {.label = records ? "Stop" : "Record", .tip = record_tip, .chosen = records, .widest = "Record"},
        apply_key("F7"));
    add(items, c, beside, {"Replay", replay_tip, shown == lab::Mode::replay}, apply_key("F8"));
    add(items, c, apart, {opening, opening_tip, c.card.state != RecordingCard::State::closed},
        [](const Context& context) { context.card.requests.emplace_back(card_request::Open{}); });
}

void add_pause_buttons(std::vector<Item>& items, const Context& c)
{
    const bool paused = c.lab.settings.paused;
    add(items, c, apart,
        {.label  = paused ? go_on_label : "Pause",
         .tip    = paused ? "Continues the paused game (Space)." : "Stops the game (Space).",
         .chosen = paused,
         .widest = go_on_label},
        [](const Context& context)
        {
            if (context.lab.settings.paused)
                context.lab.resume();
            else
                context.lab.settings.paused = true;
        });
    add(items, c, beside,
        {.label   = step_label,
         .tip     = paused ? "Runs one frame of 1/60 s (N)." : "Runs one frame of a paused game: pause the game first.",
         .enabled = paused},
        apply_key("N"));
}

// Order and widths do not depend on the mode, so that the buttons stay where they are when the mode changes.
std::vector<Item> items_of(const Context& c, const Room& room)
{
    std::vector<Item> items;
    const bool panels = !lab::is_first_screen(c.lab.settings);
    if (room.name) items.push_back({0, bold_width(program), draw_name});
    if (panels) add_mode_buttons(items, c, room);
    if (room.pause || !panels) add_pause_buttons(items, c);
    if (room.name) items[1].space = after_name * c.scale;
    const float slider =
        room.slider > 0 ? (room.slider + 2 * beside) * c.scale + width_of("0.001") + width_of(room.unit()) : 0;
    if (room.slider > 0 || (!has_speed_of_this_pc(c.lab) && c.lab.settings.race.speed != 1.0))
        items.push_back({apart * c.scale, slider, [room](const Context& context) { tempo(context, room); }});
    return items;
}

float total_width(const std::vector<Item>& items)
{
    float width = 0;
    for (const Item& item : items) width += (&item == &items.front() ? 0 : item.space) + item.width;
    return width;
}

// The widest layout that fits: without the name, with fewer buttons, with a shorter slider or none.
std::vector<Item> items_in_header(const Context& c)
{
    constexpr std::array<Room, 7> all{{
        {.name = true, .all = true, .slider = 110},
        {.all = true, .slider = 110},
        {.name = true, .slider = 110},
        {.slider = 110},
        {.slider = 50},
        {},
        {.pause = false},
    }};
    const float width = ImGui::GetContentRegionMax().x - ImGui::GetStyle().WindowPadding.x;
    for (const Room& room : all)
        if (std::vector<Item> items = items_of(c, room); total_width(items) <= width) return items;
    return items_of(c, all.back());
}

// Leaves out parts that do not fit into `width` points.
std::string clocks_for(const lab::Lab& lab, float width)
{
    const auto& samples        = lab.lane().samples();
    const timestep::Nanos wall = samples.empty() ? timestep::Nanos{} : samples.back().wall;
    const double hz            = lab.display.measured_hz; // measured frame rate; 0 during the first second
    const std::string fps      = hz > 0 ? fmt::format("{:6.1f} fps", hz) : "  -.- fps";
    const std::string all      = fmt::format("{}   wall {:.2f} s   F1 keys", fps, timestep::to_seconds(wall));
    for (const std::string& text : {all, fps + "   F1 keys", fps})
        if (width_of(text) <= width) return text;
    return "";
}

} // namespace

float tab_width(const char* label, const Context& c)
{
    const bool narrow = ImGui::GetContentRegionMax().x < 500 * c.scale;
    return width_of(label) + (narrow ? 8 : 24) * c.scale;
}

bool tab(const Context& c, const Tab& look)
{
    const draw::Colour back =
        look.chosen ? draw::mix(c.theme.raised, c.theme.accent, 0.45F) : draw::faded(c.theme.raised, 0);
    ImGui::BeginDisabled(!look.enabled);
    const float width  = tab_width(look.widest != nullptr ? look.widest : look.label, c);
    const bool pressed = button(look.label, look.tip, c.log, width, back);
    ImGui::EndDisabled();
    return pressed;
}

void draw_header(const Context& c, const std::string& notice)
{
    const float room              = ImGui::GetContentRegionMax().x;
    const std::vector<Item> items = items_in_header(c);
    for (const Item& item : items)
    {
        if (&item != &items.front()) ImGui::SameLine(0, item.space);
        item.draw(c);
    }
    ImGui::SameLine(0, apart * c.scale);
    const std::string middle = middle_text(c.lab, notice);
    const float free         = room - ImGui::GetCursorPosX();
    ImGui::PushFont(mono());
    const float least        = std::min(free, width_of("9999.9 fps   F1 keys"));
    const float beside_text  = free - width_of(middle) - 16 * c.scale;
    const std::string clocks = clocks_for(c.lab, std::max(beside_text, least));
    const float right        = width_of(clocks);
    ImGui::PopFont();
    write_quietly(shortened(middle, free - right - 16 * c.scale));
    log_item(c.log, "header", middle);
    if (!middle.empty()) tooltip(middle);
    ImGui::PushFont(mono());
    ImGui::SameLine(room - right);
    write_quietly(clocks);
    ImGui::PopFont();
    log_item(c.log, "header.fps", fmt::format("{:.1f}", c.lab.display.measured_hz));
}

} // namespace demo
