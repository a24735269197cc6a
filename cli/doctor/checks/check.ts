/** The result of one check. */
export interface Check {
  readonly name: string;
  readonly result: 'ok' | 'warn' | 'fail';
  /** The state and, when something is wrong, what to do. */
  readonly message: string;
}

/**
 * Runs a check.
 * @param remedy message when the check throws; derived from the error when that says more, never with a secret
 */
export async function attempt(
  name: string,
  work: () => Promise<Omit<Check, 'name'>>,
  remedy: string | ((error: unknown) => string),
): Promise<Check> {
  try {
    return { name, ...(await work()) };
  } catch (error) {
    return { name, result: 'fail', message: typeof remedy === 'string' ? remedy : remedy(error) };
  }
}
