import { describe, expect, it } from 'vitest';
import { firstLoadFiles } from '../../console/build/index.ts';

describe('what the console loads first', () => {
  it('is its entry and what that imports, each once, without views and styles', () => {
    const manifest = {
      'index.html': { file: 'index.js', isEntry: true, imports: ['_a.js', '_b.js'] },
      '_a.js': { file: 'a.js', imports: ['_b.js'] },
      '_b.js': { file: 'b.js', imports: ['_a.js'] },
      'views/x.ts': { file: 'x.js', imports: ['_a.js'] },
      'style.css': { file: 'style.css', isEntry: true },
    };
    expect(firstLoadFiles(manifest)).toEqual(['index.js', 'a.js', 'b.js']);
  });
});
