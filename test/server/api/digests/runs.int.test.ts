import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { LINK_KEY_NAME, unsubscribeLinks } from '../../../../messages/format/index.ts';
import { lastDateOver } from '../../../../rules/digests/index.ts';
import { digestContent } from '../../../../server/api/digests/index.ts';
import { instanceKey, listAudit } from '../../../../store/db/index.ts';
import { keepDigestContent, planDigestMessages } from '../../../../store/digests/index.ts';
import { TemporalUnavailableError } from '../../../../temporal/index.ts';
import { exampleDigest } from '../../../messages/digests/exampleDigest.ts';
import { TOKENS } from '../../../support/servers/server.ts';
import { clearOfMidnight } from '../../../support/run/clearOfMidnight.ts';
import { digestDocument } from '../../../support/digests/run.ts';
import { useServer } from '../../../support/servers/useServer.ts';

const server = useServer();
beforeAll(async () => {
  for (const id of ['weekly', 'monthly', 'drafted']) {
    const period =
      id === 'monthly' ? { period: 'month', send: { day: 2, at: '07:00', timezone: 'UTC' } } : {};
    const saved = await server.api('PUT', `/digests/${id}`, { body: digestDocument({ id, ...period }) });
    expect(saved.status, JSON.stringify(saved.json)).toBe(200);
    if (id !== 'drafted') await server.api('POST', `/digests/${id}/publish`);
  }
});
beforeEach(() => {
  server.gateway.unavailable = false;
  server.gateway.preview = () => Promise.resolve('late');
});

const send = (id: string, body: object, token: string = TOKENS.editor) =>
  server.api('POST', `/digests/${id}/send`, { body, token });

describe('sending now', () => {
  it('opens a run for those who were named, keeps who asked why, and starts it', async () => {
    const answer = await send('weekly', {
      why: 'The board meets.',
      period: '2026-03-29',
      to: ['me@example.com'],
    });
    expect(answer.status, JSON.stringify(answer.json)).toBe(202);
    expect(answer.json).toMatchObject({
      period: { from: '2026-03-23', to: '2026-03-29' },
      state: 'gathering',
      compared_with: { from: '2026-03-16', to: '2026-03-22' },
    });
    expect(server.gateway.digests.at(-1)).toBe(answer.json['id']);
    const { items } = (await server.api('GET', '/digests/weekly/runs')).json as { items: object[] };
    expect(items[0]).toMatchObject({
      id: answer.json['id'],
      origin: 'on_demand',
      who: 'ed',
      why: 'The board meets.',
      receivers: [],
    });
    const audit = await listAudit(server.db, { fleetId: 'north', action: 'digest.requested', limit: 1 });
    expect(audit.items[0]).toMatchObject({ who: 'ed', why: 'The board meets.', subjectId: 'weekly' });
  });

  it('takes the last period that is over, and one to compare with', async () => {
    await clearOfMidnight('UTC');
    const last = lastDateOver(new Date());
    const plain = await send('weekly', { why: 'Now.' });
    expect(plain.json['period']).toMatchObject({ to: last });
    const compared = await send('monthly', { why: 'A year.', period: '2026-03-31', compare: '2025-03-31' });
    expect(compared.json).toMatchObject({
      period: { from: '2026-03-01', to: '2026-03-31' },
      compared_with: { from: '2025-03-01', to: '2025-03-31' },
    });
  }, 250_000);

  it.each([
    ['no reason', 'weekly', {}, 422, 'why'],
    ['a date that is not over', 'weekly', { why: 'x', period: '2999-01-01' }, 422, 'is not over'],
    ['a month that does not end there', 'monthly', { why: 'x', period: '2026-03-30' }, 422, '2026-02-28'],
    [
      'a comparison with itself',
      'weekly',
      { why: 'x', period: '2026-03-29', compare: '2026-03-25' },
      422,
      '2026-03-23',
    ],
    ['a receiver who is none', 'weekly', { why: 'x', to: ['me'] }, 422, '/to/0'],
    ['a draft', 'drafted', { why: 'x' }, 409, 'publish'],
    ['what is not there', 'nothing', { why: 'x' }, 404, 'no digest'],
  ])('refuses %s', async (_what, id, body, status, words) => {
    const before = server.gateway.digests.length;
    const answer = await send(id, body);
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.json)).toContain(words);
    expect(server.gateway.digests.length).toBe(before);
  });

  it('is not for viewers; and without Temporal it is a 503 whose run failed', async () => {
    expect((await send('weekly', { why: 'x' }, TOKENS.viewer)).status).toBe(403);
    server.gateway.unavailable = true;
    expect((await send('weekly', { why: 'lost' })).status).toBe(503);
    const { items } = (await server.api('GET', '/digests/weekly/runs?limit=1')).json as { items: object[] };
    expect(items[0]).toMatchObject({ state: 'failed', why: 'lost' });
  });

  it('is answered as begun where Temporal’s answer was lost and it is being sent already', async () => {
    vi.spyOn(server.gateway, 'startDigest').mockImplementationOnce(async ({ runId: id }) => {
      const run = { fleetId: 'north', id, digestId: 'weekly', version: 1, at: new Date() };
      await planDigestMessages(server.db, {
        ...run,
        receivers: [{ action: 'email', receiver: 'a@example.com' }],
      });
      throw new TemporalUnavailableError(new Error('DEADLINE_EXCEEDED'));
    });
    const answer = await send('weekly', { why: 'late' });
    expect(answer.status).toBe(202);
    const { items } = (await server.api('GET', '/digests/weekly/runs?limit=1')).json as { items: object[] };
    expect(items[0]).toMatchObject({ id: answer.json['id'], state: 'sending' });
  });
});

