// Writes what the product is made of, as CycloneDX: from the lock file, without development dependencies.
// `npm run sbom` writes dist/sbom.cdx.json; `npm run --silent sbom -- -` prints it.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const root = new URL('../', import.meta.url);
const read = (path) => JSON.parse(readFileSync(new URL(path, root), 'utf8'));
const { name } = read('package.json');
const made = spawnSync(
  'npm',
  ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'],
  { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, stdio: ['ignore', 'pipe', 'pipe'] },
);
if (made.status !== 0) {
  process.stderr.write(made.stderr);
  process.exit(made.status ?? 1);
}
const sbom = JSON.parse(made.stdout);
// npm takes the name of the folder.
sbom.metadata.component.name = name;
// Its own `--omit=dev` leaves out what is shipped too where a development dependency also uses it.
const shipped = new Set(
  Object.entries(read('package-lock.json').packages)
    .filter(([, { dev }]) => !dev)
    .map(([place, { name: alias, version }]) => `${alias ?? place.split('node_modules/').at(-1)}@${version}`),
);
const isShipped = (ref) => shipped.has(ref) || ref === sbom.metadata.component['bom-ref'];
sbom.components = sbom.components.filter((each) => isShipped(each['bom-ref']));
sbom.dependencies = sbom.dependencies
  .filter(({ ref }) => isShipped(ref))
  .map((each) => ({ ...each, dependsOn: (each.dependsOn ?? []).filter(isShipped) }));
const text = `${JSON.stringify(sbom, undefined, 2)}\n`;
if (process.argv[2] === '-') process.stdout.write(text);
else {
  mkdirSync(new URL('dist/', root), { recursive: true });
  writeFileSync(new URL('dist/sbom.cdx.json', root), text);
  process.stdout.write(`wrote dist/sbom.cdx.json, ${sbom.components.length} packages\n`);
}
