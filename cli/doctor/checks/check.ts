/** The result of one check. */
export interface Check {
  readonly name: string;
  readonly result: 'ok' | 'warn' | 'fail';
  /** The state found and, when something is wrong, what to do. */
  readonly message: string;
}

/**
 * Runs a check.
 * @param remedy the message when the check throws: a text, or a function of the error. It never contains a
 * secret
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
