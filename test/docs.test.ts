import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { VARIABLES } from '../config.ts';
import { ALARM_KINDS } from '../store/alarms/index.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const pages = [
  'README.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

const FOLDERS = [
  'activities',
  'analytics',
  'cli',
  'compose',
  'config',
  'messages',
  'texts',
  'rules',
  'server',
  'temporal',
];
/** Everything that is shipped. */
const sources = [
  'config.ts',
  'worker.ts',
  ...[...FOLDERS, 'simulator', 'store', 'workflows'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(ts|mjs|yaml)$/.test(file))
      .map((file) => `${folder}/${file}`),
  ),
];

/** A page without its blocks of code, which hold neither links nor headings. */
const prose = (path: string): string => read(path).replace(/^( *)```[\s\S]*?^\1```$/gm, '');

/** The headings of a page, without their marks. */
function headingsOf(path: string): string[] {
  return [...prose(path).matchAll(/^#{1,6} +(.+)$/gm)].map(([, text]) => text!.trim());
}

/** Anchors as GitHub makes them from headings; a heading that comes again gets a number. */
function anchorsOf(path: string): Set<string> {
  const seen = new Map<string, number>();
  return new Set(
    headingsOf(path).map((heading) => {
      const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
      const slug = text.replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '').replaceAll(' ', '-');
      const times = seen.get(slug) ?? 0;
      seen.set(slug, times + 1);
      return times === 0 ? slug : `${slug}-${times}`;
    }),
  );
}

/** Targets of links and pictures within the repository. */
function linksOf(path: string): string[] {
  const text = prose(path).replace(/`[^`\n]*`/g, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^[a-z]+:/i.test(target));
}

/** Why a link leads nowhere; undefined when it leads somewhere. */
function broken(from: string, target: string): string | undefined {
  const [path, anchor] = target.split('#', 2);
  const to = path === '' ? from : relative(root, join(root, dirname(from), path!));
  if (!existsSync(join(root, to))) return `${from}: there is no file ${target}`;
  if (anchor !== undefined && !anchorsOf(to).has(anchor)) return `${from}: there is no heading ${target}`;
  return undefined;
}

describe('links in the documentation', () => {
  it.each(pages)('of %s lead to a file and a heading that are there', (page) => {
    expect(linksOf(page).map((target) => broken(page, target))).toEqual(linksOf(page).map(() => undefined));
  });

  it('are found, and a wrong one is named', () => {
    expect(linksOf('README.md').length).toBeGreaterThan(10);
    expect(broken('README.md', 'docs/missing.md')).toContain('no file');
    expect(broken('README.md', 'docs/troubleshoot.md#missing')).toContain('no heading');
    expect(broken('docs/install.md', '../README.md#start')).toBeUndefined();
  });

  it('pages that code, settings and messages name are there', () => {
    const named = ['docker-compose.yml', '.env.example', ...sources].flatMap((file) =>
      [...read(file).matchAll(/\bdocs\/[\w/-]+\.md\b/g)].map(([page]) => `${file}: ${page}`),
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((each) => !existsSync(join(root, each.split(': ')[1]!)))).toEqual([]);
  });
});

describe('docs/images', () => {
  const images = readdirSync(join(root, 'docs/images'));

  it('has only pictures that a page shows', () => {
    const shown = pages.map(read).join('');
    expect(images.filter((name) => !shown.includes(`images/${name}`))).toEqual([]);
  });

  it('weighs at most 5 MB', () => {
    const bytes = images.map((name) => statSync(join(root, 'docs/images', name)).size);
    expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(5_000_000);
  });
});

describe('docs/troubleshoot.md', () => {
  const page = 'docs/troubleshoot.md';
  const entryOf = (kind: string): string =>
    new RegExp(`^### \`${kind}\`\\n([\\s\\S]*?)(?=^##)`, 'm').exec(read(page))?.[1] ?? '';

  it.each(ALARM_KINDS)('has an entry for the alarm %s: what it means and what to do', (kind) => {
    expect(entryOf(kind)).toMatch(/\*\*Means\*\*/);
    expect(entryOf(kind)).toMatch(/\*\*Do\*\*|\| do \|/);
    expect(read(page)).toContain(`[\`${kind}\`](#${kind})`);
  });

  it('has no entry for an alarm that there is not', () => {
    const entries = headingsOf(page).flatMap((heading) => /^`([a-z_]+)`$/.exec(heading)?.[1] ?? []);
    expect(entries.sort()).toEqual([...ALARM_KINDS].sort());
  });
});

/** Messages in the first column of a page's tables, in the parts between their gaps (`…`). */
function messagesOf(path: string): string[] {
  const cells = [...prose(path).matchAll(/^ *\|([^|]+)\|/gm)].map(([, cell]) => cell!);
  return cells
    .flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text!))
    .filter((text) => text.includes(' ') && !/^(GET|POST|npm|tripline) /.test(text))
    .flatMap((text) => text.split('…').map((part) => part.trim()))
    .filter((part) => part.length > 3);
}

describe('messages that the documentation quotes', () => {
  const code = sources.map(read).join('\n');

  it.each(['docs/troubleshoot.md', 'docs/monitor.md'])('in tables of %s are in the code', (page) => {
    expect(messagesOf(page).length).toBeGreaterThan(4);
    expect(messagesOf(page).filter((message) => !code.includes(message))).toEqual([]);
  });
});

describe('the reference of operators', () => {
  it.each(Object.keys(VARIABLES))('docs/configure.md has the variable %s', (name) => {
    expect(read('docs/configure.md')).toContain(`\`${name}\``);
  });

  it('docs/monitor.md has every metric', () => {
    const names = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => [...read(`server/${file}`).matchAll(/name(?:: | = )'(tripline_\w+)'/g)])
      .map(([, name]) => name!);
    expect(names.length).toBeGreaterThan(10);
    for (const name of names) expect(read('docs/monitor.md')).toContain(`\`${name}\``);
  });
});
