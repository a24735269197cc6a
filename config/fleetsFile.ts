import { readFileSync } from 'node:fs';
import { checkFleets } from './fleets.ts';
import type { GivenFleet } from './fleets.ts';

/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads `FLEETS_FILE`, with `${NAME}` in its values replaced by environment variables. */
export function readFleetsFile(path: string, environment: Environment, mistakes: string[]): GivenFleet[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    mistakes.push(
      `FLEETS_FILE: ${path} cannot be read as JSON (${error instanceof SyntaxError ? 'the JSON is broken' : ((error as NodeJS.ErrnoException).code ?? 'unreadable')}).`,
    );
    return [];
  }
  const fleets = checkFleets(
    insertVariables(parsed, environment, mistakes),
    (at) => `FLEETS_FILE at /${at.map(String).join('/')}`,
    mistakes,
  );
  for (const { id, analytics, webhookTokens } of fleets)
    if (analytics && webhookTokens.length === 0)
      mistakes.push(`FLEETS_FILE: fleet "${id}" has no webhook token: its service could not post anything.`);
  return fleets;
}

function insertVariables(value: unknown, environment: Environment, mistakes: string[]): unknown {
  if (typeof value === 'string')
    return value.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_all, name: string) => {
      const found = environment[name];
      if (found === undefined || found === '')
        mistakes.push(`FLEETS_FILE names \${${name}}, but that variable is not set.`);
      return found ?? '';
    });
  if (Array.isArray(value)) return value.map((item) => insertVariables(item, environment, mistakes));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, insertVariables(item, environment, mistakes)]),
    );
  return value;
}
