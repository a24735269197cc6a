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
const logger = {
  log: quiet,
  trace: quiet,
  debug: quiet,
  info: quiet,
  warn: console.warn,
  error: console.error,
};
let size = 0;
for (const [entry, name] of [
  ['index', 'workflow-bundle'],
  ['versioned', 'workflow-bundle-versioned'],
]) {
  const workflowsPath = new URL(`../dist/workflows/${entry}.js`, import.meta.url).pathname;
  const { code } = await bundleWorkflowCode({ workflowsPath, logger });
  writeFileSync(`dist/${name}.js`, code);
  size += code.length;
}
cpSync('package.json', 'dist/package.json');
cpSync('cli/tripline.mjs', 'dist/cli/tripline.mjs');
cpSync('rules/examples', 'dist/rules/examples', { recursive: true });
process.stdout.write(`Built dist, workflow bundles ${(size / 1024 / 1024).toFixed(1)} MB\n`);
