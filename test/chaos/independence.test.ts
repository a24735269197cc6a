import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = import.meta.dirname;
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
);

describe('the chaos run', () => {
  it('shares no code with what it checks', () => {
    const imported = files.flatMap((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      const paths = [...text.matchAll(/(?:from|import) '(\.[^']*)'/g)].map(([, path]) => path!);
      return paths.map((path) => join(folder, name, '..', path));
    });
    expect(imported.length).toBeGreaterThan(30);
    expect(imported.filter((path) => !path.startsWith(`${folder}/`))).toEqual([]);
  });
});
