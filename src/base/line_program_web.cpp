// A LineProgram in a browser: a file with JavaScript, which the page runs in a worker without network
// (docs/browser.md).
#include "base/line_program.hpp"

#include <emscripten.h>

#include <deque>
#include <map>
#include <stdexcept>
#include <utility>

// Returns false if the page cannot run loops.
EM_JS(int, start_loop_on_page, (int id, const char* path), {
    if (!Module['timestepLoops']) return 0;
    Module['timestepLoops'].start(id, FS.readFile(UTF8ToString(path), {encoding : 'utf8'}));
    return 1;
});

EM_JS(void, write_to_loop_on_page, (int id, const char* line),
      { Module['timestepLoops'].write(id, UTF8ToString(line)); });

EM_JS(void, end_loop_on_page, (int id), { Module['timestepLoops'].end(id); });

namespace base
{

namespace
{

class PageLoop;
std::map<int, PageLoop*> page_loops;

class PageLoop final : public LineProgram
{
public:
    explicit PageLoop(const std::string& script_path)
    {
        static int newest_id = 0;
        id_ = ++newest_id;
        if (start_loop_on_page(id_, script_path.c_str()) == 0) throw std::runtime_error{"this page runs no loops"};
        page_loops[id_] = this;
    }
    ~PageLoop() override
    {
        kill();
        page_loops.erase(id_);
    }

    bool write_line(std::string line) override
    {
        if (!has_ended) write_to_loop_on_page(id_, line.c_str());
        return !has_ended;
    }
    // A page cannot wait: an answer that is not there yet is a timeout.
    LineRead read_line(timestep::Nanos) override
    {
        using Kind = LineRead::Kind;
        if (lines.empty()) return {has_ended ? Kind::end_of_output : Kind::timeout};
        const std::string line = std::move(lines.front());
        lines.pop_front();
        return {line.size() > max_line_bytes ? Kind::too_long : Kind::line, line.substr(0, max_line_bytes)};
    }
    std::string unread_output() override { return lines.empty() ? "" : lines.front() + '\n'; }
    const std::string& error_output() const override { return error_text; }
    std::optional<int> await_exit_code(timestep::Nanos) override { return has_ended ? std::optional{1} : std::nullopt; }
    int pid() const override { return -1; }
    void kill() override
    {
        has_ended = true;
        end_loop_on_page(id_); // does nothing the second time
    }

    std::deque<std::string> lines{};
    std::string error_text{};
    bool has_ended = false;

private:
    int id_ = 0;
};

} // namespace

const bool runs_scripts_of_page = true;

std::unique_ptr<LineProgram> LineProgram::start(std::vector<std::string> command_line)
{
    return std::make_unique<PageLoop>(command_line.back());
}

} // namespace base

// A line of the loop; or, if `is_error` is not 0, a line for its user. A null `text`: the loop has ended.
extern "C" EMSCRIPTEN_KEEPALIVE void timestep_loop_output(int id, const char* text, int is_error)
{
    const auto found = base::page_loops.find(id);
    if (found == base::page_loops.end()) return; // it was ended meanwhile
    base::PageLoop& loop = *found->second;
    if (text == nullptr)
        loop.has_ended = true;
    else if (is_error == 0)
        loop.lines.emplace_back(text);
    else
        loop.error_text += std::string{text} + '\n';
    if (loop.error_text.size() > base::LineProgram::max_error_bytes)
        loop.error_text.erase(0, loop.error_text.size() - base::LineProgram::max_error_bytes);
}
