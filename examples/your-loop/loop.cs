// A loop for Timestep Lab: mcs loop.cs && timestep_lab run --lane-command mono loop.exe
using System;
using System.Globalization;

static class Loop {
    const double Step = 1.0 / 60, Longest = 0.25; // seconds; a longer frame counts as 0.25 s

    static void Main() {
        CultureInfo.DefaultThreadCurrentCulture = CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
        double leftOver = 0.0;
        for (string line; (line = Console.ReadLine()) != null;) {
            string[] words = line.Split(' ');
            if (words[0] == "hello") Console.WriteLine("hello 1 csharp");
            if (words[0] == "reset") { leftOver = 0.0; Console.WriteLine("reset"); }
            if (words[0] == "frame") {
                int steps = 0;
                leftOver += Math.Min(long.Parse(words[1]) / 1e9, Longest);
                for (; leftOver >= Step; ++steps) leftOver -= Step;
                Console.WriteLine("plan {0} {1:R} {2:R}", steps, Step, leftOver / Step);
            }
            Console.Out.Flush();
        }
    }
}
