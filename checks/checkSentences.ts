import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beyondAllowances, sentenceProblems } from './sentences.ts';
import type { SentenceAllowances } from './sentences.ts';

// Usage: checkSentences.ts [--list] [FOLDER…]. `--list` shows every comment of the folders that breaks a rule, allowed or not;
// `--write` lowers the allowances to the present numbers, and raises none.
const root = join(import.meta.dirname, '..');
const path = join(root, 'checks/sentenceAllowances.json');
const options = process.argv.slice(2);
const folders = options.filter((each) => !each.startsWith('--'));
const files = execFileSync('git', ['ls-files', '--', ...(folders.length > 0 ? folders : ['.'])], {
  cwd: root,
})
  .toString('utf8')
  .split('\n')
  .filter((file) => /\.[cm]?tsx?$/.test(file) && !/^store\/(migrations\/|tables\/rows\.ts$)/.test(file));
const problems = files.flatMap((file) => {
  try {
    return sentenceProblems({ file, text: readFileSync(join(root, file), 'utf8') });
  } catch (error) {
    // The file was removed, but the removal is not committed yet.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
});
if (options.includes('--list'))
  for (const { file, line, found, rule } of problems)
    process.stdout.write(`${file}:${line} "${found}": ${rule}\n`);
else compare();

function compare(): void {
  const allowed = JSON.parse(readFileSync(path, 'utf8')) as SentenceAllowances;
  const countOf = (file: string): number => problems.filter((each) => each.file === file).length;
  const lowered = Object.entries(allowed)
    .map(([file, count]) => [file, Math.min(count, countOf(file))] as const)
    .filter(([, count]) => count > 0);
  const allowances = options.includes('--write') ? Object.fromEntries(lowered) : allowed;
  if (options.includes('--write')) writeFileSync(path, `${JSON.stringify(allowances, null, 2)}\n`);
  const beyond = beyondAllowances(problems, allowances);
  for (const each of beyond) process.stderr.write(`${each}\n`);
  if (beyond.length > 0) process.exitCode = 1;
  else process.stdout.write(`${files.length} files: ${problems.length} comments are left to rewrite.\n`);
}
