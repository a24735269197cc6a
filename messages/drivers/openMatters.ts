/** What of a driver is open, and keeps the driver from being erased. */
export interface OpenMatters {
  /** Ids of incidents that are not resolved. */
  readonly incidents: readonly string[];
  /** Ids of deletions that are not settled. */
  readonly deletions: readonly string[];
}

/** Ids that a sentence names; the answer has all of them as data. */
const MOST_NAMED = 10;

/** What has to end before the driver can be erased, with the ids. */
export function openMattersWords({ incidents, deletions }: OpenMatters): string {
  const parts = [
    ...(incidents.length > 0 ? [`resolve ${listed('incident', incidents)}`] : []),
    ...(deletions.length > 0
      ? [
          `approve or reject ${listed('deletion', deletions)}, or wait until ${deletions.length === 1 ? 'it ends' : 'they end'}`,
        ]
      : []),
  ];
  return `The driver has open incidents or deletions: ${parts.join('; ')}. Then request the erasure again.`;
}

function listed(noun: string, ids: readonly string[]): string {
  const shown = ids.slice(0, MOST_NAMED).join(', ');
  const more = ids.length > MOST_NAMED ? ` and ${ids.length - MOST_NAMED} more` : '';
  return `${noun}${ids.length === 1 ? '' : 's'} ${shown}${more}`;
}
