import { beforeAll, describe, expect, it } from 'vitest';
import { storePublished } from '../../support/store/published.ts';
import { storeIncident } from '../../support/incidents/stored.ts';
import { recordEverything } from '../../server/records.ts';
import type { Recorded } from '../../server/records.ts';
import { useServer } from '../../support/servers/useServer.ts';
import { useCli } from '../../support/servers/useCli.ts';

let recorded: Recorded;
const server = useServer();
beforeAll(async () => {
  recorded = await recordEverything(server.db, 'north');
});
const command = useCli(server, 'admin');
const run = (...args: string[]) => command.run(...args, '--fleet', 'north');

describe('tripline incidents', () => {
  it('answers, and shows who has it and what happened', async () => {
    const { id } = await storeIncident(server.db, { driverId: 'd-9' });
    const taken = await run('incidents', 'acknowledge', id, '--by', 'Ann', '--note', 'On it.');
    expect(taken.code).toBe(0);
    expect(taken.out).toContain('assigned to Ann');
    expect(taken.out).toContain('“On it.”');
    expect((await run('incidents', 'note', id, '--by', 'Bob', '--note', 'Seen.')).out).toContain(
      'Bob added a note',
    );
    expect((await run('incidents', 'reassign', id, '--by', 'Ann', '--to', 'Bob')).out).toContain(
      'assigned to Bob',
    );
    expect((await run('incidents', 'escalate', id, '--by', 'Bob')).out).toContain('▲ open');
    const over = await run('incidents', 'resolve', id, '--by', 'Ann', '--disposition', 'false_alarm');
    expect(over.out).toContain('✓ false alarm');
    expect((await run('incidents', 'reopen', id)).code).toBe(0);
    const listed = await run('incidents', '--state', 'open', '--driver', 'd-9');
    expect(listed.out).toContain(id);
    expect(listed.out).toContain('One is waiting for acknowledgement');
    for (const line of listed.out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('ends with 1 when it is too late, saying who was first, and with 2 when there is no such incident', async () => {
    const { id } = await storeIncident(server.db);
    await run('incidents', 'acknowledge', id, '--by', 'Ann');
    const late = await run('incidents', 'acknowledge', id, '--by', 'Bob');
    expect(late.code).toBe(1);
    expect(late.out).toContain('Assigned to Ann, acknowledged');
    expect((await run('incidents', 'show', '999999')).code).toBe(2);
    expect((await run('incidents', 'resolve', id)).code).toBe(2);
  });

  it('prints times on the fleet’s clock, and in UTC with --utc, and names which', async () => {
    const { id } = await storeIncident(server.db, {
      dueAt: new Date('2026-03-10T12:10:00Z'),
      position: 0,
    });
    const notify = [{ type: 'email', to: ['ann@example.com', 'head@example.com'] }];
    const body = { id: 'collision', name: 'Collision', steps: [{ after: '0m', notify }] };
    await storePublished(server.db, { kind: 'escalation-policy', body });
    const local = (await run('incidents', 'show', id)).out;
    expect(local).toContain(
      'Next step: Tue 10 Mar 2026, 13:10 (Europe/Berlin), pages ann@example.com, head@example.com',
    );
    expect(local).toMatch(/Timeline \(Europe\/Berlin\)\n +10 Mar 2026, 13:00:00 {2}Opened/);
    const utc = (await run('incidents', 'show', id, '--utc')).out;
    expect(utc).toContain('Next step: Tue 10 Mar 2026, 12:10 (UTC)');
    expect(utc).toMatch(/Timeline \(UTC\)\n +10 Mar 2026, 12:00:00 {2}Opened/);
  });

  it('prints one incident and the list as JSON', async () => {
    const { id } = await storeIncident(server.db);
    const shown = await command.json('incidents', 'show', id, '--fleet', 'north');
    expect(shown).toMatchObject({ code: 0, body: { id, timeline: [{ kind: 'opened' }] } });
    const listed = await command.json('incidents', 'list', '--fleet', 'north');
    expect(listed.body).toMatchObject({ items: expect.any(Array) as unknown });
  });
});

describe('tripline deletions', () => {
  it('lists, shows and decides', async () => {
    expect((await run('deletions')).out).toContain('One is waiting for approval');
    const shown = await run('deletions', 'show', recorded.deletionId);
    expect(shown.out).toContain('Why: too short');
    const kept = await run(
      'deletions',
      'reject',
      recorded.deletionId,
      '--by',
      'Ann',
      '--note',
      'A real trip.',
    );
    expect(kept.out).toContain('Decided by Ann, by ann.');
    expect((await run('deletions', 'approve', recorded.deletionId)).code).toBe(1);
    expect((await run('deletions', 'snapshot', recorded.deletionId)).code).toBe(2);
  });
});
