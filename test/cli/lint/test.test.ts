import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { useCommand } from '../../support/servers/useCommand.ts';

const command = useCommand();
const rule = {
  id: 'long-trip',
  name: 'Long trip',
  conditions: { all: [{ fact: 'trip.distance_km', operator: 'greaterThan', value: 300 }] },
  actions: [{ type: 'slack', channel: '#fleet' }],
};
const trip = (km: number): object => ({ trip_id: 't-1', info: { distance_km: km } });
const tests = (...cases: object[]): object => ({ tests: cases });
const long = { name: 'a long one', trip: trip(301), expect: 'matched' };
const short = { name: 'a short one', trip: trip(10), expect: 'not_matched' };

it('runs each case and says the sentence', async () => {
  await command.put('rules/long-trip.json', rule);
  await command.put('rules/long-trip.test.json', tests(long, short));
  const { code, out } = await command.run('rules', 'test', command.folder);
  expect(code).toBe(0);
  expect(out).toContain('✓ a long one');
  expect(out).toContain('Not matched: distance was 10 km (threshold: more than 300 km).');
  expect(out).toContain('2 passed, 0 failed');
});

it('fails where a rule does something else, or says something else', async () => {
  await command.put('long-trip.json', rule);
  await command.put(
    'long-trip.test.json',
    tests({ ...long, trip: trip(300) }, { ...short, sentence: 'Not matched: too short.' }),
  );
  const { code, body } = await command.json('rules', 'test', join(command.folder, 'long-trip.test.json'));
  expect(code).toBe(1);
  expect(body).toMatchObject({
    ok: false,
    passed: 0,
    failed: 2,
    rules: [
      {
        rule: 'long-trip',
        state: 'tested',
        cases: [
          { name: 'a long one', passed: false, expected: 'matched', outcome: 'not_matched' },
          { passed: false, outcome: 'not_matched', expectedSentence: 'Not matched: too short.' },
        ],
      },
    ],
  });
  const { out } = await command.run('rules', 'test', command.folder);
  expect(out).toContain('✗ a long one');
  expect(out).toContain('expected matched, was not matched');
});

it('reports a rule without tests, which is no failure', async () => {
  await command.put('long-trip.json', rule);
  const { code, out } = await command.run('rules', 'test', command.folder);
  expect(code).toBe(0);
  expect(out).toContain(`no tests: write some into ${join(command.folder, 'long-trip.test.json')}`);
  expect(out).toContain('1 rule without tests');
});

it('names many rules without tests in one line', async () => {
  await command.put('long-trip.json', rule);
  await command.put('other.json', { ...rule, id: 'other' });
  const { out } = await command.run('rules', 'test', command.folder);
  expect(out).toContain('– no tests (a NAME.test.json beside NAME.json): long-trip, other');
  expect(out).toContain('2 rules without tests');
});

it('says what a case of a rule about groups lacks', async () => {
  await command.put('long-trip.json', { ...rule, scope: { groups: ['south'] } });
  await command.put('long-trip.test.json', tests(long));
  const { code, out } = await command.run('rules', 'test', command.folder);
  expect(code).toBe(1);
  expect(out).toContain('add "groups": ["south"] to it.');
  await command.put('long-trip.test.json', tests({ ...long, groups: ['south'] }));
  expect((await command.run('rules', 'test', command.folder)).code).toBe(0);
});

it('refuses mistakes in either file with their line, and tests without a rule', async () => {
  await command.put('bad.json', { ...rule, severity: 'dreadful' });
  await command.put('long-trip.json', rule);
  await command.put('long-trip.test.json', tests({ ...long, expect: 'fired' }));
  await command.put('longtrip.test.json', tests(long));
  const { code, out } = await command.run('rules', 'test', command.folder);
  expect(code).toBe(1);
  expect(out).toMatch(/bad\.json:19:\d+ error \/severity/);
  expect(out).toMatch(/long-trip\.test\.json:11:\d+ error \/tests\/0\/expect/);
  expect(out).toContain('longtrip.test.json: there is no rule of that name');
  expect(out).toContain('0 passed, 0 failed, 2 refused');
});

it('questions a rule that its rule names and no file holds, and refuses one that a case names', async () => {
  const counted = { fact: 'driver.rule_alerts', params: { rule: 'hard-brakng', window: '30d' } };
  const counts = {
    ...rule,
    id: 'counts',
    suppresses: ['long-tripp', 'long-trip'],
    conditions: { all: [{ ...counted, operator: 'greaterThan', value: 0 }] },
  };
  const alerted = (of: string) => ({
    name: 'after one',
    trip: trip(10),
    expect: 'not_matched',
    rule_alerts: [{ rule: of, trip_ended_at: '2026-01-01T00:00:00Z' }],
  });
  for (const id of ['long-trip', 'hard-braking']) await command.put(`rules/${id}.json`, { ...rule, id });
  await command.put('rules/counts.json', counts);
  await command.put('rules/counts.test.json', tests(alerted('hard-braking')));
  const file = join(command.folder, 'rules/counts.json');
  for (const path of [command.folder, file]) {
    const { out } = await command.run('rules', 'test', path);
    expect(out).toMatch(
      /counts\.json:\d+:\d+ warning \/conditions\/all\/0\/params\/rule\n +there is no rule "hard-brakng" in this folder \(did you mean "hard-braking"\?\)/,
    );
    expect(out).toMatch(/there is no rule "long-tripp" in this folder \(did you mean "long-trip"\?\)/);
    expect(out.match(/there is no rule/g)).toHaveLength(2);
  }
  await command.put('rules/counts.test.json', tests(alerted('hard-brakingg')));
  const { code, out } = await command.run('rules', 'test', file);
  expect(code).toBe(1);
  expect(out).toContain('there is no rule "hard-brakingg" in this folder (did you mean "hard-braking"?)');
  expect(out).toContain('1 refused');
});

it('ends with 2 when the path does not exist', async () => {
  const { code, out } = await command.run('rules', 'test', join(command.folder, 'absent'));
  expect(code).toBe(2);
  expect(out).toContain('is not there');
});

it('runs as a command of its own, without a server or a token', async () => {
  await command.put('long-trip.json', rule);
  await command.put('long-trip.test.json', tests(long));
  const tripline = fileURLToPath(new URL('../../../cli/tripline.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [tripline, 'rules', 'test', '.'], {
    cwd: command.folder,
    env: {},
  });
  expect(stdout).toContain('1 passed, 0 failed');
});
