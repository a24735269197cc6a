import type { Answer } from '../../api/index.ts';
import type { Shown } from '../declaration/index.ts';

type Discarded = Answer<'rules/{id}/draft', 'delete'>;

/** Prints whether a draft was discarded. */
export function print({ id, discarded }: Discarded, { terminal }: Shown): void {
  terminal.line(
    discarded
      ? `The draft of ${id} is discarded; the published version is unchanged.`
      : `There is no draft of ${id}.`,
  );
}

/** Returns 1 when there was no draft. */
export function exitCode({ discarded }: Discarded): 0 | 1 {
  return discarded ? 0 : 1;
}
