import { beforeAll, describe, expect, it } from 'vitest';
import { LINK_KEY_NAME, digestLinks, tripLinks } from '../../../messages/format/index.ts';
import { instanceKey } from '../../../store/db/index.ts';
import { keepDigestContent, openScheduledRun } from '../../../store/digests/index.ts';
import { exampleDigest } from '../../messages/digests/exampleDigest.ts';
import { digestDocument } from '../../support/digests/run.ts';
import { useServer } from '../../support/servers/useServer.ts';

const seconds = Math.floor(Date.now() / 1000);
let run: string;
let empty: string;
const server = useServer();
beforeAll(async () => {
  const { period } = exampleDigest;
  const open = async (digestId: string): Promise<string> => {
    const document = digestDocument({ id: digestId, to: ['lead@example.com'] });
    const args = { fleetId: 'north', digestId, version: 1, period, document, at: new Date() };
    return (await openScheduledRun(server.db, args)).id;
  };
  [run, empty] = [await open('weekly'), await open('not-composed')];
  await keepDigestContent(server.db, { fleetId: 'north', id: run, content: exampleDigest });
});

describe('the page of a digest that was sent', () => {
  const link = async (more: Partial<Parameters<typeof digestLinks.sign>[1]> = {}): Promise<string> => {
    const key = await instanceKey(server.db, LINK_KEY_NAME);
    return `${server.url}/d/${digestLinks.sign(key, { fleet: 'north', run, expires: seconds + 60, ...more })}`;
  };

  it('holds all of it for whoever has the link, and runs nothing', async () => {
    const response = await fetch(await link());
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-robots-tag')).toContain('noindex');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    const html = await response.text();
    for (const words of ['id="coverage"', 'Groups compared', 'Omar Haddad', 'data:image/png;base64,'])
      expect(html).toContain(words);
    expect(html).not.toMatch(/<script|<form|Nothing was sent/);
  });

  it.each<[string, () => Promise<string>]>([
    ['has expired', () => link({ expires: seconds - 60 })],
    ['is damaged', async () => (await link()).slice(0, -3)],
    ['is of another fleet', () => link({ fleet: 'south' })],
    ['is of a run that is not kept', () => link({ run: '999999' })],
    ['is of a run that says nothing', () => link({ run: empty })],
    [
      'is that of a trip',
      async () => {
        const key = await instanceKey(server.db, LINK_KEY_NAME);
        const trip = { fleet: 'north', driverId: 'd-1', tripId: '1', expires: seconds + 60 };
        return `${server.url}/d/${tripLinks.sign(key, trip)}`;
      },
    ],
  ])('does not open when the link %s', async (_why, url) => {
    expect((await fetch(await url())).status).toBe(404);
  });
});
