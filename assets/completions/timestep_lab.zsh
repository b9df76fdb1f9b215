#compdef timestep_lab
# zsh completion for timestep_lab: the program itself completes the words.

_timestep_lab() {
    local -a lines shown how
    lines=("${(@f)$(${~words[1]} --complete "${(@)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)}")
    local kind=$lines[1]
    shift lines
    shown=("${(@)lines/$'\t'/  -- }")
    [[ $lines[1] == *$'\t'* ]] && how+=(-l)
    [[ $kind == *nospace* ]] && how+=(-S '')
    compadd $how -d shown -- "${(@)lines%%$'\t'*}"
    if [[ $kind == *files* ]]; then
        compset -P '--*='
        _files
    fi
}

if [ "$funcstack[1]" = _timestep_lab ]; then
    _timestep_lab "$@"
else
    compdef _timestep_lab timestep_lab
fi
