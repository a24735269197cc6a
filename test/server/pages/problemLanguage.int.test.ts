import { beforeAll, expect, it } from 'vitest';
import { LINK_KEY_NAME, answerLinks, digestLinks, tripLinks } from '../../../messages/format/index.ts';
import { instanceKey } from '../../../store/db/index.ts';
import { storePublished } from '../../support/store/published.ts';
import { useServer } from '../../support/servers/useServer.ts';

let key: Uint8Array;
const server = useServer();
beforeAll(async () => {
  key = await instanceKey(server.db, LINK_KEY_NAME);
  await storePublished(server.db, { kind: 'settings', body: { id: 'settings', language: 'de' } });
});

const SOON = Math.floor(Date.now() / 1000) + 600;
const answerLink = (fleet: string, expires = SOON): string =>
  `/a/${answerLinks.sign(key, { fleet, incidentId: '99', receiver: 'ann@example.com', expires })}`;
const tripLink = (expires = SOON): string =>
  `/t/${tripLinks.sign(key, { fleet: 'north', driverId: 'd', tripId: 't', expires })}`;
const digestLink = (): string =>
  `/d/${digestLinks.sign(key, { fleet: 'north', run: '00000000-0000-4000-8000-000000000000', expires: SOON })}`;

async function shown(path: string, init: RequestInit = {}): Promise<{ status: number; text: string }> {
  const response = await fetch(`${server.url}${path}`, { ...init, headers: { accept: 'text/html' } });
  return { status: response.status, text: await response.text() };
}

it.each<[string, () => string, string]>([
  ['an expired answer link', () => answerLink('north', SOON - 6_000), 'Dieser Link ist abgelaufen.'],
  ['an incident that is gone', () => answerLink('north'), 'Dieser Vorfall ist nicht mehr gespeichert.'],
  ['an expired trip link', () => tripLink(SOON - 6_000), 'Links in Nachrichten gelten 30 Tage'],
  ['a trip that is gone', () => tripLink(), 'Diese Fahrt ist nicht mehr gespeichert.'],
  ['a digest that is gone', digestLink, 'Dieser Bericht ist nicht mehr gespeichert.'],
])('tells of %s in the language of the fleet', async (_, pathOf, words) => {
  const { status, text } = await shown(pathOf());
  expect(status).toBe(404);
  expect(text).toContain('<html lang="de"');
  expect(text).toContain('Nicht gefunden');
  expect(text).toContain('Fehler 404');
  expect(text).toContain(words);
});

it('says in it what a form lacks', async () => {
  const body = new URLSearchParams({ answer: 'resolve' });
  const { status, text } = await shown(answerLink('north'), { method: 'POST', body });
  expect(status).toBe(400);
  expect(text).toContain('wählen Sie, was es war');
});

it('speaks English where the fleet is not known or reads English, and to programs', async () => {
  const other = await shown(answerLink('south', SOON - 6_000));
  expect(other.text).toContain('<html lang="en"');
  expect(other.text).toContain('This link has expired.');
  expect((await shown('/a/damaged')).text).toContain('This link is damaged');
  const response = await fetch(`${server.url}${tripLink()}`, {
    headers: { accept: 'application/problem+json' },
  });
  expect(await response.json()).toMatchObject({ status: 404, detail: 'This trip is no longer stored.' });
});
