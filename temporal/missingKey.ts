import type { WorkflowHandle } from '@temporalio/client';

/** The type of a failure that says: who took it has not the key that it is encrypted with. Workflows know it, too. */
export const MISSING_KEY = 'PayloadUnreadable';

type History = Awaited<ReturnType<WorkflowHandle['fetchHistory']>>;

/**
 * What the history of a workflow says of a key that a worker lacks: its last failed step, if nothing was done since.
 * @returns words that name the key's id, never a key; undefined when it is not a key that is missing
 */
export function missingKeyIn({ events }: History): string | undefined {
  const ended = (events ?? []).filter(
    (each) => each.activityTaskFailedEventAttributes ?? each.activityTaskCompletedEventAttributes,
  );
  const failure = ended.at(-1)?.activityTaskFailedEventAttributes?.failure;
  if (failure?.applicationFailureInfo?.type !== MISSING_KEY) return undefined;
  return wordsOfMissingKey(failure.message ?? '');
}

/** What a worker said of its missing key, for whoever waits for the answer. */
export function wordsOfMissingKey(said: string): string {
  const start = said.indexOf('A payload ');
  const what = start < 0 ? WITHOUT_WORDS : said.slice(start).replaceAll('this process', 'a worker');
  return `A worker could not read what it was given. ${what}`;
}

/** A worker with other keys encrypts its words with one of them. */
const WITHOUT_WORDS =
  'PAYLOAD_ENCRYPTION_KEYS of that worker lacks a key, which its log names: give all processes the same list.';
