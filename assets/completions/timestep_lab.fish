# fish completion for timestep_lab: the program itself completes the words.

function __timestep_lab_complete
    set -l before (commandline -opc)
    set -l word (commandline -ct)
    set -l program (string replace -r '^~/' "$HOME/" -- $before[1])
    set -l lines ($program --complete $before[2..-1] "$word" 2>/dev/null)
    if string match -q '*files*' -- $lines[1]
        set -l option (string match -r -- '^--[^=]*=' "$word")
        string replace -r -- '^' "$option" (__fish_complete_path (string replace -- "$option" '' "$word"))
    end
    string join \n -- $lines[2..-1]
end

complete -c timestep_lab -f -a '(__timestep_lab_complete)'
