import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mapOf, readRooms, withMap, withoutCounts } from '../../checks/rooms.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rooms-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function file(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

it('reads what a room is for from its door, counts it, and names what it imports', () => {
  file('a/x/index.ts', "/**\n * Does x,\n * and more.\n */\nexport { one } from './one.ts';\n");
  file(
    'a/x/one.ts',
    "import { two } from '../y/index.ts';\nimport type {\n  Three,\n} from '../../b/index.ts';\n",
  );
  file('a/y/index.ts', '/** Does y. */\n');
  file('b/index.ts', '/** Does b. */\n');
  const { rooms, problems } = readRooms(root, { a: ['x', 'y'], b: ['.'] });
  expect(problems).toEqual([]);
  const x = { folder: 'a/x', files: 2, lines: 9, purpose: 'Does x, and more.', imports: ['a/y', 'b'] };
  expect(rooms[0]).toEqual(x);
  expect(mapOf(rooms)).toContain('| `a/x` | 2 | 9 | Does x, and more. | `y`, `b/` |');
});

it('finds rooms without a door, without a purpose, not listed, and listed without files', () => {
  file('a/x/one.ts', '');
  file('a/y/index.ts', "export { one } from './one.ts';\n");
  file('a/z/index.ts', '/** Does z. */\n');
  file('a/root.ts', '');
  expect(readRooms(root, { a: ['x', 'y', 'gone'] }).problems).toEqual([
    'a/gone is listed and has no files',
    'a/z is not listed in checks/rooms.json',
    'a/x/index.ts does not open with a comment that says what the room is for',
    'a/y/index.ts does not open with a comment that says what the room is for',
  ]);
});

it('takes every folder of one as a room where the list says so, but for those listed by themselves', () => {
  for (const room of ['ways/mail', 'ways/post', 'ways/late'])
    file(`a/${room}/index.ts`, `/** Sends by ${room}. */\n`);
  const { rooms, problems } = readRooms(root, { a: ['ways/late', 'ways/*'] });
  expect(problems).toEqual([]);
  expect(rooms.map(({ folder }) => folder)).toEqual(['a/ways/late', 'a/ways/mail', 'a/ways/post']);
  expect(readRooms(root, { a: ['ways/*', 'other/*'] }).problems).toEqual([
    'a/other/* is listed and has no files',
  ]);
});

it('puts the map in its place, and ignores only counts when it compares', () => {
  const page = 'Before\n<!-- rooms: made by `npm run rooms` -->\nold\n<!-- rooms end -->\nAfter\n';
  const one = withMap(page, '| `a` | 1 | 20 | Does a. |  |');
  expect(withMap(one, '| `a` | 1 | 20 | Does a. |  |')).toBe(one);
  expect(one).toMatch(/^Before\n[^]*Does a\.[^]*\nAfter\n$/u);
  const counted = withMap(page, '| `a`  | 12 | 3456 | Does a. |  |');
  expect(withoutCounts(counted)).toBe(withoutCounts(one));
  expect(withoutCounts(withMap(page, '| `a` | 1 | 20 | Does b. |  |'))).not.toBe(withoutCounts(one));
  expect(() => withMap('nothing', '')).toThrow('docs/rooms.md needs the lines');
});
