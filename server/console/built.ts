import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where `npm run build:console` puts it: below `dist` of a checkout, and beside the compiled server in a build. */
const FOLDER = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../dist/console/' : '../../console/', import.meta.url),
);

/** The paths of a console that is not built: its start page says how to build it. */
const PATHS_WHEN_MISSING = ['/', '/outbox', '/sign-in'];

/** One file of the console, as it is, and compressed. */
export interface Asset {
  readonly type: string;
  readonly bytes: Buffer;
  /** By the name of the encoding. */
  readonly compressed: Readonly<Partial<Record<'br' | 'gzip', Buffer>>>;
}

/** The console as it was built. */
export interface BuiltConsole {
  /** With `%NONCE%` where the answer's nonce belongs; undefined: it is not built. */
  readonly page: string | undefined;
  /** The console's addresses, with parameters in braces. */
  readonly paths: readonly string[];
  readonly assets: ReadonlyMap<string, Asset>;
}

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
  png: 'image/png',
};

/** Reads the console from disk, once: a file that changes later is of another build, with another name. */
export function readConsole(folder: string = FOLDER): BuiltConsole {
  if (!existsSync(join(folder, 'paths.json')))
    return { page: undefined, paths: PATHS_WHEN_MISSING, assets: new Map() };
  const names = readdirSync(join(folder, 'assets'));
  const read = (name: string): Buffer => readFileSync(join(folder, 'assets', name));
  const assets = names.flatMap((name): [string, Asset][] => {
    const type = TYPES[name.split('.').at(-1)!];
    if (type === undefined) return [];
    const compressed = {
      ...(names.includes(`${name}.br`) && { br: read(`${name}.br`) }),
      ...(names.includes(`${name}.gz`) && { gzip: read(`${name}.gz`) }),
    };
    return [[name, { type, bytes: read(name), compressed }]];
  });
  return {
    page: readFileSync(join(folder, 'index.html'), 'utf8'),
    paths: JSON.parse(readFileSync(join(folder, 'paths.json'), 'utf8')) as string[],
    assets: new Map(assets),
  };
}
