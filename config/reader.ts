import { readFileSync } from 'node:fs';
import { VARIABLES } from './variables.ts';
import type { Read, ValueOf, Variable } from './variable.ts';
import type { VariableName } from './variables.ts';

/** Values of environment variables, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reader of variables. Values are trimmed. An empty value means that the variable is not set. */
export interface VariableReader {
  /** Returns a variable's value. Records an invalid value as a mistake, and returns it as text. */
  readonly value: Read<typeof VARIABLES>;
  /** Returns the items of a comma-separated list. */
  readonly list: (name: VariableName) => string[];
}

/**
 * Returns a reader of environment variables. It checks each variable, and reads each file that a `NAME_FILE` names, only once.
 */
export function variableReader(environment: Environment, mistakes: string[]): VariableReader {
  const known = new Map<VariableName, unknown>();
  const read = (name: VariableName): unknown => {
    const { secretOf, type, otherwise }: Variable = VARIABLES[name];
    const set = secretOf ? readSecret(environment, name, mistakes) : environment[name]?.trim();
    const text = set || otherwise;
    const parsed = text === undefined ? undefined : type?.safeParse(text);
    for (const { message } of parsed?.error?.issues ?? []) mistakes.push(`${name} ${message}.`);
    return parsed?.success ? parsed.data : text;
  };
  const value = <N extends VariableName>(name: N): ValueOf<(typeof VARIABLES)[N]> => {
    if (!known.has(name)) known.set(name, read(name));
    return known.get(name) as ValueOf<(typeof VARIABLES)[N]>;
  };
  const list = (name: VariableName): string[] =>
    String(value(name) ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
  return { value, list };
}

/**
 * Reads a secret from the variable `name`, or from the file that `NAME_FILE` names. An empty variable or file means that the
 * secret is not set.
 * @param mistakes receives a file that cannot be read, and a secret that is set in both places, but never the secret itself
 */
export function readSecret(environment: Environment, name: string, mistakes: string[]): string | undefined {
  const given = environment[name]?.trim() || undefined;
  const path = environment[`${name}_FILE`]?.trim();
  if (!path) return given;
  let held: string | undefined;
  try {
    held = readFileSync(path, 'utf8').trim() || undefined;
  } catch (error) {
    mistakes.push(
      `${name}_FILE: ${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unreadable'}).`,
    );
    return given;
  }
  if (given !== undefined && held !== undefined)
    mistakes.push(`${name} and ${name}_FILE are both set: keep one of them.`);
  return held ?? given;
}
