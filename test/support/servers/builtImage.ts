import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PROJECT = join(import.meta.dirname, '../../..');

/** Files of the container image: the build and the packages, without the sources. */
export interface BuiltImage {
  /** The folder, `/app` in the image. */
  readonly folder: string;
  /** Where `tripline.mjs` is. */
  readonly command: string;
  remove(): Promise<void>;
}

/** Builds the project in a folder of its own, as the image does it, without what `.dockerignore` names. Takes its time. */
export async function buildImage(): Promise<BuiltImage> {
  const root = await mkdtemp(join(tmpdir(), 'tripline-image-'));
  const [sources, folder] = [join(root, 'sources'), join(root, 'app')];
  const ignored = (await readFile(join(PROJECT, '.dockerignore'), 'utf8')).split('\n').filter(Boolean);
  await cp(PROJECT, sources, {
    recursive: true,
    filter: (path) => !ignored.some((name) => path === join(PROJECT, name)),
  });
  await symlink(join(PROJECT, 'node_modules'), join(sources, 'node_modules'));
  const build = spawn(process.execPath, ['cli/build.mjs'], {
    cwd: sources,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [build.stdout, build.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(build, 'close')) as [number | null];
  if (code !== 0) throw new Error(`The build ended with ${code}:\n${said}`);
  await cp(join(sources, 'dist'), folder, { recursive: true });
  await rm(sources, { recursive: true });
  await symlink(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
  return {
    folder,
    command: join(folder, 'cli/tripline.mjs'),
    remove: () => rm(root, { recursive: true, force: true }),
  };
}
