/** Keys of actions that were sent and not answered, by what was sent. */
const unanswered = new Map<string, string>();

/**
 * Sends an action that takes an `Idempotency-Key`. Sent again after its answer was lost, it has the same key, so that it is carried
 * out once; after an answer, or with another input, it is another action.
 * @param input all that makes it this action
 */
export async function once<T extends { readonly response: Response }>(
  input: unknown,
  call: (key: string) => Promise<T>,
): Promise<T> {
  const action = JSON.stringify(input);
  const key = unanswered.get(action) ?? crypto.randomUUID();
  unanswered.set(action, key);
  const result = await call(key);
  // A failure of the server or of a proxy in front of it does not say whether the action was carried out.
  if (result.response.status < 500) unanswered.delete(action);
  return result;
}
