import { ConfigError, readConfig } from '../../config.ts';

/** Returns the mistakes that the configuration finds in an environment. */
export function mistakesOf(environment: Readonly<Partial<Record<string, string>>>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
    throw error;
  }
  return [];
}
