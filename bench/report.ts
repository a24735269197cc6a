import { cpus, totalmem } from 'node:os';

/** Lowest, median and highest of some figures. */
export interface Spread {
  readonly lowest: number;
  readonly median: number;
  readonly highest: number;
}

/** The spread of figures. */
export function spreadOf(figures: readonly number[]): Spread {
  const sorted = [...figures].sort((a, b) => a - b);
  return {
    lowest: sorted[0] ?? Number.NaN,
    median: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
    highest: sorted.at(-1) ?? Number.NaN,
  };
}

/** One line: a name, the median with its spread, and a unit. */
export function line(name: string, figures: readonly number[], unit: string): string {
  const { lowest, median, highest } = spreadOf(figures);
  const shown = (figure: number): string => figure.toFixed(figure < 10 ? 2 : 1);
  return `${name.padEnd(44)} ${shown(median).padStart(9)} ${unit.padEnd(8)} (${shown(lowest)} to ${shown(highest)}, ${figures.length} rounds)`;
}

/** Describes the machine on which the figures were measured. */
export function machine(): string {
  const [first] = cpus();
  return `${cpus().length} cores (${first?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
}

/** The value below which a share of the figures lies, the nearest of them: 0.99 of 100 figures is the second-largest. */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1))] ?? Number.NaN;
}
