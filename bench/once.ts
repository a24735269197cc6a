/** The seconds and the memory of work that a process of its own did, and what it found. */
export interface Alone<T> {
  readonly seconds: number;
  /** Start-up included. */
  readonly cpuSeconds: number;
  /** Before the work: Node and its packages, and what the work needs. */
  readonly idleMb: number;
  readonly peakMb: number;
  readonly found: T;
}

/** Measures work in this process, which does nothing else, and prints the line that `measuredAlone` reads. */
export async function measureOnce<T>(work: () => Promise<T>): Promise<void> {
  const idleMb = process.memoryUsage().rss / 2 ** 20;
  const started = performance.now();
  const found = await work();
  const seconds = (performance.now() - started) / 1000;
  const cpu = process.cpuUsage();
  const measured: Alone<T> = {
    seconds,
    cpuSeconds: (cpu.user + cpu.system) / 1e6,
    idleMb,
    peakMb: process.resourceUsage().maxRSS / 1024,
    found,
  };
  process.stdout.write(`${JSON.stringify(measured)}\n`);
}
