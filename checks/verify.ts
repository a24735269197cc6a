import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

// Checks what a change touches, in seconds: types, lint, format, sentences, and the unit tests that import it. A change is what is not
// committed, and the branch's own commits. `npm run check` and `npm test` check everything.
const root = join(import.meta.dirname, '..');
const git = (...args: string[]): string => execFileSync('git', args, { cwd: root }).toString('utf8').trim();

function baseOfBranch(): string {
  for (const branch of ['origin/main', 'main'])
    if (spawnSync('git', ['rev-parse', '--verify', '--quiet', branch], { cwd: root }).status === 0)
      return git('merge-base', 'HEAD', branch);
  return 'HEAD';
}

const base = baseOfBranch();
const untracked = git('ls-files', '--others', '--exclude-standard');
const changed = [...new Set(`${git('diff', '--name-only', base)}\n${untracked}`.split('\n'))].filter(
  (file) => file !== '' && existsSync(join(root, file)),
);
if (changed.length === 0) {
  process.stdout.write(`Nothing has changed since ${base.slice(0, 8)}.\n`);
  process.exit(0);
}
const sources = changed.filter((file) => /\.[cm]?tsx?$/.test(file));
const cache = join(root, 'node_modules/.cache/verify');
const steps: readonly (readonly [string, readonly string[]])[] = [
  ['prettier', ['--check', '--ignore-unknown', ...changed]],
  ['tsx', ['api/generate.ts']],
  ['tsc', ['--noEmit', '--incremental', '--tsBuildInfoFile', join(cache, 'types')]],
  ...(sources.length === 0 ? [] : [['eslint', ['--no-warn-ignored', ...sources]] as const]),
  ...(sources.some((file) => file.startsWith('console/'))
    ? [
        [
          'tsc',
          [
            '--project',
            'console/tsconfig.json',
            '--incremental',
            '--tsBuildInfoFile',
            join(cache, 'console'),
          ],
        ] as const,
      ]
    : []),
  ['tsx', ['checks/checkSentences.ts']],
  ['vitest', ['run', '--project', 'unit', '--changed', base, '--passWithNoTests']],
];
const failed = steps.filter(([tool, args]) => {
  process.stdout.write(`\n== ${tool}\n`);
  return spawnSync(join(root, 'node_modules/.bin', tool), args, { cwd: root, stdio: 'inherit' }).status !== 0;
});
process.stdout.write(
  failed.length === 0
    ? `\n${changed.length} files are in order.\n`
    : `\nNot in order: ${failed.map(([tool]) => tool).join(', ')}.\n`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
