import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { useCommand } from '../support/servers/useCommand.ts';

const command = useCommand();
const run = async (...args: string[]): Promise<number> => (await command.run(...args)).code;
const good = {
  id: 'long-trip',
  name: 'Long trip',
  severity: 'info',
  mode: 'live',
  conditions: { all: [{ fact: 'trip.distance_km', operator: 'greaterThan', value: 300 }] },
  actions: [{ type: 'slack', channel: '#fleet' }],
};
describe('rules lint', () => {
  it('refuses a rule that suppresses one that deletes trips', async () => {
    const short = { fact: 'trip.distance_km', operator: 'lessThan', value: 0.1 };
    await command.put('tiny.json', {
      ...good,
      id: 'tiny',
      conditions: { all: [short] },
      actions: [{ type: 'delete_trip' }],
    });
    await command.put('long-trip.json', { ...good, suppresses: ['tiny'] });
    expect(await run('rules', 'lint', command.folder)).toBe(1);
    expect(command.out).toContain('the rule "tiny" deletes trips');
    expect(command.out).toContain('the rule "long-trip" suppresses this one');
  });

  it('passes what is right, and leaves tests and schemas beside it out', async () => {
    await command.put('long-trip.json', good);
    await command.put('long-trip.test.json', '[]');
    await command.put('rule.schema.json', '{}');
    expect(await run('rules', 'lint', command.folder)).toBe(0);
    expect(command.out).toContain('1 rule file: 0 errors, 0 warnings');
  });

  it('takes the folder `rules/` where there is one', async () => {
    await command.put('rules/long-trip.json', good);
    await command.put('package.json', '{}');
    expect(await run('rules', 'lint', command.folder)).toBe(0);
    expect(command.out).toContain('1 rule file: 0 errors');
  });

  it('counts what it read by kind', async () => {
    await command.put('conditions/far.json', { id: 'far', name: 'Far', conditions: good.conditions });
    expect(await run('rules', 'lint', command.folder)).toBe(0);
    expect(command.out).toMatch(/^1 condition file: 0 errors, 0 warnings/);
    await command.put('rules/long-trip.json', { ...good, conditions: { all: [{ condition: 'far' }] } });
    expect(await run('rules', 'lint', command.folder)).toBe(0);
    expect(command.out).toContain('1 rule file, 1 condition file: 0 errors, 0 warnings');
    await run('rules', 'lint', command.folder, '--json');
    expect(JSON.parse(command.stdout)).toMatchObject({ files: 2, rule_files: 1, condition_files: 1 });
  });

  it('says file, line, pointer and what was meant', async () => {
    await command.put('bad.json', {
      ...good,
      conditions: { all: [{ fact: 'trip.distanc_km', operator: 'greaterThan', value: 300 }] },
    });
    expect(await run('rules', 'lint', command.folder)).toBe(1);
    expect(command.out).toMatch(/bad\.json:9:\d+/);
    expect(command.out).toContain('/conditions/all/0/fact');
    expect(command.out).toContain('trip.distance_km');
    expect(command.out).toContain('1 rule file: 1 error, 0 warnings');
  });

  it('goes through a file from top to bottom', async () => {
    await command.put('bad.json', {
      ...good,
      name: '',
      severity: 'dreadful',
      actions: [{ type: 'slack', channel: 'x' }],
    });
    expect(await run('rules', 'lint', command.folder, '--json')).toBe(1);
    const { findings } = JSON.parse(command.stdout) as { findings: { line: number }[] };
    const lines = findings.map(({ line }) => line);
    expect(lines).toHaveLength(3);
    expect(lines).toEqual([...lines].sort((one, other) => one - other));
  });

  it('points to the help of the command that was called, and wants days as days', async () => {
    await command.put('good.json', good);
    expect(await run('rules', 'backtest', join(command.folder, 'good.json'))).toBe(2);
    expect(command.out).toContain('(tripline rules backtest --help shows its options)');
    const from = ['--from', '1.11.2026', '--to', '2026-11-30'];
    expect(await run('rules', 'backtest', join(command.folder, 'good.json'), ...from)).toBe(2);
    expect(command.out).toContain('--from is "1.11.2026": write a day as in 2026-03-31.');
  });

  it('prints the same as JSON', async () => {
    await command.put('bad.json', { ...good, severity: 'dreadful' });
    expect(await run('rules', 'lint', command.folder, '--json')).toBe(1);
    expect(JSON.parse(command.stdout)).toMatchObject({
      files: 1,
      errors: 1,
      findings: [{ pointer: '/severity', level: 'error', line: 4 }],
    });
  });

  it('refuses broken JSON with its line, and one id in two files', async () => {
    await command.put('broken.json', '{\n "id": }');
    await command.put('one.json', good);
    await command.put('two.json', good);
    expect(await run('rules', 'lint', command.folder)).toBe(1);
    expect(command.out).toContain('broken.json:2:');
    expect(command.out).toContain(`${join(command.folder, 'one.json')} has the same id "long-trip".`);
  });

  it('knows the shared conditions beside the rules, and checks these too', async () => {
    const far = { fact: 'trip.distance_km', operator: 'greaterThan', value: 300 };
    await command.put('conditions/far.json', { id: 'far', name: 'Far', conditions: { all: [far] } });
    await command.put('conditions/odd.json', { id: 'odd', name: 'Odd', conditions: { all: [] } });
    await command.put('rules/named.json', {
      ...good,
      id: 'named',
      conditions: { all: [{ condition: 'far' }] },
    });
    await command.put('rules/wrong.json', {
      ...good,
      id: 'wrong',
      conditions: { all: [{ condition: 'fra' }] },
    });
    expect(await run('rules', 'lint', command.folder, '--json')).toBe(1);
    const { findings } = JSON.parse(command.stdout) as {
      findings: { file: string; pointer: string; message: string }[];
    };
    expect(findings.map(({ file, pointer }) => [file.slice(command.folder.length), pointer])).toEqual([
      ['/conditions/odd.json', '/conditions/all'],
      ['/rules/wrong.json', '/conditions/all/0/condition'],
    ]);
    expect(findings[1]?.message).toContain('did you mean "far"?');
  });

  it('warns of what looks wrong, with its line, and of rules that repeat each other', async () => {
    const far = { fact: 'trip.distance_km', operator: 'greaterThan', value: 300 };
    await command.put('one.json', {
      ...good,
      conditions: { all: [far, { ...far, operator: 'lessThan', value: 100 }] },
    });
    await command.put('three.json', { ...good, id: 'three' });
    await command.put('two.json', { ...good, id: 'two' });
    expect(await run('rules', 'lint', command.folder)).toBe(0);
    expect(command.out).toMatch(/one\.json:13:\d+/);
    expect(command.out).toContain('excludes /conditions/all/0');
    expect(command.out).toMatch(/two\.json:6:\d+/);
    expect(command.out).toContain('the same conditions as the rule "three"');
    expect(command.out).toContain('0 errors, 2 warnings');
  });

  it('warns of rules that are named and not there, unless a single file is checked', async () => {
    const counted = { fact: 'driver.rule_alerts', params: { rule: 'long-trips', window: '7d' } };
    const often = { ...counted, operator: 'greaterThan', value: 2 };
    await command.put('conditions/often.json', { id: 'often', name: 'Often', conditions: { all: [often] } });
    await command.put('rules/long-trip.json', good);
    const named = { ...good, id: 'named', suppresses: ['long-trip', 'hard-brake'] };
    await command.put('rules/named.json', { ...named, conditions: { all: [{ condition: 'often' }] } });
    expect(await run('rules', 'lint', command.folder, '--json')).toBe(0);
    const { findings } = JSON.parse(command.stdout) as { findings: object[] };
    expect(findings).toEqual([
      expect.objectContaining({
        file: join(command.folder, 'conditions/often.json'),
        level: 'warning',
        line: 9,
        pointer: '/conditions/all/0/params/rule',
        message:
          'there is no rule "long-trips" among these files (did you mean "long-trip"?): the count stays 0',
      }),
      expect.objectContaining({
        file: join(command.folder, 'rules/named.json'),
        level: 'warning',
        pointer: '/suppresses/1',
        message: 'there is no rule "hard-brake" among these files: nothing is suppressed by this name',
      }),
    ]);
    await command.put('alone.json', { ...good, suppresses: ['hard-brake'] });
    expect(await run('rules', 'lint', join(command.folder, 'alone.json'))).toBe(0);
    expect(command.out).toContain('0 errors, 0 warnings');
  });

  it('ends with 2 when the path does not exist or holds no rules', async () => {
    expect(await run('rules', 'lint', join(command.folder, 'absent'))).toBe(2);
    expect(command.out).toContain('is not there');
    expect(await run('rules', 'lint', command.folder)).toBe(2);
    expect(command.out).toContain('No rule files');
  });
});

