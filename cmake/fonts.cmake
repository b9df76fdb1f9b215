# font(target name PACKAGE FACE): embeds a font file as `embedded::name`, so that the program needs no font file at run
# time. The licence must be distributed with the font, so it is added to the installed licences.
function(font target name package face)
    string(TOUPPER "TIMESTEP_FONT_${name}" file)
    string(REGEX REPLACE "^fonts-" "" folder "${package}")
    find_file(${file} NAMES "${face}.otf" "${face}.ttf" PATHS "${TIMESTEP_PACKAGES}/fonts" /usr/share/fonts /usr/local/share/fonts
              PATH_SUFFIXES "opentype/${folder}" "truetype/${folder}" NO_CMAKE_FIND_ROOT_PATH
              DOC "The font ${face}, .otf or .ttf")
    if(NOT ${file})
        message(FATAL_ERROR "The font ${face} is missing. On Debian: apt-get install ${package}; elsewhere: cmake -D${file}=${face}.otf")
    endif()
    licence_of(${package} REQUIRED)
    if(NOT EMSCRIPTEN)
        embed_bytes(${target} ${name} "${${file}}")
        return()
    endif()
    # A page loads the font each time: only the characters of theme.cpp, and nothing that Dear ImGui does not read.
    set(theme "${PROJECT_SOURCE_DIR}/src/programs/demo/panels/theme.cpp")
    file(STRINGS "${theme}" ranges REGEX "glyph_ranges{0x")
    string(REGEX MATCHALL "0x[0-9a-f]+, 0x[0-9a-f]+" ranges "${ranges}")
    list(TRANSFORM ranges REPLACE "0x([0-9a-f]+), 0x([0-9a-f]+)" "U+\\1-\\2")
    list(JOIN ranges "," ranges)
    set(subset "${PROJECT_BINARY_DIR}/generated/${name}.font")
    add_custom_command(OUTPUT "${subset}" DEPENDS "${${file}}" "${theme}" VERBATIM
                       COMMAND python3 -m fontTools.subset "${${file}}" "--unicodes=${ranges}" "--output-file=${subset}"
                               --layout-features= --no-hinting
                       COMMENT "Taking ${ranges} of ${face}")
    embed_bytes(${target} ${name} "${subset}")
endfunction()
