# fish completion for timestep_demo: flags and their values come from --help.

function __timestep_demo_complete
    set -l before (commandline -opc)
    set -l word (commandline -ct)
    set -l help (string replace -r '^~/' "$HOME/" -- $before[1])
    set help ($help --help 2>/dev/null)
    set -l flag $before[-1]
    set -l front ''
    if string match -q -- '--*=*' $word
        set flag (string replace -r -- '=.*' '' $word)
        set front $flag=
    else if string match -q -- '-*' $word
        string replace -rf -- '^  (?:-h,)?(--[a-z-]+).*' '$1' $help
        return
    end
    set -l values (string replace -rf -- "^  $flag ([a-z0-9][^ ]*\|[^ ]*).*" '$1' $help)
    if string match -q -- '--*' $flag; and test -n "$values"
        string replace -r -- '^' $front (string split '|' $values)
    else
        string replace -r -- '^' $front (__fish_complete_path (string replace -- "$front" '' $word))
    end
end

complete -c timestep_demo -f -a '(__timestep_demo_complete)'
