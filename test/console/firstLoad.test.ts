import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { checkFirstLoad } from '../../console/build/index.ts';

let folder: string | undefined;
afterEach(() => folder && rmSync(folder, { recursive: true }));

/** Writes a build with an entry, its import, and a view that is loaded later. Sizes are compressed bytes. */
function builtWith(sizes: { entry: number; imported: number; view: number }): string {
  folder = mkdtempSync(join(tmpdir(), 'tripline-first-load-'));
  mkdirSync(join(folder, 'assets'));
  for (const [name, bytes] of Object.entries(sizes))
    writeFileSync(join(folder, `assets/${name}.js.gz`), Buffer.alloc(bytes));
  const manifest = {
    'index.html': { file: 'assets/entry.js', isEntry: true, imports: ['_imported.js'] },
    '_imported.js': { file: 'assets/imported.js' },
    'views/view.ts': { file: 'assets/view.js', isDynamicEntry: true, imports: ['index.html'] },
  };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  return folder;
}

it('may be 250 kB, whatever the views weigh', () => {
  expect(checkFirstLoad(builtWith({ entry: 150_000, imported: 100_000, view: 900_000 }))).toBe(
    'first load 250 kB of script (gzip)',
  );
});

it('is refused above that, with what it is made of', () => {
  expect(() => checkFirstLoad(builtWith({ entry: 150_000, imported: 101_000, view: 10 }))).toThrow(
    /251 kB .*at most 250 kB are allowed: assets\/entry\.js 150 kB, assets\/imported\.js 101 kB/,
  );
});
