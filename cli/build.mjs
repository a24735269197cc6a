// Builds `dist`: the compiled sources, the workflow bundle that workers load, and the files that are read at run time.
import { spawnSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { bundleWorkflowCode } from '@temporalio/worker';

rmSync('dist', { recursive: true, force: true });
const compiled = spawnSync(
  process.execPath,
  ['node_modules/typescript/bin/tsc', '--project', 'tsconfig.build.json'],
  { stdio: 'inherit' },
);
if (compiled.status !== 0) process.exit(compiled.status ?? 1);
const quiet = () => undefined;
cpSync('temporal/failureConverter.cjs', 'dist/temporal/failureConverter.cjs');
const pathInDist = (path) => new URL(`../dist/${path}`, import.meta.url).pathname;
const logger = {
  log: quiet,
  trace: quiet,
  debug: quiet,
  info: quiet,
  warn: console.warn,
  error: console.error,
};
let megabytes = 0;
// Workers with a version say how each workflow moves to the next one, and Temporal takes that from no others. Those with
// PAYLOAD_ENCRYPTION_KEYS put the words of errors into payloads.
for (const [entry, version] of [
  ['index', ''],
  ['versioned', '-versioned'],
])
  for (const [way, more] of [
    ['', {}],
    ['-encrypted', { failureConverterPath: pathInDist('temporal/failureConverter.cjs') }],
  ]) {
    const workflowsPath = pathInDist(`workflows/${entry}.js`);
    const { code } = await bundleWorkflowCode({ workflowsPath, logger, ...more });
    writeFileSync(`dist/workflow-bundle${version}${way}.js`, code);
    megabytes += code.length / 1024 / 1024;
  }
cpSync('package.json', 'dist/package.json');
cpSync('cli/tripline.mjs', 'dist/cli/tripline.mjs');
cpSync('rules/examples', 'dist/rules/examples', { recursive: true });
process.stdout.write(`Built dist, workflow bundles ${megabytes.toFixed(1)} MB\n`);
