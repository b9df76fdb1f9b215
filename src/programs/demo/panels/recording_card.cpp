#include "programs/demo/panels/recording_card.hpp"

#include "base/number.hpp"
#include "base/unsupported_reasons.hpp"
#include "programs/demo/panels/panels.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace demo
{

namespace
{

using State = RecordingCard::State;

constexpr float card_button_gap = 8; // in points
constexpr float loop_indent = 18; // of a ranked loop's lines, in points

void queue_request(const PanelContext& context, CardRequest request)
{
    context.panel_state.recording_card.requests.push_back(std::move(request));
}

// Types the longest common prefix of all completions.
int complete_path(ImGuiInputTextCallbackData* callback_data)
{
    const auto& card = *static_cast<RecordingCard*>(callback_data->UserData);
    std::string prefix = card.completions.empty() ? "" : card.completions.front();
    for (const std::string& name : card.completions)
        prefix.resize(static_cast<std::size_t>(std::ranges::mismatch(prefix, name).in1 - prefix.begin()));
    if (prefix.size() <= static_cast<std::size_t>(callback_data->BufTextLen)) return 0;
    callback_data->DeleteChars(0, callback_data->BufTextLen);
    callback_data->InsertChars(0, prefix.c_str());
    return 0;
}

void draw_path_field(const PanelContext& context, bool takes_focus)
{
    RecordingCard& card = context.panel_state.recording_card;
    auto& typed_path = context.panel_state.typed_path;
    std::strncpy(typed_path.data(), card.path.c_str(), typed_path.size() - 1);
    if (takes_focus) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - 84 * context.scale);
    const bool enter_pressed = ImGui::InputTextWithHint(
        "##path", "path of a recording, a replay or a lesson; Tab completes", typed_path.data(), typed_path.size(),
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll |
            ImGuiInputTextFlags_CallbackCompletion,
        complete_path, &card);
    log_last_item(context.widget_log, "open.path", card.path);
    if (card.path != typed_path.data())
    {
        card.path = typed_path.data();
        card.error_text.clear();
        queue_request(context, card_request::ListPathCompletions{});
    }
    ImGui::SameLine(0, card_button_gap * context.scale);
    const bool open_pressed =
        draw_button("Open", "Opens the file. If it is a recording, runs and ranks all loops with its frame times.",
                    context.widget_log, 76 * context.scale);
    if ((enter_pressed || open_pressed) && !card.path.empty())
        queue_request(context, card_request::OpenFile{card.path});
}

std::string draw_completions(const PanelContext& context)
{
    const RecordingCard& card = context.panel_state.recording_card;
    draw_paragraph("Folder " + card.searched_folder, context.theme.dim_text);
    log_last_item(context.widget_log, "open.folder", card.searched_folder);
    constexpr float visible_line_count = 9;
    ImGui::BeginChild("matches", {0, visible_line_count * ImGui::GetTextLineHeightWithSpacing()}, false,
                      ImGuiWindowFlags_NavFlattened);
    const float list_width = ImGui::GetContentRegionAvail().x;
    std::string clicked_path;
    if (card.searched_folder.size() > 1)
    {
        if (ImGui::Selectable("../  (the folder above)"))
            clicked_path = card.searched_folder.substr(0, card.searched_folder.find_last_of('/')) + "/";
        log_last_item(context.widget_log, "open.above", "");
    }
    for (std::size_t i = 0; i < card.completions.size(); ++i)
    {
        const std::string& completion = card.completions[i];
        if (ImGui::Selectable(ellipsized(completion, list_width).c_str())) clicked_path = completion;
        log_last_item(context.widget_log, fmt::format("open.match.{}", i), completion);
    }
    ImGui::EndChild();
    return clicked_path;
}

void draw_path_prompt(const PanelContext& context, bool takes_focus)
{
    RecordingCard& card = context.panel_state.recording_card;
    const bool has_paths = base::unsupported_reasons.options == nullptr; // of the user's files
    draw_paragraph(
        fmt::format(
            "Drop a recording of your game's frame times on this {}: a file of PresentMon, CapFrameX, MangoHud, "
            "FRAPS or an engine's profiler, or any column of frame times. You can also open a replay (recorded "
            "with F7), or a set-up (settings as text, copied with Ctrl+C), which replaces your settings.",
            has_paths ? "window, or type its path" : "page"),
        context.theme.dim_text);
    ImGui::Spacing();
    if (has_paths) draw_path_field(context, takes_focus);
    if (!card.error_text.empty())
    {
        draw_paragraph(card.error_text, context.theme.legible_on_panel(context.theme.alarm));
        log_last_item(context.widget_log, "open.refusal", card.error_text);
    }
    const std::string clicked_path = has_paths ? draw_completions(context) : "";
    if (clicked_path.empty()) return;
    card.path = clicked_path;
    queue_request(context, clicked_path.ends_with('/') ? CardRequest{card_request::ListPathCompletions{}}
                                                       : card_request::OpenFile{clicked_path});
}

void draw_reading_progress(const PanelContext& context)
{
    const float start_angle = static_cast<float>(std::fmod(ImGui::GetTime() * 5.0, 6.283185));
    const ImVec2 cursor = ImGui::GetCursorScreenPos();
    const float radius = 9 * context.scale;
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    draw_list.PathArcTo({cursor.x + radius, cursor.y + radius}, radius - 2 * context.scale, start_angle,
                        start_angle + 4.2F, 24);
    draw_list.PathStroke(to_imu32(context.theme.accent), 0, 2.4F * context.scale);
    ImGui::Dummy({2 * radius + 6 * context.scale, 2 * radius});
    ImGui::SameLine();
    ImGui::TextUnformatted("Reading the recording, and ranking all loops for it ...");
    log_last_item(context.widget_log, "open.reading", context.panel_state.recording_card.path);
}

void draw_small_title(const PanelContext& context, ImVec2 top_left, const char* text)
{
    ImGui::GetWindowDrawList()->AddText(bold_font(), ImGui::GetFontSize(), top_left, to_imu32(context.theme.dim_text),
                                        text);
}

void draw_histogram(const PanelContext& context, const RecordingSummary& summary, const draw::Rect& area)
{
    draw_small_title(context, {area.x, area.y}, "Frame times, ms");
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    const float line_height = ImGui::GetTextLineHeight();
    const draw::Rect plot_area{area.x, area.y + line_height + 8 * context.scale, area.w,
                               area.h - 2 * line_height - 14 * context.scale};
    const auto& frame_counts = summary.histogram;
    const auto first_filled_bin = std::ranges::find_if(frame_counts, [](std::int64_t count) { return count > 0; });
    const auto first_bin = static_cast<std::size_t>(first_filled_bin - frame_counts.begin());
    const float bar_width = plot_area.w / static_cast<float>(frame_counts.size() - first_bin);
    std::int64_t max_count = 1;
    for (const std::int64_t count : frame_counts) max_count = std::max(max_count, count);
    float next_label_x = plot_area.x; // minimum x coordinate of the next label, so that labels do not overlap
    for (std::size_t i = first_bin; i < frame_counts.size(); ++i)
    {
        const bool is_last_bin = i + 1 == frame_counts.size();
        const float x = plot_area.x + static_cast<float>(i - first_bin) * bar_width;
        const float bar_fraction = static_cast<float>(frame_counts[i]) / static_cast<float>(max_count);
        const float bar_height = frame_counts[i] > 0 ? std::max(bar_fraction * plot_area.h, 2 * context.scale) : 0.0F;
        draw_list.AddRectFilled({x + 1 * context.scale, plot_area.bottom() - bar_height},
                                {x + bar_width - 1 * context.scale, plot_area.bottom()},
                                to_imu32(is_last_bin ? context.theme.warning : context.theme.accent), 2 * context.scale,
                                ImDrawFlags_RoundCornersTop);
        const double bin_start_ms = summary.bin_width_ms * static_cast<double>(i);
        const std::string label = fmt::format("{}{}", base::number_text(bin_start_ms), is_last_bin ? "+" : "");
        if (x >= next_label_x &&
            (is_last_bin || x + scaled_width_in_points(label) < plot_area.right() - 30 * context.scale))
        {
            draw_text(draw_list, {x, plot_area.bottom() + 3 * context.scale}, context.theme.dim_text, label);
            next_label_x = x + scaled_width_in_points(label) + 12 * context.scale;
        }
    }
    draw_list.AddLine({plot_area.x, plot_area.bottom()}, {plot_area.right(), plot_area.bottom()},
                      to_imu32(context.theme.border));
}

void draw_longest_hitches(const PanelContext& context, const RecordingSummary& summary, const draw::Rect& area)
{
    draw_small_title(context, {area.x, area.y}, "Longest hitches");
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    const float row_height = ImGui::GetTextLineHeight() + 5 * context.scale;
    float y = area.y + ImGui::GetTextLineHeight() + 8 * context.scale;
    if (summary.longest_hitches.empty())
        draw_text(draw_list, {area.x, y}, context.theme.text,
                  summary.are_hitches_known
                      ? "No hitches (frames over 2.5 times the\nmedian and at least 25 ms longer than it)."
                      : "Unknown: many frame times are impossible.");
    const float bar_left = area.x + 92 * context.scale, bar_right = area.right() - 74 * context.scale;
    for (const auto& hitch : summary.longest_hitches)
    {
        if (y + row_height > area.bottom() + 4 * context.scale) break;
        const auto bar_fraction = static_cast<float>(hitch.length_ms / summary.longest_hitches.front().length_ms);
        const std::string start_text = fmt::format("at {:.2f} s", hitch.start_s);
        const std::string hitch_length_text = fmt::format("{:.0f} ms", hitch.length_ms);
        draw_text(draw_list, {area.x, y}, context.theme.text, start_text);
        draw_list.AddRectFilled({bar_left, y + 3 * context.scale},
                                {bar_left + bar_fraction * (bar_right - bar_left), y + row_height - 8 * context.scale},
                                to_imu32(draw::mix(context.theme.panel_background, context.theme.alarm, 0.8F)),
                                2 * context.scale);
        draw_text(draw_list, {area.right() - scaled_width_in_points(hitch_length_text), y}, context.theme.text,
                  hitch_length_text);
        y += row_height;
    }
}

void draw_ranked_loop(const PanelContext& context, const RecordingSummary::RankedLoop& loop)
{
    const ImVec2 cursor = ImGui::GetCursorScreenPos();
    const float radius = 5 * context.scale;
    const float y = cursor.y + ImGui::GetTextLineHeight() / 2;
    const float right_x = cursor.x + ImGui::GetContentRegionAvail().x;
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    draw_list.AddCircleFilled({cursor.x + radius, y}, radius, to_imu32(draw::loop_colour(loop.preset_id)), 20);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + loop_indent * context.scale);
    draw_text_in_font(bold_font(), loop.title.c_str());
    log_last_item(context.widget_log, fmt::format("card.loop.{}", static_cast<int>(loop.preset_id)), loop.title);
    if (!loop.rank_label.empty())
    {
        ImGui::SameLine(0, card_button_gap * context.scale);
        ImGui::TextColored(to_imvec4(context.theme.legible_on_panel(context.theme.accent)), "%s",
                           loop.rank_label.c_str());
    }
    const float statistics_width = scaled_width_in_points(loop.statistics_line);
    if (right_x - statistics_width > ImGui::GetItemRectMax().x + 12 * context.scale)
        draw_text(draw_list, {right_x - statistics_width, cursor.y}, context.theme.dim_text, loop.statistics_line);
    else
    {
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + loop_indent * context.scale);
        draw_paragraph(loop.statistics_line, context.theme.dim_text);
    }
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + loop_indent * context.scale);
    draw_paragraph(loop.advantage, context.theme.text);
    ImGui::Dummy({0, 2 * context.scale});
}

