// export/exporter/template_parser.hpp -- parses the code templates from which every language's code is generated
//
// In exported code, `plan` computes the steps of a frame, and `pace` computes how long to wait after the frame.
// The types are `whole` (integer, the default), `real` (64-bit float), `single` (32-bit float) and `truth` (boolean):
//
//     # A comment on a line of its own is not in the exported file. A comment after code is.
//     const limit = 250000000            # constants, with their comments
//     const share: real = 1.0 / 60.0
//     state carried = 0                  # a variable that a loop keeps from frame to frame
//     state ring[4] = 0                  # an array of zeros; `= index` fills it with 0, 1, 2, 3
//     field steps                        # one of the values that `plan` returns
//     fn floor_div(a, b) -> whole {      # a helper function; a `method` may use state variables
//         return (a - (a % b + b) % b) // b
//     }
//     method pace(now_ns) -> whole {
//         ...
//     }
//
//     record moved(value: real, velocity: real)      # a struct of results, which a function sets with `set`
//     public fn spring_toward(value: real, velocity: real) -> moved {    # `public`: the user may call it
//         set value = value + velocity, velocity = velocity
//     }
//
//     let due = min(frame_ns, limit)     # all other lines are the body of `plan`. `let` declares a name for a value,
//     var rest: real = 0.0               # `var` a variable
//     rest += real(due) / 3.0
//     if due > limit && !started {       # also: } else if ... {   } else {   while ... {
//         carried = 0
//     }
//     set steps = due // limit           # sets a field; one line may set several, with commas
//
// Helper functions are declared before their callers. `//` divides whole numbers, `/` divides other numbers. `//` and
// whole(x) round towards zero; real(x) and single(x) convert to floats. min and max take whole numbers. Write
// single(a + b) for singles a and b, because some languages compute a + b with more than 32 bits.
//
// A template is a part of the code with a name. It begins with a line such as `template overload/none`. An export
// replaces each $NAME by its value, for example by a setting of the exported loop:
//
//     const limit = $overload.limit      # $overload.limit: code gets the number, a comment gets "250 ms"
//     use overload/$overload with earlier = carried    # inserts a template and replaces its $earlier by `carried`
//     when $integer_bits == 53 {         # exports the block if the condition is true; also: } else { } else when ... {
//         const longest = 1125899906842624
//     }
//     before set {                       # code that runs just before the next `set` line
//         has_stepped = $steps > 0       # $steps: the value that the `set` line gives to the field `steps`
//     }
#pragma once

#include "export/exporter/syntax_tree.hpp"

#include <map>

namespace exporter
{

/// Throws std::logic_error "FILE:LINE: WHAT", with the file and the line of `location`.
[[noreturn]] void throw_template_error(const SourceLocation& location, std::string_view what);

/// Parses a code template. Throws std::logic_error if `text` is not valid. The result keeps a view of the file's path.
CodeTemplate parse_code_template(std::string_view text, std::string_view path_outliving_result);
/// Parses the templates in a file, by name. Throws std::logic_error if the text is not valid.
std::map<std::string_view, CodeTemplate> parse_code_templates(std::string_view text_outliving_result,
                                                              std::string_view path_outliving_result);

/// The result is 14 for "overload.limit: as long".
std::size_t placeholder_name_length(std::string_view text);

} // namespace exporter
