import { readFileSync } from 'node:fs';
import type { ConfiguredCommand } from './channels.ts';
import { checkFleets } from './fleets.ts';
import type { GivenFleet } from './fleets.ts';
import { readSecret } from './variables.ts';
import type { Environment } from './variables.ts';

/** The fleets' file, what may stand in it, and for whom it is read. */
interface FleetsFile {
  readonly path: string;
  readonly environment: Environment;
  readonly command: ConfiguredCommand;
}

/** Reads `FLEETS_FILE`, with `${NAME}` in its values replaced by environment variables, or by the files that `NAME_FILE` names. */
export function readFleetsFile(file: FleetsFile, mistakes: string[]): GivenFleet[] {
  const { path, environment, command } = file;
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
    { nameOf: (at) => `FLEETS_FILE at /${at.map(String).join('/')}`, command },
    mistakes,
  );
  for (const { id, analytics, webhookTokens } of fleets)
    if (analytics && webhookTokens.length === 0 && command !== 'worker')
      mistakes.push(`FLEETS_FILE: fleet "${id}" has no webhook token: its service could not post anything.`);
  return fleets;
}

function insertVariables(value: unknown, environment: Environment, mistakes: string[]): unknown {
  if (typeof value === 'string')
    return value.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_all, name: string) => {
      const found = readSecret(environment, name, mistakes);
      if (found === undefined) mistakes.push(`FLEETS_FILE names \${${name}}, but that variable is not set.`);
      return found ?? '';
    });
  if (Array.isArray(value)) return value.map((item) => insertVariables(item, environment, mistakes));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, insertVariables(item, environment, mistakes)]),
    );
  return value;
}
