// A loop for Timestep Lab: go build loop.go && timestep_lab run --lane-command ./loop
package main

import ("bufio"; "fmt"; "math"; "os"; "strings")

const step, longest = 1.0 / 60, 0.25 // seconds; a longer frame counts as 0.25 s

func main() {
	leftOver := 0.0
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		var frameNs int64
		if line := lines.Text(); strings.HasPrefix(line, "hello") {
			fmt.Println("hello 1 go")
		} else if line == "reset" {
			leftOver = 0.0
			fmt.Println("reset")
		} else if n, _ := fmt.Sscanf(line, "frame %d", &frameNs); n == 1 {
			leftOver += math.Min(float64(frameNs)/1e9, longest)
			steps := 0
			for ; leftOver >= step; steps++ { leftOver -= step }
			fmt.Println("plan", steps, step, leftOver/step)
		}
	}
}
