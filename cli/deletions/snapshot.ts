import type { Answer } from '../../api/index.ts';
import type { Shown } from '../declaration/index.ts';

/** Prints the trip as it was stored before it was deleted: JSON, with or without `--json`. */
export function print(trip: Answer<'deletions/{id}/snapshot'>, { terminal }: Shown): void {
  terminal.json(trip);
}
