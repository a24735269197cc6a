import { keep, kept } from './kept.ts';

const PLACE = 'unanswered';
/** Later the same words are another action: an incident that was reopened is acknowledged anew. */
const SAME_MS = 10 * 60_000;

interface Sent {
  readonly key: string;
  /** When it was first sent, in milliseconds of this device's clock. */
  readonly at: number;
}

/** Actions that were sent lately and not answered, by what was sent. A reload of the tab keeps them. */
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
 * Sends an action with a key that makes two calls the same one. Sent again after its answer was lost, it has the same key, so that it
 * is carried out once; after an answer, after ten minutes, or with another input, it is another action.
 * @param input all that makes it this action
 */
export async function once<T extends { readonly response: Response }>(
  input: unknown,
  call: (key: string) => Promise<T>,
): Promise<T> {
  const action = JSON.stringify(input);
  const sent = unanswered()[action] ?? { key: crypto.randomUUID(), at: Date.now() };
  remember(action, sent);
  const result = await call(sent.key);
  // A failure of the server or of a proxy in front of it does not say whether the action was carried out.
  if (result.response.status < 500) remember(action, undefined);
  return result;
}
