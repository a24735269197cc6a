import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTerminal, printTable } from '../../../cli/terminal/index.ts';
import type { Terminal } from '../../../cli/terminal/index.ts';

afterEach(() => void vi.unstubAllEnvs());

/** Creates a terminal of a kind outside continuous integration, and records its output. */
function terminalOf(kind: string): { readonly terminal: Terminal; readonly written: () => string } {
  vi.stubEnv('TERM', kind);
  vi.stubEnv('CI', '');
  vi.stubEnv('NO_COLOR', '');
  let text = '';
  const stream = { isTTY: true, columns: 60, write: (chunk: string) => (text += chunk) !== '' };
  return { terminal: createTerminal(stream as unknown as NodeJS.WriteStream), written: () => text };
}

async function printEverything(terminal: Terminal): Promise<void> {
  const { colors } = terminal;
  terminal.line(`${colors.bold('bold')} ${colors.dim('dim')} ${colors.red('red')} ${colors.cyan('cyan')}`);
  printTable(terminal, ['id', 'state'], [['d-1', colors.green('sent')]]);
  await terminal.step('Back-test', async (progress, note) => {
    progress('half of it');
    note('12 trips');
    return Promise.resolve();
  });
  await expect(terminal.step('Other', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
}

describe('TERM=dumb', () => {
  it('gets no colours, no cursor movements and no spinner, and still every word', async () => {
    const { terminal, written } = terminalOf('dumb');
    await printEverything(terminal);
    expect(written()).not.toContain('\u001b');
    expect(written()).not.toContain('\r');
    expect(written().replace(/\d+\.\d s/g, 'N s')).toBe(
      [
        'bold dim red cyan',
        'id   state',
        'd-1  sent',
        '  … Back-test: half of it',
        '  ✓ Back-test 12 trips, N s',
        '  ✗ Other did not work',
        '',
      ].join('\n'),
    );
    expect(terminal.width).toBe(60);
  });

  it('differs from a terminal that can do more', async () => {
    const { terminal, written } = terminalOf('xterm-256color');
    await printEverything(terminal);
    expect(written()).toContain('\u001b[31mred');
    expect(written()).toContain('\r\u001b[2K');
  });
});
