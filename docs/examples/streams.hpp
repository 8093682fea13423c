// SPDX-License-Identifier: Apache-2.0
/// \file
/// Examples of docs/reference: input that comes in pieces.

TEST_CASE("reference: running_reduction, basic_running_reduction") {
    auto sum = impulse::running_reduction<float>(impulse::automatic, 0.f, impulse::plus{});
    const std::vector<float> first(1000, 0.1f), second(17, 3.f);
    sum.push(first);
    CHECK(sum.count() == 1000);
    std::stringstream saved;  // or the path of a file
    // The tag says what the types do not; leave it out if all of them have a type_id.
    sum.save(saved, "celsius");

    // In another process, or later.
    auto resumed = impulse::running_reduction<float>(impulse::automatic, 0.f, impulse::plus{});
    resumed.load(saved, "celsius");
    resumed.push(second.begin(), second.end());

    std::vector<float> everything = first;
    everything.insert(everything.end(), second.begin(), second.end());
    CHECK(resumed.value() == impulse::reduce(everything, 0.f));

    // The class has the types of the items, the initial value, the operator and the policy as parameters.
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
    // A program that opens the file meanwhile reads "old" or "new", never a part of either.
    impulse::replace_file(path, "new");
    std::string found;
    std::ifstream(path) >> found;
    CHECK(found == "new");
    std::filesystem::remove(path);
}
