import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { phraseProblems } from './phrases.ts';
import type { Phrase, PhraseException } from './phrases.ts';

const root = join(import.meta.dirname, '..');

/**
 * Files that are not checked: the list of phrases itself, its test, recorded or generated files, and
 * migrations, which stay as applied.
 */
const NOT_READ =
  /^(checks\/(phrases\.json|sentences\.ts)|test\/checks\/(phrases|sentences)\.test\.ts|test\/replay\/histories\/|test\/store\/upgrade\/|store\/migrations\/|package-lock\.json)/;
const TEXT = /(\.([cm]?[jt]s|json|md|ya?ml|sh|py|txt|example)|Dockerfile)$/;

const list = JSON.parse(readFileSync(join(root, 'checks/phrases.json'), 'utf8')) as {
  readonly phrases: readonly Phrase[];
  readonly exceptions: readonly PhraseException[];
};
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
  cwd: root,
})
  .toString('utf8')
  .split('\0')
  .filter((file) => TEXT.test(file) && !NOT_READ.test(file) && existsSync(join(root, file)))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
const problems = phraseProblems(files, list);
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) {
  process.stderr.write(
    'Say it in the words of the list in checks/phrases.json, or add an exception there with its reason.\n',
  );
  process.exitCode = 1;
} else process.stdout.write(`${files.length} files: none of ${list.phrases.length} phrases has returned.\n`);
