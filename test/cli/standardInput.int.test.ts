import { Readable } from 'node:stream';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../rules/vocabulary/index.ts';
import { finishSimulation } from '../../store/trips/index.ts';
import { ODD_DRIVER, TRIP, decisionOf, recordEverything } from '../server/records.ts';
import { useServer } from '../support/servers/useServer.ts';
import { useCli } from '../support/servers/useCli.ts';
import { liveRule, longerThan } from '../support/rules/documents.ts';

const own = Object.getOwnPropertyDescriptor(process, 'stdin')!;
const server = useServer();
beforeAll(() => recordEverything(server.db, 'north'));
const command = useCli(server, 'admin');
afterEach(() => void Object.defineProperty(process, 'stdin', own));

/** Replaces the standard input by content in small chunks. */
function pipe(content: unknown): void {
  const bytes = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content, undefined, 2));
  const chunks = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, at) =>
    bytes.subarray(at * 7, at * 7 + 7),
  );
  Object.defineProperty(process, 'stdin', { value: Readable.from(chunks), configurable: true });
}

const rule = liveRule(longerThan(3), {
  id: 'piped',
  name: 'Übertragen',
  severity: 'info',
  actions: [{ type: 'slack', channel: '#fleet' }],
});

it('rules lint checks it, alone and beside files, and names the line', async () => {
  pipe(rule);
  expect(await command.run('rules', 'lint', '-')).toMatchObject({ code: 0 });
  pipe({ ...rule, severity: 'dreadful' });
  const wrong = await command.run('rules', 'lint', '-');
  expect(wrong.code).toBe(1);
  expect(wrong.out).toMatch(/^-:3:\d+ error \/severity/);
  await command.put('other.json', { ...rule, id: 'other' });
  pipe({ ...rule, id: 'other' });
  const both = await command.run('rules', 'lint', `${command.folder}/other.json`, '-');
  expect(both.code).toBe(1);
  expect(both.out).toContain('has the same id "other"');
  pipe('');
  expect((await command.run('rules', 'lint', '-')).code).toBe(1);
  pipe(`{"a": "${'x'.repeat(4 * 1_048_576)}"}`);
  expect((await command.run('rules', 'lint', '-')).out).toContain('a document has at most 4');
});

it('rules draft saves it, and rules diff compares it', async () => {
  pipe(rule);
  expect((await command.run('rules', 'draft', '-', '--fleet', 'north')).out).toContain(
    'The draft of piped is saved',
  );
  pipe(rule);
  expect((await command.run('rules', 'diff', '-', '--fleet', 'north')).out).toContain('piped');
});

it('trips explain simulates it on a trip', async () => {
  server.gateway.answer = async ({ simulationId: id }) => {
    const key = { fleet: 'north', driverId: ODD_DRIVER, tripId: TRIP };
    const result = decisionOf(key) as unknown as JsonObject;
    await finishSimulation(server.db, { fleetId: 'north', id, result, at: new Date() });
    return { outcome: 'done' };
  };
  pipe(rule);
  const answer = await command.run('trips', 'explain', ODD_DRIVER, TRIP, '--rule', '-', '--fleet', 'north');
  expect(answer.out).toContain('Simulation of the rule in -; nothing was sent.');
});

it('drivers import reads a CSV from it', async () => {
  pipe('driver_id,name\nd-77,Zoë\n');
  const { code, out } = await command.run('drivers', 'import', '-', '--fleet', 'north');
  expect([code, out]).toEqual([0, expect.stringContaining('1 added')]);
  pipe('driver_id,nam\nd-77,Zoë\n');
  const wrong = await command.run('drivers', 'import', '-', '--fleet', 'north');
  expect(wrong.out).toContain('in -, so nothing was imported');
});

it('rules test has nothing beside it, and says so', async () => {
  pipe(rule);
  const { code, out } = await command.run('rules', 'test', '-');
  expect([code, out]).toEqual([2, expect.stringContaining('nothing lies beside the standard input')]);
});
