import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  keepDigestContent,
  moveDigestRun,
  planDigestMessages,
  unsubscribe,
} from '../../../store/digests/index.ts';
import type { DigestContent } from '../../../messages/digests/index.ts';
import { exampleDigest } from '../../messages/digests/exampleDigest.ts';
import { TOKENS } from '../../support/servers/server.ts';
import { digestDocument } from '../../support/digests/run.ts';
import { useServer } from '../../support/servers/useServer.ts';
import { useCli } from '../../support/servers/useCli.ts';

const server = useServer();
beforeAll(async () => {
  for (const id of ['weekly', 'other', 'silent']) {
    await server.api('PUT', `/digests/${id}`, { body: digestDocument({ id }) });
    await server.api('POST', `/digests/${id}/publish`);
  }
  await server.api('PUT', '/digests/weekly', { body: digestDocument({ id: 'weekly', name: 'Drafted' }) });
});
const command = useCli(server, 'editor');
beforeEach(() => {
  server.gateway.unavailable = false;
  // The content is the example's, with the dates and the name of the run.
  server.gateway.preview = async ({ runId }) => {
    const run = await server.db
      .selectFrom('digestRuns')
      .select(['periodFrom', 'periodTo', 'beforeFrom', 'beforeTo', 'document'])
      .where('id', '=', runId)
      .executeTakeFirstOrThrow();
    const content: DigestContent = {
      ...exampleDigest,
      digest: { ...exampleDigest.digest, name: run.document['name'] as string },
      period: {
        ...exampleDigest.period,
        now: { from: run.periodFrom, to: run.periodTo },
        before: { from: run.beforeFrom, to: run.beforeTo },
      },
    };
    await keepDigestContent(server.db, { fleetId: 'north', id: runId, content });
    await moveDigestRun(server.db, { fleetId: 'north', id: runId, state: 'done', at: new Date() });
    return 'done';
  };
});
const digests = (...args: string[]) => command.run('digests', ...args, '--fleet', 'north');