void draw_ranking(const PanelContext& context, const RecordingSummary& summary)
{
    std::string logged_text;
    ImGui::Dummy({0, 2 * context.scale});
    for (const std::string& sentence : summary.verdict_sentences)
    {
        const bool is_last = &sentence == &summary.verdict_sentences.back(); // recommends a loop, and is bold
        draw_paragraph(sentence, context.theme.text, is_last ? bold_font() : nullptr);
        logged_text += (logged_text.empty() ? "" : " ") + sentence;
    }
    context.widget_log.push_back({"card.verdict", {}, logged_text});
    if (!summary.unplayable_reason.empty())
    {
        draw_paragraph("No loop can run with this recording: " + summary.unplayable_reason,
                       context.theme.legible_on_panel(context.theme.alarm));
        log_last_item(context.widget_log, "card.why-not", summary.unplayable_reason);
    }
    ImGui::Dummy({0, 2 * context.scale});
    for (const auto& loop : summary.best_loops) draw_ranked_loop(context, loop);
}

void draw_card_buttons(const PanelContext& context, const RecordingSummary& summary)
{
    if (summary.frame_times)
    {
        if (draw_button("Watch it",
                        "Runs the recommended loop on the stage with the recording's frame times, and marks hitches.",
                        context.widget_log, 110 * context.scale, context.theme.control_with_emphasis(0.55F)))
            context.panel_state.scrubber.requests.emplace_back(playback_request::PlayRecommendedLoop{});
        ImGui::SameLine(0, card_button_gap * context.scale);
    }
    if (!summary.best_loops.empty())
    {
        if (draw_button("Code for my game",
                        "Shows the source code of the recommended loop: one file without dependencies.",
                        context.widget_log, 160 * context.scale))
        {
            context.panel_state.recording_card.state = State::closed;
            lab::show_lanes(context.settings);
            context.settings.lane.loop.choose_preset(summary.best_loops.front().preset_id);
            context.settings.lane.loop.set_rate(summary.best_loops.front().rate);
            open_cpp_export_page(context);
        }
        ImGui::SameLine(0, card_button_gap * context.scale);
    }
    const auto& playback = context.lab.this_pc.playback;
    if (summary.frame_times && !summary.covers_selected_part && playback && !playback->has_ended() &&
        !context.panel_state.scrubber.plot.empty())
    {
        if (draw_button("Draw over", "Draws this recording's frame times over those of the recording that is playing.",
                        context.widget_log, 100 * context.scale))
            context.panel_state.scrubber.requests.emplace_back(playback_request::OverlayRecording{});
        ImGui::SameLine(0, card_button_gap * context.scale);
    }
    if (draw_button("Another ...", "Asks for another file.", context.widget_log, 100 * context.scale))
        queue_request(context, card_request::AskForPath{});
}

