import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { factsPage } from '../../../rules/reference/index.ts';
import { FACTS, OPERATORS } from '../../../rules/vocabulary/index.ts';

describe('the reference page', () => {
  it('is up to date; if not, run `npm run docs:reference`', () => {
    expect(readFileSync(new URL('../../../docs/facts.md', import.meta.url), 'utf8')).toBe(factsPage());
  });

  it('has every fact and operator', () => {
    const page = factsPage();
    for (const { name, help } of [...FACTS, ...OPERATORS]) {
      expect(page).toContain(`\`${name}\``);
      expect(page).toContain(help);
    }
  });
});
