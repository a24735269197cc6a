import { describe, expect, it } from 'vitest';
import { workersInWords } from '../../../cli/doctor/index.ts';
import type { BuildSeen, WorkersSeen } from '../../../temporal/index.ts';

const build = (name: string, workers: number, pinned = 0): BuildSeen => ({ build: name, workers, pinned });
const seen = (
  deployment?: Partial<NonNullable<WorkersSeen['deployment']>>,
  unversioned = 0,
): WorkersSeen => ({
  taskQueue: 'tripline',
  unversioned,
  ...(deployment && { deployment: { name: 'tripline', builds: [], ...deployment } }),
});

describe('workers without versions', () => {
  it('are counted in the doctor’s check', () => {
    expect(workersInWords(seen(undefined, 2))).toEqual({
      result: 'ok',
      message: '2 workers on the task queue tripline, without versions',
    });
  });

  it('are reported as missing when none polls', () => {
    expect(workersInWords(seen())).toMatchObject({
      result: 'warn',
      message: expect.stringContaining('start `tripline worker`') as string,
    });
  });
});

describe('a deployment', () => {
  it('is shown by its builds during a release', () => {
    const ramping = { build: 'b', percentage: 10 };
    const builds = [build('a', 2, 3), build('b', 1), build('old', 1, 1), build('gone', 0)];
    expect(workersInWords(seen({ current: 'a', ramping, builds }))).toEqual({
      result: 'ok',
      message:
        'deployment tripline: build a is current (2 workers); build b gets 10 % of new workflows; build old drains (1 open workflow stays, 1 worker)',
    });
  });

  it('without a current build does no work, unless workers without a version do', () => {
    const builds = [build('a', 1)];
    expect(workersInWords(seen({ builds }))).toMatchObject({
      result: 'fail',
      message: expect.stringContaining(
        'set-current-version --deployment-name tripline --build-id a',
      ) as string,
    });
    expect(workersInWords(seen({ builds }, 1))).toMatchObject({ result: 'ok' });
  });

  it('is in trouble when its current build has no worker, or an old one that still has open workflows', () => {
    const late = workersInWords(seen({ current: 'b', builds: [build('a', 0, 2), build('b', 0)] }));
    expect(late.result).toBe('fail');
    expect(late.message).toContain(
      'Build a of the deployment tripline has no worker and 2 open workflows stay on it',
    );
    expect(late.message).toContain('Build b of the deployment tripline is current and has no worker');
    const drained = [build('a', 0, 0), build('b', 1)];
    expect(workersInWords(seen({ current: 'b', builds: drained }))).toMatchObject({ result: 'ok' });
  });
});
