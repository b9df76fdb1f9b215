#!/usr/bin/env bash
# The part of check_package.sh that runs in the newly installed Debian, beside timestep-lab.deb, a recording, a replay
# and a lesson.
set -euo pipefail
cd "$(dirname "$0")"
. ./chroot.sh
export DEBIAN_FRONTEND=noninteractive
settings=/root/.local/share/timestep-lab/settings.toml

# all_files: lists the files and folders of the system, without those of apt, dpkg and running programs.
all_files() {
    find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /run -o -path /tmp -o -path /var/cache -o -path /var/log \
        -o -path /var/lib/dpkg -o -path /var/lib/apt -o -path /root/check \) -prune -o -print | sort
}
install() {
    apt-get install -y -qq --no-install-recommends "./$1" >apt.log 2>&1 || fail "apt-get install $1: $(tail -n 5 apt.log)"
}
type_of() { gio info -a standard::content-type "$1" | sed -n 's/^ *standard::content-type: //p'; }
# window_of COMMAND...: runs the command, which must start timestep_demo, waits for its window on our display, checks that it is
# alive two seconds later, ends it, and sets `words` to its command line.
window_of() {
    local tries window="" process
    "$@" >window.log 2>&1 &
    for tries in $(seq 300); do
        window=$(xdotool search --onlyvisible --name '^Timestep Lab$' 2>/dev/null) && break
        sleep 0.1
    done
    [ -n "$window" ] || fail "$*: no window within 30 s: $(cat window.log)"
    process=$(xdotool getwindowpid "$window")
    sleep 2
    words=$(tr '\0' ' ' <"/proc/$process/cmdline") || fail "$*: the window closed by itself: $(cat window.log)"
    kill -TERM "$process"
    for tries in $(seq 300); do
        [ -e "/proc/$process" ] || return 0
        sleep 0.1
    done
    fail "$*: the signal TERM did not end the program within 30 s"
}

rm -rf /root/.local /root/.cache
dpkg -s timestep-lab >/dev/null 2>&1 && apt-get purge -y -qq timestep-lab >apt.log 2>&1
apt-get satisfy -y -qq --no-install-recommends "$(dpkg-deb -f timestep-lab.deb Depends)" >apt.log 2>&1 || fail "$(tail -n 5 apt.log)"
passed "the package's dependencies are in this Debian: $(dpkg-deb -f timestep-lab.deb Depends)"
all_files >before.txt
install timestep-lab.deb
passed "installed timestep-lab $(dpkg-query -W -f='${Version}' timestep-lab)"
timestep_lab --version
timestep_lab lesson exploding-spring >/dev/null || fail "timestep_lab lesson exploding-spring"
timestep_lab slow --delay 1ms -- true >slow.log 2>&1 || true
grep -q 'the game presented fewer than two pictures' slow.log || fail "timestep_lab slow -- true: $(cat slow.log)"
passed "timestep_lab runs a lesson, and finds the library with which it slows a game down"

Xvfb -displayfd 1 -screen 0 1600x1000x24 >display 2>/dev/null &
server=$!
trap 'kill $server 2>/dev/null || true' EXIT
for tries in $(seq 100); do
    [ ! -s display ] || break
    sleep 0.1
done
DISPLAY=:$(cat display)
export DISPLAY
entry=/usr/share/applications/timestep_demo.desktop
window_of gio launch $entry
passed "the menu entry opens the window: $words"
[ -f $settings ] || fail "the window has not written $settings"
printf 'timestep-lab set-up 1\n' >a.timestep
for file in "game frames.csv" v5.replay a.timestep mine.lesson.toml; do
    type=$(type_of "$file")
    case $(gio mime "$type") in
    *timestep_demo.desktop*) ;;
    *) fail "$file has the type $type, which timestep_demo does not open" ;;
    esac
    window_of gio open "$file"
    case $words in
    *"$file"*) passed "$file of the type $type opens in the window: $words" ;;
    *) fail "gio open $file started $words" ;;
    esac
done

dpkg-deb -R timestep-lab.deb next
sed -i 's/^Version: .*/&.1/' next/DEBIAN/control
dpkg-deb -b next next.deb >/dev/null
cp $settings kept.toml
install next.deb
[ "$(dpkg-query -W -f='${Version}' timestep-lab)" = "$(dpkg-deb -f next.deb Version)" ] || fail "the upgrade did not install the new version"
cmp -s $settings kept.toml || fail "the upgrade changed $settings"
timestep_lab --version >/dev/null
passed "upgraded to $(dpkg-query -W -f='${Version}' timestep-lab); the settings are as before"

apt-get remove -y -qq timestep-lab >apt.log 2>&1 || fail "apt-get remove: $(tail -n 5 apt.log)"
[ "$(dpkg-query -W -f='${db:Status-Status}' timestep-lab 2>/dev/null)" != config-files ] || fail "apt-get remove left configuration files"
all_files >after.txt
left=$(comm -13 before.txt after.txt | grep -v -e '^/root/\.local' -e '^/root/\.cache' || true)
[ -z "$left" ] || fail "left after the removal: $left"
gone=$(comm -23 before.txt after.txt)
[ -z "$gone" ] || fail "the removal deleted files of others: $gone"
passed "removed; left are only: $(comm -13 before.txt after.txt | xargs -I{} find {} -maxdepth 0 -type f | grep -v '/mesa_shader_cache' | tr '\n' ' ')"
