// SPDX-License-Identifier: Apache-2.0
/// \file
/// Examples of docs/reference.md: what comes piece by piece.

TEST_CASE("reference: running_reduction, basic_running_reduction") {
    auto sum = impulse::running_reduction<float>(impulse::automatic, 0.f, impulse::plus{});
    const std::vector<float> first(1000, 0.1f), second(17, 3.f);
    sum.push(first);
    CHECK(sum.count() == 1000);
    std::stringstream saved;     // or the path of a file
    sum.save(saved, "celsius");  // a tag says what types do not; of what has a type_id it may be left out

    // Elsewhere, or later.
    auto resumed = impulse::running_reduction<float>(impulse::automatic, 0.f, impulse::plus{});
    resumed.load(saved, "celsius");
    resumed.push(second.begin(), second.end());

    std::vector<float> everything = first;
    everything.insert(everything.end(), second.begin(), second.end());
    CHECK(resumed.value() == impulse::reduce(everything, 0.f));

    // Its type has the types of items, initial value, operator and policy.
    const auto last_of = []<class Init, class Op, class Policy>(
                             const impulse::basic_running_reduction<float, Init, Op, Policy>& r) {
        return r.value();
    };
    CHECK(last_of(sum) == impulse::reduce(first, 0.f));
}

TEST_CASE("reference: replace_file") {
    const auto path = std::filesystem::temp_directory_path() /
                      ("impulse_replace_file_" + std::to_string(std::random_device{}()));
    impulse::replace_file(path, "old");
    impulse::replace_file(path, "new");  // who opens it meanwhile reads "old" or "new", never a part of it
    std::string found;
    std::ifstream(path) >> found;
    CHECK(found == "new");
    std::filesystem::remove(path);
}
