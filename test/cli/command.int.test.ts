import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { main } from '../../cli/main.ts';

let folder: string;
let out: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tripline-command-'));
  out = '';
  const write = (chunk: string | Uint8Array): boolean => {
    out += String(chunk);
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(write);
  vi.spyOn(process.stderr, 'write').mockImplementation(write);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const run = (...args: string[]): Promise<number> => main(['node', 'tripline', ...args]);
const good = {
  id: 'long-trip',
  name: 'Long trip',
  severity: 'info',
  mode: 'live',
  conditions: { all: [{ fact: 'trip.distance_km', operator: 'greaterThan', value: 300 }] },
  actions: [{ type: 'slack', channel: '#fleet' }],
};
const put = (name: string, content: unknown): void =>
  writeFileSync(
    join(folder, name),
    typeof content === 'string' ? content : JSON.stringify(content, undefined, 2),
  );

describe('rules lint', () => {
  it('refuses a rule that suppresses one that deletes trips', async () => {
    const short = { fact: 'trip.distance_km', operator: 'lessThan', value: 0.1 };
    put('tiny.json', {
      ...good,
      id: 'tiny',
      conditions: { all: [short] },
      actions: [{ type: 'delete_trip' }],
    });
    put('long-trip.json', { ...good, suppresses: ['tiny'] });
    expect(await run('rules', 'lint', folder)).toBe(1);
    expect(out).toContain('the rule "tiny" deletes trips');
    expect(out).toContain('the rule "long-trip" suppresses this one');
  });

  it('passes what is right, and leaves tests and schemas beside it out', async () => {
    put('long-trip.json', good);
    put('long-trip.test.json', '[]');
    put('rule.schema.json', '{}');
    expect(await run('rules', 'lint', folder)).toBe(0);
    expect(out).toContain('1 rule file: 0 errors, 0 warnings');
  });

  it('takes the folder `rules/` where there is one', async () => {
    mkdirSync(join(folder, 'rules'));
    put('rules/long-trip.json', good);
    put('package.json', '{}');
    expect(await run('rules', 'lint', folder)).toBe(0);
    expect(out).toContain('1 rule file: 0 errors');
  });

  it('counts what it read by kind', async () => {
    mkdirSync(join(folder, 'conditions'));
    put('conditions/far.json', { id: 'far', name: 'Far', conditions: good.conditions });
    expect(await run('rules', 'lint', folder)).toBe(0);
    expect(out).toMatch(/^1 condition file: 0 errors, 0 warnings/);
    mkdirSync(join(folder, 'rules'));
    put('rules/long-trip.json', { ...good, conditions: { all: [{ condition: 'far' }] } });
    expect(await run('rules', 'lint', folder)).toBe(0);
    expect(out).toContain('1 rule file, 1 condition file: 0 errors, 0 warnings');
    out = '';
    await run('rules', 'lint', folder, '--json');
    expect(JSON.parse(out)).toMatchObject({ files: 2, rule_files: 1, condition_files: 1 });
  });

  it('says file, line, pointer and what was meant', async () => {
    put('bad.json', {
      ...good,
      conditions: { all: [{ fact: 'trip.distanc_km', operator: 'greaterThan', value: 300 }] },
    });
    expect(await run('rules', 'lint', folder)).toBe(1);
    expect(out).toMatch(/bad\.json:9:\d+/);
    expect(out).toContain('/conditions/all/0/fact');
    expect(out).toContain('trip.distance_km');
    expect(out).toContain('1 rule file: 1 error, 0 warnings');
  });

  it('goes through a file from top to bottom', async () => {
    put('bad.json', { ...good, name: '', severity: 'dreadful', actions: [{ type: 'slack', channel: 'x' }] });
    expect(await run('rules', 'lint', folder, '--json')).toBe(1);
    const { findings } = JSON.parse(out) as { findings: { line: number }[] };
    const lines = findings.map(({ line }) => line);
    expect(lines).toHaveLength(3);
    expect(lines).toEqual([...lines].sort((one, other) => one - other));
  });

  it('points to the help of the command that was called, and wants days as days', async () => {
    put('good.json', good);
    expect(await run('rules', 'backtest', join(folder, 'good.json'))).toBe(2);
    expect(out).toContain('(tripline rules backtest --help shows its options)');
    const from = ['--from', '1.11.2026', '--to', '2026-11-30'];
    expect(await run('rules', 'backtest', join(folder, 'good.json'), ...from)).toBe(2);
    expect(out).toContain('--from is "1.11.2026": write a day as in 2026-03-31.');
  });

  it('prints the same as JSON', async () => {
    put('bad.json', { ...good, severity: 'dreadful' });
    expect(await run('rules', 'lint', folder, '--json')).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      files: 1,
      errors: 1,
      findings: [{ pointer: '/severity', level: 'error', line: 4 }],
    });
  });

  it('refuses broken JSON with its line, and one id in two files', async () => {
    put('broken.json', '{\n "id": }');
    put('one.json', good);
    put('two.json', good);
    expect(await run('rules', 'lint', folder)).toBe(1);
    expect(out).toContain('broken.json:2:');
    expect(out).toContain(`${join(folder, 'one.json')} has the same id "long-trip".`);
  });

  it('knows the shared conditions beside the rules, and checks these too', async () => {
    mkdirSync(join(folder, 'rules'));
    mkdirSync(join(folder, 'conditions'));
    const far = { fact: 'trip.distance_km', operator: 'greaterThan', value: 300 };
    put('conditions/far.json', { id: 'far', name: 'Far', conditions: { all: [far] } });
    put('conditions/odd.json', { id: 'odd', name: 'Odd', conditions: { all: [] } });
    put('rules/named.json', { ...good, id: 'named', conditions: { all: [{ condition: 'far' }] } });
    put('rules/wrong.json', { ...good, id: 'wrong', conditions: { all: [{ condition: 'fra' }] } });
    expect(await run('rules', 'lint', folder, '--json')).toBe(1);
    const { findings } = JSON.parse(out) as {
      findings: { file: string; pointer: string; message: string }[];
    };
    expect(findings.map(({ file, pointer }) => [file.slice(folder.length), pointer])).toEqual([
      ['/conditions/odd.json', '/conditions/all'],
      ['/rules/wrong.json', '/conditions/all/0/condition'],
    ]);
    expect(findings[1]?.message).toContain('did you mean "far"?');
  });

  it('warns of what looks wrong, with its line, and of rules that repeat each other', async () => {
    const far = { fact: 'trip.distance_km', operator: 'greaterThan', value: 300 };
    put('one.json', { ...good, conditions: { all: [far, { ...far, operator: 'lessThan', value: 100 }] } });
    put('three.json', { ...good, id: 'three' });
    put('two.json', { ...good, id: 'two' });
    expect(await run('rules', 'lint', folder)).toBe(0);
    expect(out).toMatch(/one\.json:13:\d+/);
    expect(out).toContain('excludes /conditions/all/0');
    expect(out).toMatch(/two\.json:6:\d+/);
    expect(out).toContain('the same conditions as the rule "three"');
    expect(out).toContain('0 errors, 2 warnings');
  });

  it('warns of rules that are named and not there, unless a single file is checked', async () => {
    const counted = { fact: 'driver.rule_alerts', params: { rule: 'long-trips', window: '7d' } };
    const often = { ...counted, operator: 'greaterThan', value: 2 };
    mkdirSync(join(folder, 'rules'));
    mkdirSync(join(folder, 'conditions'));
    put('conditions/often.json', { id: 'often', name: 'Often', conditions: { all: [often] } });
    put('rules/long-trip.json', good);
    const named = { ...good, id: 'named', suppresses: ['long-trip', 'hard-brake'] };
    put('rules/named.json', { ...named, conditions: { all: [{ condition: 'often' }] } });
    expect(await run('rules', 'lint', folder, '--json')).toBe(0);
    const { findings } = JSON.parse(out) as { findings: object[] };
    expect(findings).toEqual([
      expect.objectContaining({
        file: join(folder, 'conditions/often.json'),
        level: 'warning',
        line: 9,
        pointer: '/conditions/all/0/params/rule',
        message:
          'there is no rule "long-trips" among these files (did you mean "long-trip"?): the count stays 0',
      }),
      expect.objectContaining({
        file: join(folder, 'rules/named.json'),
        level: 'warning',
        pointer: '/suppresses/1',
        message: 'there is no rule "hard-brake" among these files: nothing is suppressed by this name',
      }),
    ]);
    out = '';
    put('alone.json', { ...good, suppresses: ['hard-brake'] });
    expect(await run('rules', 'lint', join(folder, 'alone.json'))).toBe(0);
    expect(out).toContain('0 errors, 0 warnings');
  });

  it('cannot run where nothing is', async () => {
    expect(await run('rules', 'lint', join(folder, 'absent'))).toBe(2);
    expect(out).toContain('is not there');
    expect(await run('rules', 'lint', folder)).toBe(2);
    expect(out).toContain('No rule files');
  });
});

