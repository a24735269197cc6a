import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { readFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { SANDBOX_PORT } from '../../cli/dev/index.ts';
import { parseRule } from '../../rules/lint/index.ts';
import { parseRuleTests } from '../../rules/testing/index.ts';
import { startSimulator } from '../../simulator/simulator.ts';
import { blocksOf, shownIn, triplineIn, wordsOf } from './blocks.ts';
import type { Block } from './blocks.ts';
import { declaredProgram } from '../support/run/declaredProgram.ts';
import { useStarted } from '../support/run/useStarted.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (page: string): string => readFileSync(join(root, page), 'utf8');
const run = promisify(execFile);

/**
 * Kinds of the blocks in the pages that people follow step by step, in the order of the page. A new block needs an entry here.
 * - `rule`, `cases`: validated as that document, and written into the folder as the page says
 * - `curl`: run by a shell against the sandbox's simulated service
 * - `output`: its commands run in the folder and print the page's output
 * - `npm`: its scripts exist; `.ci/run` runs `npm ci`, and `.ci/firstAlert.mjs` `npm start` until its first alert
 * - `server`: its commands and options exist. Their output depends on the sandbox's trips of four weeks, which take minutes
 *   to fetch. The tests of `test/cli` run each of them against a server
 */
const PAGES = {
  'README.md': ['npm', 'rule', 'curl', 'npm'],
  'docs/rules-tutorial.md': [
    'server',
    'rule',
    'output',
    'cases',
    'output',
    'server',
    'server',
    'curl',
    'server',
    'server',
    'server',
    'server',
    'server',
  ],
} as const;

type Kind = (typeof PAGES)[keyof typeof PAGES][number];

/** Files in which the pages save a document. */
const SAVED = {
  'README.md': { rule: 'my-rules/long-drive.json', cases: '' },
  'docs/rules-tutorial.md': {
    rule: 'my-rules/rules/night-braking.json',
    cases: 'my-rules/rules/night-braking.test.json',
  },
} as const;

/** Folder of one page. */
let folder: string;

const fleet = { apiKey: 'key', seed: 7, drivers: 24, groups: ['north', 'south'] };
const simulator = useStarted(() => startSimulator({ port: 0, ...fleet }));

/** Runs the local command as `tripline` in the folder. */
async function tripline(words: readonly string[]): Promise<string> {
  const program = join(inject('programFolder'), 'cli/tripline.mjs');
  const environment = { PATH: process.env['PATH'] ?? '', HOME: folder, COLUMNS: '80', NO_COLOR: '1' };
  const ending = run(process.execPath, [program, ...words], { cwd: folder, env: environment });
  // A command that found problems exits with 1.
  return ending.then(
    ({ stdout }) => stdout.trim(),
    (error: unknown) => (error as { readonly stdout: string }).stdout.trim(),
  );
}

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

describe.each(Object.keys(PAGES) as (keyof typeof PAGES)[])('the blocks of %s', (page) => {
  const kinds: readonly Kind[] = PAGES[page];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tripline-docs-'));
    await mkdir(join(folder, 'my-rules'));
    // The files that `rules pull` writes in a sandbox.
    if (page === 'docs/rules-tutorial.md')
      await cp(join(root, 'rules/examples'), join(folder, 'my-rules'), { recursive: true });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const blocks = blocksOf(read(page));

  it('are those that this test knows', () => {
    const languages = { npm: 'sh', curl: 'sh', rule: 'json', cases: 'json', output: '', server: /^(sh)?$/ };
    expect(blocks).toHaveLength(kinds.length);
    blocks.forEach(({ language, line }, index) => {
      expect(language, `line ${line}`).toMatch(languages[kinds[index]!]);
    });
  });

  it.each(blocks.map((block, index) => ({ ...block, kind: kinds[index] })))(
    'at line $line ($kind) hold',
    async ({ kind, ...block }) => {
      expect(kind).toBeDefined();
      await CHECKS[kind!](block, SAVED[page]);
    },
  );
});

const CHECKS: Readonly<
  Record<Kind, (block: Block, saved: { readonly rule: string; readonly cases: string }) => Promise<void>>
> = {
  async npm({ text }) {
    const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { scripts: object };
    for (const line of text.split('\n')) {
      const [npm, verb, name] = wordsOf(line);
      expect(npm, line).toBe('npm');
      if (verb !== 'ci') expect(Object.keys(scripts), line).toContain(verb === 'run' ? name : verb);
    }
  },
  async rule({ text }, { rule }) {
    const parsed = parseRule(JSON.parse(text));
    expect(parsed.ok ? parsed.warnings : parsed.errors).toEqual([]);
    await writeFile(join(folder, rule), text);
    expect(await tripline(['rules', 'lint', 'my-rules'])).toMatch(/: 0 errors, 0 warnings$/);
  },
  async cases({ text }, { cases }) {
    expect(parseRuleTests(JSON.parse(text))).toMatchObject({ ok: true });
    await writeFile(join(folder, cases), text);
  },
  async curl({ text }) {
    const address = `http://127.0.0.1:${SANDBOX_PORT}`;
    expect(text).toContain(address);
    const calls = text.replaceAll(address, simulator.url).replaceAll('curl ', 'curl -sS --fail-with-body ');
    const { stdout } = await run('bash', ['-euc', calls]);
    const answers = stdout.match(/"trip_id":\s*"/g) ?? [];
    expect(answers, stdout).toHaveLength(text.split('curl ').length - 1);
  },
  async output(block, { rule }) {
    const shown = shownIn(block);
    expect(shown.length).toBeGreaterThan(0);
    const right = await readFile(join(folder, rule), 'utf8');
    // The page shows the report of lint about a missing comma.
    const isLint = shown[0]!.command.includes('rules lint');
    if (isLint) await writeFile(join(folder, rule), right.replace('20 },', '20 }'));
    for (const { command, output } of shown) {
      const [name, ...words] = wordsOf(command);
      expect(name, command).toBe('tripline');
      // Lines are wrapped at the width of the terminal.
      expect(flat(await tripline(words))).toBe(flat(output));
    }
    await writeFile(join(folder, rule), right);
  },
  async server(block) {
    const commands =
      block.language === 'sh' ? block.text.split('\n') : shownIn(block).map(({ command }) => command);
    for (const command of commands) {
      expect(command).toMatch(/^tripline /);
      expect(unknownIn(command.replace('tripline ', '')), command).toBeUndefined();
    }
    await Promise.resolve();
  },
};

const program = declaredProgram();

/** Returns the unknown part of a command line; undefined when the program knows all of it. */
function unknownIn(line: string): string | undefined {
  const words = [...wordsOf(line.replaceAll('…', ''))];
  let command: Command = program;
  for (let word = words[0]; word !== undefined; word = words[0]) {
    const next = command.commands.find((each) => each.name() === word || each.aliases().includes(word));
    if (!next) break;
    command = next;
    words.shift();
  }
  if (command === program) return words[0]?.startsWith('-') ? undefined : `no command ${words[0] ?? ''}`;
  const takesCommand = command.commands.length > 0 && command.registeredArguments.length === 0;
  if (takesCommand && words[0] !== undefined && /^[a-z]/.test(words[0])) return `no command ${words[0]}`;
  // A group without a command runs its `list`.
  const listed = command.commands.find((each) => each.name() === 'list')?.options ?? [];
  const options = [...command.options, ...listed, ...program.options];
  const unknown = words.filter((word) => word.startsWith('--')).map((word) => word.split('=', 1)[0]!);
  return unknown.find((word) => word !== '--help' && !options.some(({ long }) => long === word));
}

describe('commands of tripline that pages name', () => {
  const pages = [
    'README.md',
    ...readdirSync(join(root, 'docs'))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  ];

  it.each(pages)('in %s are there, with their options', (page) => {
    const wrong = triplineIn(read(page)).flatMap((line) => {
      // In a table, `name\|other ID` means two commands.
      const unknown = unknownIn(line.replace(/(?:\\?\|\w+)+/, ''));
      return unknown === undefined ? [] : [`${line}: ${unknown}`];
    });
    expect(wrong).toEqual([]);
  });

  it('are found, and a wrong one is named', () => {
    expect(triplineIn(read('README.md')).length).toBeGreaterThan(20);
    expect(unknownIn('rules lnt my-rules')).toBe('no command lnt');
    expect(unknownIn('rules plan my-rules --form 2026-01-01')).toBe('--form');
    expect(unknownIn('rules plan my-rules --from 2026-01-01')).toBeUndefined();
  });
});
