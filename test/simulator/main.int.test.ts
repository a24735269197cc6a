import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { until } from './calls.ts';

function run(...flags: string[]): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, [join(inject('programFolder'), 'simulator/main.js'), ...flags]);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return { child, output: () => text };
}

it.each(['SIGINT', 'SIGTERM'] as const)(
  'prints where it is when it is ready, and stops on %s',
  async (signal) => {
    const { child, output } = run(
      '--port',
      '0',
      '--drivers',
      '5',
      '--api-key',
      'abc',
      '--trips-per-minute',
      '0',
    );
    await until('it is ready', () => output().includes('ready at'));
    const url = /ready at (\S+)/.exec(output())![1]!;
    expect((await fetch(`${url}/v3/drivers?apikey=abc`)).status).toBe(200);
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([0, null]);
  },
);

it('refuses flags that make no sense, in one line', async () => {
  for (const flags of [['--drivers', 'many'], ['--fly'], ['--start-at', 'soon'], ['--drivers', '0']]) {
    const { child, output } = run(...flags);
    expect(await once(child, 'exit')).toEqual([2, null]);
    expect(output().trim().split('\n')).toHaveLength(1);
  }
});
