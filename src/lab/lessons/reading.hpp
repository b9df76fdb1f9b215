// lab/lessons/reading.hpp -- reads texts and settings from TOML tables, and keeps the first error with its line number
#pragma once

#include "base/message.hpp"
#include "lab/lessons/lesson.hpp"
#include "lab/settings/lane_setup.hpp"

#include <fmt/core.h>
#include <toml++/toml.h>

#include <algorithm>
#include <initializer_list>

namespace lab
{

class TableReader
{
public:
    explicit TableReader(std::string_view file)
        : file_{file}
    {
    }

    /// Reports an error, if it is the first: keeps "file:line: what". `at` is the TOML node with the error; null means
    /// line 1.
    void refuse(const toml::node* at, std::string_view what) { refuse(at != nullptr ? line_of(*at) : 1, what); }
    void refuse(int line, std::string_view what)
    {
        if (error_.empty()) error_ = base::message("{}:{}: {}", file_, line, base::Verbatim{what});
    }
    /// Returns the number of the line in which a TOML node begins.
    static int line_of(const toml::node& node) { return static_cast<int>(node.source().begin.line); }
    /// Returns the first error in one line; empty if there was no error.
    const std::string& error() const { return error_; }

    /// Returns the string at `key`. Reports an error if the key is missing or its value is not a string.
    std::string text(const toml::table& table, std::string_view key)
    {
        const auto* node = table.get(key);
        if (node != nullptr && node->is_string()) return node->value_or(std::string{});
        refuse(node != nullptr ? node : &table, base::message("'{}' must be there, and a text", key));
        return {};
    }

    /// Returns the strings in the array at `key`, with their line numbers.
    std::vector<Assertion> texts(const toml::table& table, std::string_view key)
    {
        std::vector<Assertion> all;
        const auto* array = table.get_as<toml::array>(key);
        if (array == nullptr)
            refuse(table.contains(key) ? table.get(key) : &table,
                   base::message("'{}' must be there, and a list of texts", key));
        else
            for (const toml::node& node : *array)
            {
                if (!node.is_string()) refuse(&node, base::message("'{}' takes texts", key));
                all.push_back({node.value_or(std::string{}), line_of(node)});
            }
        return all;
    }

    /// Returns a TOML value as text that the command line accepts: a string, a number, "on" or "off".
    std::string value_text(const toml::node& node)
    {
        if (const auto* text = node.as_string()) return text->get();
        if (const auto* flag = node.as_boolean()) return flag->get() ? "on" : "off";
        if (const auto* whole = node.as_integer()) return fmt::format("{}", whole->get());
        if (const auto* real = node.as_floating_point()) return fmt::format("{}", real->get());
        refuse(&node, "a lane's setting is a text, a number, true or false");
        return {};
    }

    /// Returns an assignment for each key of a table, except for the keys `not_settings`. An assignment contains the
    /// key, and its value as text.
    std::vector<Change> changes(const toml::table& table, std::initializer_list<std::string_view> not_settings = {})
    {
        std::vector<Change> all;
        for (const auto& [key, node] : table)
            if (std::ranges::find(not_settings, key.str()) == not_settings.end())
                all.push_back({std::string{key.str()}, value_text(node), line_of(node)});
        return all;
    }

private:
    std::string_view file_;
    std::string error_;
};

} // namespace lab
