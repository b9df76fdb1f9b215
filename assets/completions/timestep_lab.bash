# bash completion for timestep_lab: the program itself completes the words. The package bash-completion is not needed.

_timestep_lab()
{
    # bash splits words at each `=`. Joins the parts of the current word again.
    local at=$COMP_CWORD word=${COMP_WORDS[COMP_CWORD]} lines
    while ((at > 1)) && [[ ${COMP_WORDS[at]} == = || ${COMP_WORDS[at - 1]} == = ]]; do
        ((at--))
        word=${COMP_WORDS[at]}$word
    done

    mapfile -t lines < <("${1/#~\//$HOME/}" --complete "${COMP_WORDS[@]:1:at-1}" "$word" 2>/dev/null)
    COMPREPLY=("${lines[@]:1}")
    COMPREPLY=("${COMPREPLY[@]%%$'\t'*}")
    if [[ ${lines[0]} == *files* ]]; then
        local IFS=$'\n' name=${word#--*=}
        COMPREPLY+=($(compgen -P "${word%"$name"}" -f -- "$name"))
        compopt -o filenames 2>/dev/null
    fi
    if [[ ${lines[0]} == *nospace* ]]; then compopt -o nospace 2>/dev/null; fi
    # bash replaces only the part of the word after the last `=`.
    if [[ $COMP_WORDBREAKS == *=* ]]; then COMPREPLY=("${COMPREPLY[@]#"${word%"${word##*=}"}"}"); fi
}

complete -F _timestep_lab timestep_lab
