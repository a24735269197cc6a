/** One thing that was checked. */
export interface Check {
  readonly name: string;
  readonly result: 'ok' | 'warn' | 'fail';
  /** How it is and, when it is not well, what to do. */
  readonly message: string;
}

/**
 * Runs a check.
 * @param remedy what is said when it throws; from the error where that says more, never with a secret
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
