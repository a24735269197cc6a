#!/usr/bin/env node
// Starts the `tripline` command: from the sources when they are here with tsx (a checkout after `npm ci`),
// otherwise from `dist` (an image, which has only that).
import { existsSync, readFileSync } from 'node:fs';

// Asked alone, the version is answered before anything is loaded: tsx alone takes longer than this.
if (process.argv.length === 3 && ['-V', '--version'].includes(process.argv[2])) {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  process.stdout.write(`${version}\n`);
  process.exit(0);
}
const source = new URL('./main.ts', import.meta.url);
const compiled = [
  new URL('./main.js', import.meta.url),
  new URL('../dist/cli/main.js', import.meta.url),
].find((url) => existsSync(url));
const tsx = existsSync(source) ? await import('tsx/esm/api').catch(() => undefined) : undefined;
if (tsx) tsx.register();
else if (!compiled) {
  process.stderr.write(
    'tripline: neither the sources with tsx nor a build is here. Run `npm ci` (or `npm run build`) first.\n',
  );
  process.exit(2);
}
const { main } = await import(tsx ? source.href : compiled.href);
process.exitCode = await main(process.argv);
