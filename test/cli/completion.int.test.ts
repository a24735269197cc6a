import { execFileSync, spawnSync } from 'node:child_process';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { declaredProgram } from '../support/run/declaredProgram.ts';
import { useCommand } from '../support/servers/useCommand.ts';

const command = useCommand();
const SHELLS = ['bash', 'zsh', 'fish'] as const;
const program = declaredProgram();

async function scriptFor(shell: (typeof SHELLS)[number]): Promise<string> {
  const { code, out } = await command.run('completion', shell);
  expect(code).toBe(0);
  return out;
}

/** Returns bash's proposals for a line; a final space requests the next word. */
async function proposedByBash(line: string): Promise<string[]> {
  await command.put('completion.bash', await scriptFor('bash'));
  await command.put('my rule.json', {});
  const words = line.split(' ');
  const ask = `source ./completion.bash
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _tripline
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const said = execFileSync('bash', ['--norc', '-c', ask, 'bash', ...words], { cwd: command.folder });
  return said.toString().split('\n').filter(Boolean);
}

describe('bash', () => {
  it.each([
    ['tripline tri', ['trips']],
    ['tripline rules comp', ['comparison']],
    ['tripline rules draft --sh', ['--shadow-copy']],
    ['tripline trips list --sta', ['--state']],
    ['tripline trips list --state ', ['waiting', 'decided', 'parked', 'deleted', 'gone']],
    // bash treats the sign as a word of its own.
    ['tripline trips list --state = p', ['parked']],
    ['tripline trips list --state =', ['waiting', 'decided', 'parked', 'deleted', 'gone']],
    ['tripline trips list --state = parked --se', ['--session']],
    ['tripline trips list --driver trips --lim', ['--limit']],
    ['tripline incidents resolve 7 --disposition f', ['false_alarm']],
    ['tripline completion ', ['bash', 'zsh', 'fish']],
    ['tripline rules lint my', ['my rule.json']],
    ['tripline rules lint one.json two.json my', ['my rule.json']],
    ['tripline drivers import my', ['my rule.json']],
    ['tripline trips explain d t --rule my', ['my rule.json']],
    // Completion cannot know a driver, and a trip's id is not a file.
    ['tripline trips list --driver ', []],
    ['tripline trips explain my', []],
    ['tripline trips list --json --js', ['--json']],
    ['tripline --ver', ['--version']],
  ])('%s', async (line, expected) => {
    expect(await proposedByBash(line)).toEqual(expected);
  });
});

/** Returns every command without subcommands, by its words, with its own options. */
function leaves(of: Command, path: readonly string[] = []): { place: string; flags: string[] }[] {
  if (of.commands.length > 0) return of.commands.flatMap((each) => leaves(each, [...path, each.name()]));
  return [{ place: path.join(' '), flags: of.options.flatMap(({ long }) => long ?? []) }];
}

describe.each(SHELLS)('the script for %s', (shell) => {
  it('knows every command with every option, and each closed set of values', async () => {
    const script = await scriptFor(shell);
    const lines = script.split('\n');
    const found = leaves(program);
    expect(found.length).toBeGreaterThan(40);
    for (const { place, flags } of found) {
      const about = lines
        .filter((line) => line.includes(shell === 'fish' ? `__tripline_at \\'${place}\\'` : `'${place}')`))
        .join('\n');
      for (const flag of flags) expect(about).toContain(shell === 'fish' ? `-l ${flag.slice(2)} ` : flag);
    }
    for (const set of ['waiting decided parked deleted gone', 'ndjson html csv', 'bash zsh fish'])
      expect(script).toContain(`'${set}'`);
  });

  it('is one that the shell reads, where the machine has it', async () => {
    await command.put('script', await scriptFor(shell));
    const { error, status, stderr } = spawnSync(shell, ['-n', 'script'], { cwd: command.folder });
    // Every machine has bash; the test above checks the structure for the other shells.
    if (error && shell !== 'bash') expect(error).toMatchObject({ code: 'ENOENT' });
    else expect([status, stderr.toString()]).toEqual([0, '']);
  });
});

it('refuses a shell that it does not know, and says which it does', async () => {
  const { code, out } = await command.run('completion', 'csh');
  expect(code).toBe(2);
  expect(out).toContain('Allowed choices are bash, zsh, fish.');
});
