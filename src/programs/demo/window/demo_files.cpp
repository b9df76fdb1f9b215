#include "programs/demo/window/demo_files.hpp"

#include "base/files.hpp"
#include "base/message.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "base/unsupported_reasons.hpp"
#include "lab/settings/lane_setup.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <span>

namespace demo
{

namespace fs = std::filesystem;

std::string unused_file_name(std::string_view stem, std::string_view extension)
{
    std::error_code error; // ignored: writing the file will fail and report the error
    for (int number = 1;; ++number)
    {
        std::string name = fmt::format("{}-{}{}{}", stem, number, extension.empty() ? "" : ".", extension);
        if (!fs::exists(base::path_from_utf8(name), error)) return name;
    }
}

lab::RecordingPlayback load_playback(const std::string& path, lab::PlaybackEndBehaviour end_behaviour,
                                     std::string& notice)
{
    std::string first_part_text;
    lab::RecordingPlayback playback{path, base::value_or_throw(lab::load_frame_times(path, &first_part_text)),
                                    end_behaviour};
    if (!first_part_text.empty()) notice = base::message("{}: {}", path, base::Verbatim{first_part_text});
    return playback;
}

lab::TimedCommands load_script(const Options& options)
{
    lab::TimedCommands commands = base::value_or_throw(lab::read_script(options.script_path, options.settings));
    std::vector<base::FileArgument> files = file_arguments(options);
    const std::size_t input_count = files.size();
    for (const lab::TimedCommand& command : commands)
        if (command.kind == lab::TimedCommand::Kind::save_screenshot)
            files.push_back({"the screenshot of --script", command.screenshot_file, true});
    base::throw_if_error(base::file_conflict_error(files));
    base::throw_if_error(base::unwritable_output_error(std::span{files}.subspan(input_count)));
    return commands;
}

base::Verbatim file_location(const std::string& path)
{
    if (base::unsupported_reasons.folder != nullptr)
        return base::Verbatim{base::message("{}, a download", base::path_from_utf8(path).filename())};
    std::error_code error; // after an error, the folder is empty
    const fs::path full_path = fs::absolute(base::path_from_utf8(path), error).lexically_normal();
    return base::Verbatim{base::message("{} in {}", full_path.filename(), full_path.parent_path())};
}

base::OptionalError save_file(const std::string& path, const std::string& bytes, bool waits_for_disk)
{
    base::AtomicFileWriter file{base::path_from_utf8(path)};
    file.add(bytes);
    return file.finish(waits_for_disk);
}

std::string widgets_csv(const WidgetLog& widget_log, std::int64_t frame_number_in_first_row)
{
    std::string csv = fmt::format("name,x,y,w,h,value\nwindow.frame,0,0,0,0,{}\n", frame_number_in_first_row);
    for (const LoggedWidget& widget : widget_log)
        csv += fmt::format("{},{},{},{},{},{}\n", base::csv_quoted(widget.name), widget.rect.x, widget.rect.y,
                           widget.rect.w, widget.rect.h, base::csv_quoted(widget.value));
    return csv;
}

void save_widgets_csv(const std::string& path, const WidgetLog& widget_log, std::int64_t frame_number_in_first_row)
{
    base::throw_if_error(save_file(path, widgets_csv(widget_log, frame_number_in_first_row)));
}

} // namespace demo
