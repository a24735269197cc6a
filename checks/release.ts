import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ReleaseError, datedChangelog } from './releaseNotes.ts';

// Makes a release: `npm run release -- 1.2.3`. Sets the version and the changelog's date, builds and packs the archive, writes its SBOM and
// checksums, tries the archive from an empty folder, and only then commits and tags. It pushes nothing.
const root = join(import.meta.dirname, '..');
const CHANGED = ['package.json', 'package-lock.json', 'CHANGELOG.md'];

function run(command: string, ...args: string[]): string {
  const { status, stdout } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['inherit', 'pipe', 'inherit'],
    maxBuffer: 64 * 1_048_576,
  });
  if (status !== 0) throw new ReleaseError(`\`${[command, ...args].join(' ')}\` failed.\n${stdout}`);
  return stdout.trim();
}

function step(words: string): void {
  process.stdout.write(`== ${words}\n`);
}

/**
 * Sets version and date, builds and packs the release, and writes its list of parts and its checksums.
 * @returns the folder of the release
 */
function make(version: string, changelog: string, notes: string): string {
  const folder = join(root, '.tripline', 'releases', version);
  mkdirSync(folder, { recursive: true });
  step(`Setting version ${version}`);
  run('npm', 'version', version, '--no-git-tag-version', '--allow-same-version');
  writeFileSync(join(root, 'CHANGELOG.md'), changelog);
  run('npx', 'prettier', '--check', 'CHANGELOG.md', 'package.json');
  step('Building');
  run('npm', 'run', 'build');
  step('Packing, with a list of its parts (SBOM) and checksums');
  run('npm', 'pack', '--pack-destination', folder);
  run('npm', 'run', 'sbom');
  copyFileSync(join(root, 'dist/sbom.cdx.json'), join(folder, `tripline-${version}.cdx.json`));
  writeFileSync(join(folder, 'NOTES.md'), `${notes}\n`);
  const sums = readdirSync(folder)
    .filter((name) => name !== 'SHA256SUMS')
    .sort()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex')}  ${name}\n`,
    );
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
  step(
    'Trying the archive from an empty folder: version, lint, one trip from its notification to its message',
  );
  run('npx', 'vitest', 'run', '--project', 'resilience', 'test/resilience/packedArchive.test.ts');
  return folder;
}

function release(version: string): void {
  const { version: current } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  const date = new Date().toISOString().slice(0, 10);
  const before = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const { changelog, notes } = datedChangelog(before, { version, current, date });
  if (run('git', 'status', '--porcelain') !== '')
    throw new ReleaseError(
      'There are changes that are not committed. Commit them, and let the checks run, first.',
    );
  if (run('git', 'tag', '--list', `v${version}`) !== '')
    throw new ReleaseError(`The tag v${version} exists. Choose a higher version.`);
  let folder: string;
  try {
    folder = make(version, changelog, notes);
  } catch (error) {
    run('git', 'checkout', '--', ...CHANGED);
    throw error;
  }
  step(`Committing and tagging v${version}`);
  run('git', 'commit', '--quiet', '--message', `Release ${version}`, '--', ...CHANGED);
  run('git', 'tag', '--annotate', `v${version}`, '--message', `Tripline ${version}`);
  process.stdout.write(
    `Release ${version} is tagged. Publish it: \`git push --follow-tags\`, and upload the files of ${folder}.\n`,
  );
}

try {
  const [version] = process.argv.slice(2);
  if (version === undefined) throw new ReleaseError('Give the version: npm run release -- 1.2.3');
  release(version);
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  process.stderr.write(`No release was made: ${error.message}\n`);
  process.exitCode = 1;
}