describe('the command line', () => {
  it('suggests the command that was meant', async () => {
    expect(await run('docter')).toBe(2);
    expect(out).toContain('Did you mean doctor?');
  });

  it('says in the help of a command which options it needs', async () => {
    expect(await run('rules', 'rollback', '--help')).toBe(0);
    expect(out).toMatch(/--why <text> +the reason, for the history \(required\)/);
    expect(out).not.toMatch(/--utc.*\(required\)/);
  });

  it('helps, and says its version', async () => {
    expect(await run('--help')).toBe(0);
    expect(out).toContain('trips');
    expect(await run('--version')).toBe(0);
    expect(out).toMatch(/\d+\.\d+\.\d+/);
  });

  it('names the token that is missing', async () => {
    vi.stubEnv('TRIPLINE_TOKEN', '');
    expect(await run('trips', 'explain', 'd-1', 't-1')).toBe(2);
    expect(out).toContain('TRIPLINE_TOKEN');
  });

  it('says that the API does not answer, without the token', async () => {
    vi.stubEnv('TRIPLINE_TOKEN', 'planted-token');
    vi.stubEnv('TRIPLINE_URL', 'http://127.0.0.1:9');
    expect(await run('trips', 'explain', 'd-1', 't-1')).toBe(2);
    expect(out).toContain('TRIPLINE_URL');
    expect(out).not.toContain('planted-token');
  });

  it.each(['serve', 'worker'])('%s names what it needs', async (role) => {
    vi.stubEnv('DATABASE_URL', '');
    vi.stubEnv('TEMPORAL_ADDRESS', '');
    expect(await run(role)).toBe(2);
    for (const name of ['DATABASE_URL', 'TEMPORAL_ADDRESS', 'SMTP_URL', 'SLACK_BOT_TOKEN'])
      expect(out).toContain(`${name} is not set`);
    expect(out).toContain('No analytics service is named for fleet default');
  });

  it('lists every mistake of the configuration', async () => {
    vi.stubEnv('PORT', 'x');
    vi.stubEnv('LOG_LEVEL', 'loud');
    expect(await run('doctor')).toBe(1);
    expect(out).toContain('PORT');
    expect(out).toContain('LOG_LEVEL');
  });
});
