import { afterAll, vi } from 'vitest';
import { quietRuntime } from '../temporal/runtime.ts';

quietRuntime();

// Files share a process: what one has set in the environment or in the clock ends with it.
afterAll(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});
