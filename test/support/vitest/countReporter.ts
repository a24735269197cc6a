import type { Reporter, TestModule } from 'vitest/node';

/** Number of the slowest files that are named. */
const SLOWEST = 10;

/** Prints at the end of a run which files took longest, which tests failed and, as the last line, how many did and how many passed. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    let passed = 0;
    let failed = errors.length;
    const failures: string[] = [];
    let skipped = 0;
    for (const module of modules) {
      const [broken] = module.errors();
      if (broken) {
        failed += 1;
        failures.push(failure(module, [], broken));
      }
      for (const test of module.children.allTests()) {
        const { state, errors: wrong } = test.result();
        if (state === 'passed') passed += 1;
        else if (state === 'failed') {
          failed += 1;
          failures.push(failure(module, [test.fullName], wrong?.[0]));
        } else skipped += 1;
      }
    }
    const named = failures.length > 0 ? `\n\nFailed:\n${failures.join('\n')}` : '';
    process.stdout.write(
      `\n${slowest(modules)}${named}\n\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`,
    );
  }
}

/** Enough to know which test it was and what was wrong, where the rest of a long output is out of sight. */
const SHOWN_OF_AN_ERROR = 600;

function failure(
  module: TestModule,
  test: readonly string[],
  error: { readonly message?: string } | undefined,
): string {
  const said = (error?.message ?? '').slice(0, SHOWN_OF_AN_ERROR).replaceAll('\n', '\n      ');
  return `  ${[module.relativeModuleId, ...test].join(' > ')}\n      ${said}`;
}

function slowest(modules: readonly TestModule[]): string {
  const files = modules
    .map((module) => ({ path: module.relativeModuleId, seconds: secondsOf(module) }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, SLOWEST);
  const lines = files.map(({ path, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${path}`);
  return [`Slowest ${files.length} files:`, ...lines].join('\n');
}

/** Seconds of a file's loading, hooks and tests. */
function secondsOf(module: TestModule): number {
  const { collectDuration, duration, setupDuration } = module.diagnostic();
  return (collectDuration + duration + setupDuration) / 1000;
}
