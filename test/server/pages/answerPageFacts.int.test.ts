import { expect, it } from 'vitest';
import { LINK_KEY_NAME, answerLinks } from '../../../messages/format/index.ts';
import { instanceKey } from '../../../store/db/index.ts';
import { keepSlackPerson } from '../../../store/deliveries/index.ts';
import { publishDocument, saveDraft } from '../../../store/documents/index.ts';
import { happens, incidentInStore } from '../../support/incidents/inStore.ts';
import { storeIncident } from '../../support/incidents/stored.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { TOKENS } from '../../support/servers/server.ts';
import { useServer } from '../../support/servers/useServer.ts';

const inTest = useDatabase();
const server = useServer(inTest);

it('the page behind an e-mail’s link shows what the messages show: speeds, last trips and other open incidents', async () => {
  const at = new Date();
  const key = { fleetId: 'north', kind: 'rule', id: 'speeding', who: 'ann', at } as const;
  const body = { id: 'speeding', name: 'Heavy <speeding>', severity: 'warning', mode: 'live' };
  await saveDraft(inTest.db, { ...key, body });
  await publishDocument(inTest.db, key);
  await storeIncident(inTest.db, { driverId: 'd-17', rule: 'speeding', tripId: 'another' });
  await storeIncident(inTest.db, { driverId: 'd-17', rule: 'long-gone', ruleVersion: 9 });
  await storeIncident(inTest.db, { driverId: 'd-99', rule: 'of-another-driver' });
  await incidentInStore(inTest.db, 'north');
  const incident = await incidentInStore(inTest.db, 'north');
  const signingKey = await instanceKey(inTest.db, LINK_KEY_NAME);
  const expires = Math.floor(Date.now() / 1000) + 60;
  const link = { fleet: 'north', incidentId: incident.id, receiver: 'ann@example.com', expires };
  const html = await (await fetch(`${server.url}/a/${answerLinks.sign(signingKey, link)}`)).text();
  expect(html.replaceAll('\u00A0', ' ')).toContain('100 km/h before, 0 km/h after');
  expect(html).toContain('On the map: 52.51627, 13.37770');
  expect(html).toContain('Also open for this driver');
  expect(html).toMatch(/Heavy &lt;speeding&gt;, since/);
  expect(html).toMatch(/long-gone, since/);
  expect(html).toMatch(/Collision detected, since/);
  expect(html).not.toContain('of-another-driver');
  expect(html.match(/, since/g)).toHaveLength(3);
  expect(html).toContain('The driver’s last trips');
  expect(html.match(/12\.4\u00A0km · score 41/g)).toHaveLength(1);
});

it('the page and the API say who is paged next and when, by the name that Slack gives', async () => {
  const at = new Date();
  const first = await incidentInStore(inTest.db, 'north');
  const policy = { fleetId: 'north', kind: 'escalation-policy', id: 'collision', who: 'ann', at } as const;
  const steps = [
    { after: '0m', notify: [{ type: 'slack', channel: '#safety-urgent' }] },
    { after: '10m', notify: [{ type: 'slack', channel: 'U0NEXT' }] },
  ];
  await saveDraft(inTest.db, { ...policy, body: { id: 'collision', name: 'Collision', steps } });
  const published = await publishDocument(inTest.db, policy);
  const policyVersion = published.ok ? published.version : 0;
  await keepSlackPerson(inTest.db, { fleetId: 'north', userId: 'U0NEXT', name: 'Bea', at });
  const dueAt = new Date(Date.parse('2026-03-10T13:00:00Z'));
  await inTest.db
    .updateTable('incidents')
    .set({ policyVersion, position: 1, dueAt })
    .where('id', '=', first.id)
    .execute();
  const signingKey = await instanceKey(inTest.db, LINK_KEY_NAME);
  const expires = Math.floor(Date.now() / 1000) + 60;
  const link = { fleet: 'north', incidentId: first.id, receiver: 'ann@example.com', expires };
  const url = `${server.url}/a/${answerLinks.sign(signingKey, link)}`;
  expect(await (await fetch(url)).text()).toMatch(
    /Not acknowledged\.<\/strong> Bea is paged at .*14:00 \(Europe\/Berlin\) unless this is acknowledged\./,
  );
  const shown = async (): Promise<unknown> =>
    (await server.api('GET', `/incidents/${first.id}`, { token: TOKENS.viewer })).json;
  expect(await shown()).toMatchObject({
    next_page: {
      at: dueAt.toISOString(),
      receivers: [{ action: 'slack', receiver: 'U0NEXT', person: 'Bea' }],
    },
  });
  await inTest.db
    .updateTable('incidents')
    .set({ position: 2, dueAt: null })
    .where('id', '=', first.id)
    .execute();
  expect(await (await fetch(url)).text()).toContain('No further step pages anyone.');
  expect(await shown()).not.toHaveProperty('next_page');
});

it('the page of a fleet whose settings say so is in German, and so is what it says about an answer', async () => {
  const incident = await incidentInStore(inTest.db, 'north');
  const settings = {
    fleetId: 'north',
    kind: 'settings',
    id: 'settings',
    who: 'ann',
    at: new Date(),
  } as const;
  await saveDraft(inTest.db, { ...settings, body: { id: 'settings', language: 'de' } });
  await publishDocument(inTest.db, settings);
  const signingKey = await instanceKey(inTest.db, LINK_KEY_NAME);
  const expires = Math.floor(Date.now() / 1000) + 60;
  const link = { fleet: 'north', incidentId: incident.id, receiver: 'ann@example.com', expires };
  const url = `${server.url}/a/${answerLinks.sign(signingKey, link)}`;
  const html = await (await fetch(url)).text();
  expect(html).toContain('<html lang="de">');
  expect(html).toContain('<strong>Nicht quittiert.</strong>');
  expect(html).toContain('Ebenfalls offen für diesen Fahrer');
  const answered = await fetch(url, { method: 'POST', body: new URLSearchParams({ answer: 'acknowledge' }) });
  const after = await answered.text();
  expect(after).toContain('Sie sind jetzt zuständig. Sonst wird niemand benachrichtigt.');
  expect(after).toContain('hat quittiert (über den Link an ann@example.com)');
  await saveDraft(inTest.db, { ...settings, body: { id: 'settings', language: 'en' } });
  await publishDocument(inTest.db, settings);
});

it('the API shows only the host of a webhook that was notified: the rest of its address may be a secret', async () => {
  const incident = await incidentInStore(inTest.db, 'north');
  const receiver = 'https://hooks.example.com:8443/planted-path?token=planted-query';
  await happens(inTest.db, incident, {
    event: { kind: 'paged', details: { page: 0, round: 1, step: 1 } },
    messageKind: 'incident_page',
    to: [
      { action: 'webhook', receiver },
      { action: 'slack', receiver: '#safety' },
    ],
  });
  const { json } = await server.api('GET', `/incidents/${incident.id}`, { token: TOKENS.viewer });
  const { timeline } = json as { timeline: { kind: string; details?: object }[] };
  expect(timeline.find(({ kind }) => kind === 'paged')?.details).toMatchObject({
    step: 1,
    notified: [
      { action: 'webhook', receiver: 'hooks.example.com:8443' },
      { action: 'slack', receiver: '#safety' },
    ],
  });
  expect(JSON.stringify(json)).not.toContain('planted-');
});
