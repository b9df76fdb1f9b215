#compdef timestep_demo
# zsh completion for timestep_demo: flags and their values come from --help.

_timestep_demo() {
    local help="$(${~words[1]} --help 2>/dev/null)" flag=$words[CURRENT-1]
    if [[ $PREFIX == --*=* ]]; then
        flag=${PREFIX%%=*}
        compset -P '--*='
    elif [[ $PREFIX == -* ]]; then
        compadd -- ${(f)"$(sed -n 's/^  \(-h,\)\{0,1\}\(--[a-z-]*\).*/\2/p' <<<$help)"}
        return
    fi
    local values="$(sed -n "s/^  $flag \([a-z0-9][^ ]*|[^ ]*\).*/\1/p" <<<$help)"
    if [[ $flag == --* && -n $values ]]; then
        compadd -- ${(s:|:)values}
    else
        _files
    fi
}

if [ "$funcstack[1]" = _timestep_demo ]; then
    _timestep_demo "$@"
else
    compdef _timestep_demo timestep_demo
fi