describe('the command line', () => {
  it('suggests the command that was meant', async () => {
    expect(await run('docter')).toBe(2);
    expect(command.out).toContain('Did you mean doctor?');
  });

  it('says in the help of a command which options it needs', async () => {
    expect(await run('rules', 'rollback', '--help')).toBe(0);
    expect(command.out).toMatch(/--why <text> +the reason, for the history \(required\)/);
    expect(command.out).not.toMatch(/--utc.*\(required\)/);
  });

  it('helps, and says its version', async () => {
    expect(await run('--help')).toBe(0);
    expect(command.out).toContain('trips');
    expect(await run('--version')).toBe(0);
    expect(command.out).toMatch(/\d+\.\d+\.\d+/);
  });

  it('names the token that is missing', async () => {
    vi.stubEnv('TRIPLINE_TOKEN', '');
    expect(await run('trips', 'explain', 'd-1', 't-1')).toBe(2);
    expect(command.out).toContain('TRIPLINE_TOKEN');
  });

  it('says that the API does not answer, without the token', async () => {
    vi.stubEnv('TRIPLINE_TOKEN', 'planted-token');
    vi.stubEnv('TRIPLINE_URL', 'http://127.0.0.1:9');
    expect(await run('trips', 'explain', 'd-1', 't-1')).toBe(2);
    expect(command.out).toContain('TRIPLINE_URL');
    expect(command.out).not.toContain('planted-token');
  });

  it.each(['serve', 'worker'])('%s names what it needs', async (role) => {
    vi.stubEnv('DATABASE_URL', '');
    vi.stubEnv('TEMPORAL_ADDRESS', '');
    expect(await run(role)).toBe(2);
    for (const name of ['DATABASE_URL', 'TEMPORAL_ADDRESS', 'SMTP_URL', 'SLACK_BOT_TOKEN'])
      expect(command.out).toContain(`${name} is not set`);
    expect(command.out).toContain('No analytics service is named for fleet default');
  });

  it('lists every mistake of the configuration', async () => {
    vi.stubEnv('PORT', 'x');
    vi.stubEnv('LOG_LEVEL', 'loud');
    expect(await run('doctor')).toBe(1);
    expect(command.out).toContain('PORT');
    expect(command.out).toContain('LOG_LEVEL');
  });
});
