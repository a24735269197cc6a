import { keep, kept } from './kept.ts';

const PLACE = 'unanswered';
/**
 * Milliseconds in which the same unanswered input is the same action. Later it is a new one, such as acknowledging a reopened
 * incident.
 */
const SAME_MS = 10 * 60_000;

interface Sent {
  readonly key: string;
  /** The time of the first attempt, in milliseconds of this device's clock. */
  readonly at: number;
}

/** Returns actions that were sent recently and not answered, by their input. They survive a reload of the tab. */
function unanswered(): Readonly<Record<string, Sent>> {
  const sent = JSON.parse(kept(PLACE) || '{}') as Record<string, Sent>;
  return Object.fromEntries(Object.entries(sent).filter(([, { at }]) => Date.now() - at < SAME_MS));
}

function remember(action: string, sent: Sent | undefined): void {
  const { [action]: _before, ...others } = unanswered();
  const next = sent === undefined ? others : { ...others, [action]: sent };
  keep(PLACE, Object.keys(next).length === 0 ? '' : JSON.stringify(next));
}

/**
 * Sends an action with an idempotency key. A retry after a lost answer has the same key, so that the action is carried out
 * once. After an answer, after ten minutes, or with another input, the key is new.
 * @param input everything that identifies the action
 */
export async function once<T extends { readonly response: Response }>(
  input: unknown,
  call: (key: string) => Promise<T>,
): Promise<T> {
  const action = JSON.stringify(input);
  const sent = unanswered()[action] ?? { key: crypto.randomUUID(), at: Date.now() };
  remember(action, sent);
  const result = await call(sent.key);
  // A failure of the server or of a proxy in front of it leaves open whether the action was carried out.
  if (result.response.status < 500) remember(action, undefined);
  return result;
}
