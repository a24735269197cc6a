import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = import.meta.dirname;
const standIns = join(folder, '../support/stand-ins');

/** Returns the project's files that a file imports. */
function importsOf(file: string): string[] {
  const paths = [...readFileSync(file, 'utf8').matchAll(/(?:from|import) '(\.[^']*)'/g)];
  return paths.map(([, path]) => join(file, '..', path!));
}

describe('the chaos run', () => {
  it('shares no code with what it checks', () => {
    const own = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    );
    const files = own.map((name) => join(folder, name));
    const isAllowed = (path: string): boolean =>
      [folder, standIns].some((each) => path.startsWith(`${each}/`));
    const imported = files.flatMap(importsOf);
    const seen = new Set(imported);
    for (const path of seen) if (isAllowed(path)) for (const next of importsOf(path)) seen.add(next);
    expect(imported.length).toBeGreaterThan(30);
    expect([...seen].filter((path) => !isAllowed(path))).toEqual([]);
  });
});
