import type { BacktestExample, VersionDifference } from './result.ts';

const SHOWN = 5;

type Side = 'only_new' | 'only_old' | 'both';

/** Compares two versions trip by trip. */
export class Difference {
  readonly #counts = { only_new: 0, only_old: 0, both: 0 };
  readonly #examples: Record<Side, BacktestExample[]> = { only_new: [], only_old: [], both: [] };

  /** Counts one trip by whether each version tells somebody of it. */
  add(
    told: { readonly new: boolean; readonly old: boolean },
    example: (side: Side) => BacktestExample,
  ): void {
    if (!told.new && !told.old) return;
    const side = told.new && told.old ? 'both' : told.new ? 'only_new' : 'only_old';
    this.#counts[side] += 1;
    if (this.#examples[side].length < SHOWN) this.#examples[side].push(example(side));
  }

  result(): VersionDifference {
    return { ...this.#counts, examples: this.#examples };
  }
}