describe('the list of sendings', () => {
  type Listed = { items: { id: string; why?: string }[]; next_cursor?: string };
  const list = async (query: string): Promise<Listed> =>
    (await server.api('GET', `/digests/listed/runs?${query}`, { token: TOKENS.viewer })).json as Listed;

  it('has each once, newest first, page by page, also when another one comes in between', async () => {
    const at = new Date();
    await server.db
      .insertInto('digestRuns')
      .values(
        Array.from({ length: 7 }, (_each, number) => ({
          fleetId: 'north',
          digestId: 'listed',
          version: 1,
          period: 'week',
          state: 'done',
          periodFrom: '2026-03-23',
          periodTo: '2026-03-29',
          beforeFrom: '2026-03-16',
          beforeTo: '2026-03-22',
          why: `number ${number}`,
          document: '{}' as never,
          createdAt: at,
          // The third was only checked, the fourth is another fleet's.
          origin: number === 2 ? ('preview' as const) : ('on_demand' as const),
          ...(number === 3 ? { fleetId: 'south' } : {}),
        })) as never,
      )
      .execute();
    const first = await list('limit=2');
    expect(first.items.map(({ why }) => why)).toEqual(['number 6', 'number 5']);
    await server.db
      .insertInto('digestRuns')
      .values({
        fleetId: 'north',
        digestId: 'listed',
        version: 1,
        period: 'week',
        state: 'done',
        origin: 'scheduled',
        periodFrom: '2026-03-23',
        periodTo: '2026-03-29',
        beforeFrom: '2026-03-16',
        beforeTo: '2026-03-22',
        document: '{}' as never,
        createdAt: at,
      })
      .execute();
    const second = await list(`limit=2&cursor=${first.next_cursor}`);
    expect(second.items.map(({ why }) => why)).toEqual(['number 4', 'number 1']);
    const third = await list(`limit=2&cursor=${second.next_cursor}`);
    expect(third.items.map(({ why }) => why)).toEqual(['number 0']);
    expect(third.next_cursor).toBeUndefined();
    expect((await list('limit=50')).items).toHaveLength(6);
  });

  it('refuses a limit or a cursor that is none', async () => {
    for (const query of ['limit=0', 'cursor=x', 'limit=two'])
      expect((await server.api('GET', `/digests/listed/runs?${query}`)).status, query).toBe(400);
  });
});

