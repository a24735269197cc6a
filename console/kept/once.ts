import { keep, kept } from './kept.ts';

const PLACE = 'unanswered';

/** Keys of actions that were sent and not answered, by what was sent. A reload of the tab keeps them. */
function unanswered(): Readonly<Record<string, string>> {
  return JSON.parse(kept(PLACE) || '{}') as Record<string, string>;
}

function remember(action: string, key: string | undefined): void {
  const { [action]: _before, ...others } = unanswered();
  const next = key === undefined ? others : { ...others, [action]: key };
  keep(PLACE, Object.keys(next).length === 0 ? '' : JSON.stringify(next));
}

/**
 * Sends an action with a key that makes two calls the same one. Sent again after its answer was lost, it has the same key, so that it
 * is carried out once; after an answer, or with another input, it is another action.
 * @param input all that makes it this action
 */
export async function once<T extends { readonly response: Response }>(
  input: unknown,
  call: (key: string) => Promise<T>,
): Promise<T> {
  const action = JSON.stringify(input);
  const key = unanswered()[action] ?? crypto.randomUUID();
  remember(action, key);
  const result = await call(key);
  // A failure of the server or of a proxy in front of it does not say whether the action was carried out.
  if (result.response.status < 500) remember(action, undefined);
  return result;
}
