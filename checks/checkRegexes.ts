import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expressionProblems, expressionsIn } from './regexes.ts';
import type { ExpressionException } from './regexes.ts';

/** Folders and files with the code that runs in production, and with the code that starts it. */
const SOURCES = [
  'activities',
  'analytics',
  'cli',
  'config',
  'messages',
  'texts',
  'rules',
  'server',
  'simulator',
  'store',
  'temporal',
  'workflows',
  'config.ts',
  'worker.ts',
];

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(`${root}/${path}`, 'utf8');

const files = SOURCES.flatMap((path) =>
  statSync(`${root}/${path}`).isFile()
    ? [path]
    : readdirSync(`${root}/${path}`, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.[cm]?[jt]s$/.test(name))
        .map((name) => `${path}/${name.replaceAll('\\', '/')}`),
);
const exceptions = JSON.parse(read('checks/regexExceptions.json')) as readonly ExpressionException[];
const expressions = files.flatMap((file) => expressionsIn(file, read(file)));
const problems = await expressionProblems(expressions, exceptions);
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) {
  process.stderr.write(
    'Rewrite each expression so that it reads its text once, or list it in checks/regexExceptions.json with the reason why its texts are short.\n',
  );
  process.exitCode = 1;
} else
  process.stdout.write(
    `${expressions.length} regular expressions: linear time, but for ${exceptions.length} with a reason\n`,
  );
