import type { DataProblem } from '../rules/vocabulary/index.ts';

/** Problems kept of one body: a section with a thousand broken points says nothing more than one with a hundred. */
const MAX_PROBLEMS = 100;

/** Collects what was wrong with one body, without the values: those may be positions. */
export class ProblemList {
  readonly #kept: DataProblem[] = [];
  #leftOut = 0;

  /** Notes one problem; past the first hundred they are only counted. */
  add(pointer: string, message: string): void {
    if (this.#kept.length < MAX_PROBLEMS) this.#kept.push({ pointer, message });
    else this.#leftOut += 1;
  }

  /** What was noted, in the order of reading. */
  list(): readonly DataProblem[] {
    if (this.#leftOut === 0) return [...this.#kept];
    return [...this.#kept, { pointer: '', message: `${this.#leftOut} more problems are not listed` }];
  }
}

/** One more step of a JSON pointer (RFC 6901); a name is customer data, so an endless one is cut. */
export function pointerTo(parent: string, name: string | number): string {
  return `${parent}/${String(name).slice(0, 80).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