describe('a preview', () => {
  const preview = (query = '', headers: Record<string, string> = {}) =>
    fetch(`${server.url}/api/v1/fleets/north/digests/weekly/preview${query}`, { headers });
  const basic = { authorization: `Basic ${Buffer.from(`me:${TOKENS.viewer}`).toString('base64')}` };
  const compose = (): void => {
    server.gateway.preview = async ({ runId }) => {
      await keepDigestContent(server.db, { fleetId: 'north', id: runId, content: exampleDigest });
      return 'done';
    };
  };

  it('is a page for a browser that logs in, and JSON for a program', async () => {
    compose();
    const page = await preview('?period=2026-03-22', { ...basic, accept: 'text/html' });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await page.text()).toContain('data:image/png;base64,');
    const json = await preview('?period=2026-03-22', {
      accept: 'application/json',
      authorization: `Bearer ${TOKENS.viewer}`,
    });
    const sent: unknown = await json.json();
    expect(sent).toEqual(exampleDigest);
    // What the API's description leaves out is missing from what its schema reads.
    expect(digestContent.parse(sent)).toEqual(sent);
    // The same question again is the same run.
    expect(server.gateway.previews.at(-1)).toBe(server.gateway.previews.at(-2));
  });

  it('asks for a login, reports a late one, and refuses a period that is not over', async () => {
    const nobody = await preview();
    expect([nobody.status, nobody.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="tripline"']);
    expect((await preview('?period=2026-03-15', basic)).status).toBe(504);
    expect((await preview('?period=2999-01-01', basic)).status).toBe(400);
    expect((await preview('?version=99', basic)).status).toBe(404);
    const other = await fetch(`${server.url}/api/v1/fleets/south/digests/weekly/preview`, { headers: basic });
    expect(other.status).toBe(404);
  });

  it('says which version counts where there is no draft', async () => {
    const answer = await preview('?version=draft', basic);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('This digest has no draft: version 1 is published.');
  });

  it('is refused while three of the fleet are being made', async () => {
    for (const day of ['01', '02', '03']) await preview(`?period=2026-02-${day}`, basic);
    const refused = await preview('?period=2026-02-04', basic);
    expect(refused.status).toBe(409);
    await server.db
      .updateTable('digestRuns')
      .set({ state: 'done' })
      .where('origin', '=', 'preview')
      .execute();
    compose();
    expect((await preview('?period=2026-02-05', basic)).status).toBe(200);
  });
});

describe('the page that ends a digest', () => {
  const pageOf = async (address: string): Promise<string> => {
    const key = await instanceKey(server.db, LINK_KEY_NAME);
    return `${server.url}/u/${unsubscribeLinks.sign(key, { fleet: 'north', digest: 'weekly', address })}`;
  };
  const post = (url: string, body: string) =>
    fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const gone = async (): Promise<string[]> => {
    const { unsubscribed } = (await server.api('GET', '/digests/weekly/runs')).json as {
      unsubscribed: { address: string }[];
    };
    return unsubscribed.map(({ address }) => address);
  };

  it('changes nothing when it is opened, and acts at once by one click, also for what is planned', async () => {
    const url = await pageOf('Lead@example.com');
    const asked = await send('weekly', { why: 'x', to: ['lead@example.com', 'ann@example.com'] });
    const run = { fleetId: 'north', id: String(asked.json['id']) };
    await planDigestMessages(server.db, {
      ...run,
      digestId: 'weekly',
      version: 1,
      at: new Date(),
      receivers: [
        { action: 'email', receiver: 'lead@example.com' },
        { action: 'email', receiver: 'ann@example.com' },
      ],
    });
    const opened = await fetch(url);
    expect(opened.status).toBe(200);
    expect(await opened.text()).toContain('Lead@example.com');
    expect(await gone()).toEqual([]);
    expect((await post(url, 'List-Unsubscribe=One-Click')).status).toBe(200);
    expect((await post(url, 'List-Unsubscribe=One-Click')).status).toBe(200);
    expect(await gone()).toEqual(['lead@example.com']);
    const { items } = (await server.api('GET', '/digests/weekly/runs?limit=1')).json as {
      items: { receivers: { receiver: string; state: string; reason?: string }[] }[];
    };
    expect(items[0]!.receivers.map(({ receiver, state, reason }) => [receiver, state, reason])).toEqual([
      ['lead@example.com', 'skipped', 'unsubscribed'],
      ['ann@example.com', 'pending', undefined],
    ]);
    const audit = await listAudit(server.db, { fleetId: 'north', action: 'digest.unsubscribed', limit: 9 });
    expect(audit.items.map(({ who }) => who)).toEqual(['Lead@example.com']);
  });

  it('takes it back', async () => {
    const url = await pageOf('back@example.com');
    await post(url, 'choice=unsubscribe');
    expect(await gone()).toContain('back@example.com');
    const again = await post(url, 'choice=subscribe');
    expect(await again.text()).toContain('The next digest is sent when it is due.');
    expect(await gone()).not.toContain('back@example.com');
  });

  it('is nothing for a damaged link, or one that was made for another page', async () => {
    const url = await pageOf('lead@example.com');
    for (const wrong of [`${url.slice(0, -3)}abc`, url.replace('/u/', '/a/')])
      expect((await post(wrong, 'List-Unsubscribe=One-Click')).status).toBe(404);
    expect((await post(url, 'choice=something')).status).toBe(400);
  });
});