describe('tripline digests preview', () => {
  const PERIOD = ['--period', '2026-03-29'];

  it('shows it as text, of the period and the comparison that were asked for', async () => {
    const shown = await digests('preview', 'weekly', ...PERIOD, '--compare', '2025-03-30');
    expect(shown.code, shown.out).toBe(0);
    expect(shown.out).toContain('Monday 23 to Sunday 29 March 2026');
    expect(shown.out).toContain('24 to');
    expect(shown.out).toContain('Coaching recommended');
    expect(shown.out).toContain('Ben Okafor');
    expect(shown.out).not.toMatch(/Unsubscribe|<\/?\w+>/);
  });

  it('takes the draft on request', async () => {
    expect((await digests('preview', 'weekly', ...PERIOD)).out).not.toContain('Drafted');
    expect((await digests('preview', 'weekly', ...PERIOD, '--version', 'draft')).out).toContain('Drafted');
    const none = await digests('preview', 'weekly', '--version', '9');
    expect([none.code, none.out]).toEqual([2, expect.stringContaining('no version 9')]);
  });

  it('writes a page that needs nothing else, and says where', async () => {
    const file = join(command.folder, 'week.html');
    const written = await digests('preview', 'weekly', ...PERIOD, '--out', file);
    expect(written).toMatchObject({ code: 0, out: `Written to ${file}.\n` });
    const page = await readFile(file, 'utf8');
    expect(page).toContain('data:image/png;base64,');
    expect(page).not.toMatch(/src="(?!data:)/);
    const lost = await digests(
      'preview',
      'weekly',
      ...PERIOD,
      '--out',
      join(command.folder, 'no', 'week.html'),
    );
    expect(lost.code).toBe(2);
    expect(lost.out).toContain('could not be written');
  });

  it('prints what it says as JSON, with the source of each figure', async () => {
    const { code, body } = await command.json<DigestContent>('digests', 'preview', 'weekly', ...PERIOD, '--fleet', 'north'); // prettier-ignore
    expect(code).toBe(0);
    expect(body.period.now).toEqual({ from: '2026-03-23', to: '2026-03-29' });
    expect(body.scores?.score.source).toContain('GET /v3/score');
  });

  it('waits for one that takes longer than a call, and asks again', async () => {
    const made = server.gateway.preview;
    let asked = 0;
    server.gateway.preview = (input) => ((asked += 1) < 3 ? Promise.resolve('late') : made(input));
    const shown = await digests('preview', 'weekly', '--period', '2026-03-22');
    expect(shown.code, shown.out).toBe(0);
    expect(shown.out.match(/The digest is still being made: waiting/g)).toHaveLength(2);
    expect(asked).toBe(3);
  });

  it('ends with 2 and says why when there is none, or it cannot be made', async () => {
    const none = await digests('preview', 'nothing');
    expect([none.code, none.out]).toEqual([2, expect.stringContaining('no digest')]);
    const early = await digests('preview', 'weekly', '--period', '2999-01-01');
    expect([early.code, early.out]).toEqual([2, expect.stringContaining('is not over')]);
    server.gateway.preview = () => Promise.resolve('failed');
    const failed = await digests('preview', 'weekly', '--period', '2026-03-15');
    expect([failed.code, failed.out]).toEqual([2, expect.stringContaining('could not be made')]);
  });
});

describe('tripline digests send', () => {
  it('sends to those who are named, for a reason, and says where to look', async () => {
    const asked = await digests(
      'send',
      'weekly',
      '--why',
      'The board meets.',
      '--period',
      '2026-03-29',
      '--to',
      'me@example.com',
      '--to',
      '#fleet',
    );
    expect(asked.code, asked.out).toBe(0);
    expect(asked.out).toContain('for 2026-03-23 to 2026-03-29');
    expect(asked.out).toContain('tripline digests runs weekly');
    const run = await server.db
      .selectFrom('digestRuns')
      .select(['onlyTo', 'why', 'requestedBy', 'origin'])
      .where('id', '=', server.gateway.digests.at(-1)!)
      .executeTakeFirstOrThrow();
    expect(run).toEqual({
      onlyTo: ['me@example.com', '#fleet'],
      why: 'The board meets.',
      requestedBy: 'ed',
      origin: 'on_demand',
    });
  });

  it('sends nothing without a reason, without the role, or to someone who is no receiver', async () => {
    const before = server.gateway.digests.length;
    expect((await digests('send', 'weekly')).code).toBe(2);
    const wrong = await digests('send', 'weekly', '--why', 'x', '--to', 'nobody');
    expect([wrong.code, wrong.out]).toEqual([2, expect.stringContaining('lead@example.com')]);
    vi.stubEnv('TRIPLINE_TOKEN', TOKENS.viewer);
    expect((await digests('send', 'weekly', '--why', 'x')).code).toBe(2);
    vi.stubEnv('TRIPLINE_TOKEN', TOKENS.editor);
    server.gateway.unavailable = true;
    expect((await digests('send', 'other', '--why', 'x')).code).toBe(2);
    expect(server.gateway.digests).toHaveLength(before);
  });
});

describe('tripline digests runs', () => {
  /** Creates a finished run of `other` with messages in these states. */
  async function sent(
    why: string,
    states: Readonly<Record<string, readonly [string, string?]>>,
  ): Promise<string> {
    const answer = await server.api('POST', '/digests/other/send', { body: { why }, token: TOKENS.editor });
    const key = { fleetId: 'north', id: String(answer.json['id']) };
    await planDigestMessages(server.db, {
      ...key,
      digestId: 'other',
      version: 1,
      at: new Date(),
      receivers: Object.keys(states).map((receiver) => ({
        receiver,
        action: receiver.startsWith('#') ? ('slack' as const) : ('email' as const),
      })),
    });
    for (const [receiver, [state, reason = null]] of Object.entries(states))
      await server.db
        .updateTable('deliveries')
        .set({ state: state as 'sent', reason, settledAt: new Date() })
        .where('digestRunId', '=', key.id)
        .where('receiver', '=', receiver)
        .execute();
    await keepDigestContent(server.db, { ...key, content: exampleDigest });
    await moveDigestRun(server.db, { ...key, state: 'done', at: new Date() });
    return key.id;
  }

  it('says what became of each receiver, and ends with 1 when one was not reached', async () => {
    await unsubscribe(server.db, { fleetId: 'north', digestId: 'other', address: 'Gone@example.com', at: new Date() }); // prettier-ignore
    await sent('All is well.', { 'ann@example.com': ['sent'], '#fleet': ['sent'] });
    const fine = await digests('runs', 'other');
    expect(fine.code, fine.out).toBe(0);
    expect(fine.out).toContain('requested by ed: All is well.');
    expect(fine.out).toContain('✉ ann@example.com');
    expect(fine.out).toContain('! The analytics service did not answer for 1 of 8 periods');
    expect(fine.out).toContain('Unsubscribed: gone@example.com.');
    await sent('One is gone.', {
      'ann@example.com': ['sent'],
      'lost@example.com': ['failed', '550 no such mailbox'],
      'gone@example.com': ['skipped', 'unsubscribed'],
    });
    const missed = await digests('runs', 'other');
    expect(missed.code).toBe(1);
    expect(missed.out).toMatch(/✗ lost@example\.com .*550 no such mailbox/);
    expect(missed.out).toMatch(/– gone@example\.com .*unsubscribed/);
    const late = await sent('Away.', {
      'ann@example.com': ['sent'],
      'late@example.com': ['skipped', 'too_late'],
    });
    expect((await digests('runs', 'other')).code).toBe(1);
    await server.db.deleteFrom('deliveries').where('digestRunId', '=', late).execute();
    await server.db.deleteFrom('digestRuns').where('id', '=', late).execute();
    // The newest run decides the exit code and is printed first.
    expect(missed.out.indexOf('One is gone.')).toBeLessThan(missed.out.indexOf('All is well.'));
    // The next one is the run that Temporal never received.
    expect(missed.out).toContain('failed (Temporal did not answer');
    const one = await digests('runs', 'other', '--limit', '1');
    expect(one.out).not.toContain('All is well.');
    const { code, body } = await command.json<{ items: object[] }>('digests', 'runs', 'other', '--fleet', 'north'); // prettier-ignore
    expect([code, body.items.length]).toEqual([1, 3]);
  });

  it('says when on the fleet’s clock; in UTC with --utc, and with a token that may not ask for the clock', async () => {
    const id = await sent('On time.', { 'ann@example.com': ['sent'] });
    const at = new Date('2026-11-20T10:00:00Z');
    await server.db.updateTable('digestRuns').set({ createdAt: at }).where('id', '=', id).execute();
    expect((await digests('runs', 'other')).out).toContain('Fri 20 Nov 2026, 11:00 (Europe/Berlin)');
    expect((await digests('runs', 'other', '--utc')).out).toContain('Fri 20 Nov 2026, 10:00 (UTC)');
    vi.stubEnv('TRIPLINE_TOKEN', TOKENS.east);
    await server.db
      .updateTable('digestRuns')
      .set({ document: digestDocument({ id: 'other', groups: ['east'] }) })
      .where('id', '=', id)
      .execute();
    expect((await digests('runs', 'other')).out).toContain('Fri 20 Nov 2026, 10:00 (UTC)');
  });

  it('of one that was never sent is empty; of one that was never there it ends with 2', async () => {
    const none = await digests('runs', 'silent');
    expect(none).toMatchObject({
      code: 0,
      out: expect.stringContaining('It has not been sent yet') as string,
    });
    expect((await digests('runs', 'nothing')).code).toBe(2);
  });
});
