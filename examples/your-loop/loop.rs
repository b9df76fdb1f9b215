// A loop for Timestep Lab: rustc -O loop.rs && timestep_lab run --lane-command ./loop
use std::io::BufRead;

const STEP: f64 = 1.0 / 60.0; // seconds
const LONGEST: f64 = 0.25; // a longer frame counts as this long

fn main() {
    let mut left_over = 0.0;
    for line in std::io::stdin().lock().lines().map(|line| line.unwrap()) {
        let words: Vec<&str> = line.split(' ').collect();
        match words[0] {
            "hello" => println!("hello 1 rust"),
            "reset" => { left_over = 0.0; println!("reset") }
            "frame" => {
                left_over += (words[1].parse::<i64>().unwrap() as f64 / 1e9).min(LONGEST);
                let mut steps = 0;
                while left_over >= STEP { left_over -= STEP; steps += 1 }
                println!("plan {} {} {}", steps, STEP, left_over / STEP)
            }
            _ => {}
        }
    }
}
