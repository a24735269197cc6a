import { beforeAll, describe, expect, it } from 'vitest';
import {
  LINK_KEY_NAME,
  answerLinks,
  tripLinks,
  unsubscribeLinks,
} from '../../../../messages/format/index.ts';
import { emailMessage } from '../../../../messages/message.ts';
import { instanceKey } from '../../../../store/db/index.ts';
import { putOutbox } from '../../../../store/deliveries/index.ts';
import { exampleIncident } from '../../../messages/exampleIncident.ts';
import { ODD_DRIVER, TRIP, recordEverything } from '../../records.ts';
import { TOKENS } from '../../../support/servers/server.ts';
import { useServer } from '../../../support/servers/useServer.ts';

/** Links that act in their receiver's name, and one that only shows a trip. */
let acting: readonly string[];
let tripLink: string;

const server = useServer();
beforeAll(async () => {
  const { incidentId } = await recordEverything(server.db, 'north');
  const key = await instanceKey(server.db, LINK_KEY_NAME);
  const fleet = 'north';
  const expires = Math.floor(Date.now() / 1000) + 3_600;
  const answerLink = `${server.url}/a/${answerLinks.sign(key, { fleet, incidentId, receiver: 'boss@example.com', expires })}`;
  const address = 'lead@example.com';
  const ending = `${server.url}/u/${unsubscribeLinks.sign(key, { fleet, digest: 'weekly', address })}`;
  acting = [answerLink, ending];
  tripLink = `${server.url}/t/${tripLinks.sign(key, { fleet, driverId: ODD_DRIVER, tripId: TRIP, expires })}`;
  const { html, text, subject } = emailMessage({
    ...exampleIncident,
    answerLink,
    alert: { ...exampleIncident.alert, link: tripLink },
  });
  const at = new Date();
  await putOutbox(server.db, {
    fleetId: fleet,
    channel: 'email',
    receiver: 'boss@example.com',
    at,
    subject: `${subject} ${ending}`,
    html,
    text,
  });
  await putOutbox(server.db, {
    fleetId: fleet,
    channel: 'slack',
    receiver: '#ops',
    at,
    text: `Answer: ${answerLink}`,
    blocks: [
      { type: 'section', text: { type: 'mrkdwn', text: `<${answerLink}|Answer>, <${ending}|end it>` } },
      {
        type: 'actions',
        elements: [{ type: 'button', text: { type: 'plain_text', text: 'Go' }, url: ending }],
      },
    ],
  });
  await putOutbox(server.db, {
    fleetId: fleet,
    channel: 'webhook',
    receiver: 'https://example.com/hook',
    at,
    text: JSON.stringify({ answer: answerLink }),
  });
});

/** Returns all rendered messages, joined by line breaks. */
const rendered = async (token: string): Promise<string> => {
  const { json } = await server.api('GET', '/outbox', { token });
  const headers = { authorization: `Bearer ${token}` };
  const pages = (json['items'] as { readonly id: string }[]).map(async ({ id }) => {
    const answer = await fetch(`${server.url}/api/v1/fleets/north/outbox/${id}/page`, { headers });
    expect(answer.status).toBe(200);
    return answer.text();
  });
  return (await Promise.all(pages)).join('\n');
};
const list = async (token: string): Promise<string> =>
  JSON.stringify((await server.api('GET', '/outbox', { token })).json);
/** Returns the signed part of a link. */
const proof = (link: string): string => link.slice(link.indexOf('.', link.lastIndexOf('/')) + 1);
const pathsIn = (text: string): string[] => [...new Set(text.match(/\/[au]\/[\w.-]+/g) ?? [])];

describe('links by which a message is answered', () => {
  it.each([
    ['rendered messages', (): Promise<string> => rendered(TOKENS.viewer)],
    ['the list', (): Promise<string> => list(TOKENS.viewer)],
  ])('work for no viewer who reads %s', async (_where, read) => {
    const shown = await read();
    for (const link of acting) expect(shown).not.toContain(proof(link));
    const found = pathsIn(shown);
    expect(found.length).toBeGreaterThan(0);
    for (const path of found) expect([path, (await fetch(server.url + path)).status]).toEqual([path, 404]);
    // The message itself is there, and a link that only shows something stays.
    expect(shown).toContain(proof(tripLink));
  });

  it('work for editors, in the rendered messages and in the list', async () => {
    for (const shown of [await rendered(TOKENS.editor), await list(TOKENS.editor)])
      for (const link of acting) {
        expect(shown).toContain(proof(link));
        expect((await fetch(link)).status).toBe(200);
      }
  });

  it('are of every page that a signed link lets act', async () => {
    const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
      readonly paths: Readonly<Record<string, object>>;
    };
    const pages = Object.entries(document.paths)
      .filter(([path, methods]) => path.includes('{signed}') && 'post' in methods)
      .map(([path]) => path.replace('{signed}', ''));
    expect(pages.sort()).toEqual(acting.map((link) => new URL(link).pathname.slice(0, 3)).sort());
  });
});
