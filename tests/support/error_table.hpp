// SPDX-License-Identifier: Apache-2.0
// The tables of messages in docs/reference/errors.md, which tests compare with the messages that calls throw.
#pragma once

#include <doctest/doctest.h>
#include <message_of.hpp>

#include <fstream>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#ifndef IMPULSE_ERRORS_FILE
#define IMPULSE_ERRORS_FILE "docs/reference/errors.md"
#endif

namespace support {

/// The rows of the table under a heading of docs/reference/errors.md: argument → messages.
class error_table {
  public:
    /// Throws if the page has no such heading with a table.
    explicit error_table(const std::string& heading) {
        std::ifstream page(IMPULSE_ERRORS_FILE);
        std::string line;
        while (std::getline(page, line) && line != "### " + heading) {
        }
        while (std::getline(page, line) && !line.starts_with("#")) {
            const auto middle = line.find(" | ");
            if (!line.starts_with("| ") || line.starts_with("| --- ") || line.starts_with("| argument "))
                continue;
            rows_[line.substr(2, middle - 2)] =
                quoted(line.substr(middle + 3, line.rfind(" |") - middle - 3));
        }
        if (rows_.empty()) throw std::runtime_error(IMPULSE_ERRORS_FILE " has no table of " + heading);
    }

    /// The messages in the row about an argument, each with the prefix of all messages. Each row can be taken
    /// once.
    std::vector<std::string> take(const std::string& argument) {
        const auto row = rows_.extract(argument);
        return row ? row.mapped() : std::vector<std::string>{"no row of the page is about: " + argument};
    }
    /// Compares the row about an argument with what calls throw, one for each message.
    void same(const std::string& argument, const std::vector<std::function<void()>>& wrong) {
        const std::vector<std::string> messages = take(argument);
        CAPTURE(argument);
        REQUIRE(messages.size() == wrong.size());
        for (std::size_t i = 0; i < wrong.size(); ++i)
            CHECK(message_of<std::exception>(wrong[i]) == messages[i]);
    }
    void finish() const { CHECK(left() == ""); }

    /// The rows that were not taken.
    std::string left() const {
        std::string all;
        for (const auto& [argument, messages] : rows_) all += (all.empty() ? "" : "; ") + argument;
        return all;
    }

  private:
    static std::vector<std::string> quoted(const std::string& column) {
        std::vector<std::string> all;
        for (std::size_t begin = column.find('`'); begin != std::string::npos;) {
            const auto end = column.find('`', begin + 1);
            all.push_back("impulse: " + column.substr(begin + 1, end - begin - 1));
            begin = column.find('`', end + 1);
        }
        return all;
    }

    std::map<std::string, std::vector<std::string>> rows_;
};

}  // namespace support
