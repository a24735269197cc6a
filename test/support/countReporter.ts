import type { Reporter, TestModule } from 'vitest/node';

/** How many of the files that took longest are named. */
const SLOWEST = 10;

/** Prints at the end of a run which files took longest and, as the last line, how many tests passed and failed. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    let passed = 0;
    let failed = errors.length;
    let skipped = 0;
    for (const module of modules) {
      if (module.errors().length > 0) failed += 1;
      for (const test of module.children.allTests()) {
        const state = test.result().state;
        if (state === 'passed') passed += 1;
        else if (state === 'failed') failed += 1;
        else skipped += 1;
      }
    }
    process.stdout.write(
      `\n${slowest(modules)}\n\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`,
    );
  }
}

function slowest(modules: readonly TestModule[]): string {
  const files = modules
    .map((module) => ({ path: module.relativeModuleId, seconds: secondsOf(module) }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, SLOWEST);
  const lines = files.map(({ path, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${path}`);
  return [`Slowest ${files.length} files:`, ...lines].join('\n');
}

/** Of its hooks and tests, and of loading it. */
function secondsOf(module: TestModule): number {
  const { collectDuration, duration, setupDuration } = module.diagnostic();
  return (collectDuration + duration + setupDuration) / 1000;
}