void draw_card_contents(const PanelContext& context, bool takes_focus)
{
    RecordingCard& card = context.panel_state.recording_card;
    const bool shows_summary = card.state == State::showing_summary;
    const auto card_title = shows_summary ? card.summary.name : "Open a recording, a replay, a set-up or a lesson";
    draw_text_in_font(title_font(),
                      ellipsized(card_title, ImGui::GetContentRegionAvail().x - 90 * context.scale).c_str());
    log_last_item(context.widget_log, "card.title", card_title);
    ImGui::SameLine(ImGui::GetContentRegionMax().x - 64 * context.scale);
    if (draw_button("Close", "Closes this card. Key: Escape.", context.widget_log, 64 * context.scale))
        card.state = State::closed;
    if (card.state == State::reading_file) return draw_reading_progress(context);
    if (!shows_summary) return draw_path_prompt(context, takes_focus);
    draw_grey_text(ellipsized(card.summary.origin_line, ImGui::GetContentRegionAvail().x));
    ImGui::Dummy({0, 4 * context.scale});
    const ImVec2 cursor = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float height = 168 * context.scale;
    const float gap = 28 * context.scale;
    draw_histogram(context, card.summary, {cursor.x, cursor.y, (width - gap) * 0.54F, height});
    draw_longest_hitches(context, card.summary,
                         {cursor.x + (width - gap) * 0.54F + gap, cursor.y, (width - gap) * 0.46F, height});
    ImGui::Dummy({width, height});
    log_last_item(context.widget_log, "card.pictures",
                  fmt::format("{} bins, {} hitches", card.summary.histogram.size(), card.summary.hitch_count));
    draw_ranking(context, card.summary);
    ImGui::Spacing();
    draw_card_buttons(context, card.summary);
}

} // namespace

void draw_recording_card(const PanelContext& context)
{
    const State card_state = context.panel_state.recording_card.state;
    const bool takes_focus =
        card_state == State::asking_for_path && context.panel_state.previous_card_state != State::asking_for_path;
    context.panel_state.previous_card_state = card_state;
    if (card_state == State::closed) return;
    const ImVec2 display_size = ImGui::GetIO().DisplaySize;
    dim_window(context, display_size);
    ImGui::SetNextWindowPos({display_size.x / 2, display_size.y / 2}, ImGuiCond_Always, {0.5F, 0.5F});
    ImGui::SetNextWindowSize({std::min(800 * context.scale, display_size.x - 16 * context.scale), 0});
    // A dialog that is taller than the program's window scrolls.
    ImGui::SetNextWindowSizeConstraints({0, 0}, {display_size.x, display_size.y - 16 * context.scale});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {22 * context.scale, 18 * context.scale});
    if (takes_focus || card_state != State::asking_for_path) ImGui::SetNextWindowFocus();
    if (ImGui::Begin("recording", nullptr, fixed_window_flags)) draw_card_contents(context, takes_focus);
    ImGui::End();
    ImGui::PopStyleVar();
}

} // namespace demo
