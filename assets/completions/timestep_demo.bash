# bash completion for timestep_demo: flags and their values come from --help. The package bash-completion is not needed.

_timestep_demo()
{
    # bash splits words at each `=`. Joins `--loop=fix` again.
    local word=${COMP_WORDS[COMP_CWORD]} flag=${COMP_WORDS[COMP_CWORD - 1]} help values
    if [[ $word == = ]]; then word=""; elif [[ $flag == = ]]; then flag=${COMP_WORDS[COMP_CWORD - 2]}; fi

    help=$("${COMP_WORDS[0]/#~\//$HOME/}" --help 2>/dev/null)
    if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "$(sed -n 's/^  \(-h,\)\{0,1\}\(--[a-z-]*\).*/\2/p' <<<"$help")" -- "$word"))
        return
    fi
    values=$(sed -n "s/^  $flag \([a-z0-9][^ ]*|[^ ]*\).*/\1/p" <<<"$help")
    if [[ $flag == --* && -n $values ]]; then
        COMPREPLY=($(compgen -W "${values//|/ }" -- "$word"))
    else
        local IFS=$'\n'
        COMPREPLY=($(compgen -f -- "$word"))
        compopt -o filenames 2>/dev/null
    fi
}

complete -F _timestep_demo timestep_demo
