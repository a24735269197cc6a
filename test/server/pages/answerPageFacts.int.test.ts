import { expect, it } from 'vitest';
import { LINK_KEY_NAME, answerLinks } from '../../../messages/format/index.ts';
import { instanceKey } from '../../../store/db/index.ts';
import { keepSlackPerson } from '../../../store/deliveries/index.ts';
import { storePublished } from '../../support/store/published.ts';
import { happens, incidentInStore } from '../../support/incidents/inStore.ts';
import { storeIncident } from '../../support/incidents/stored.ts';
import { TOKENS } from '../../support/servers/server.ts';
import { useServer } from '../../support/servers/useServer.ts';

const server = useServer();

it('the page behind an e-mail’s link shows what the messages show: speeds, last trips and other open incidents', async () => {
  const at = new Date();
  const body = { id: 'speeding', name: 'Heavy <speeding>', severity: 'warning', mode: 'live' };
  await storePublished(server.db, { kind: 'rule', body, at });
  await storeIncident(server.db, { driverId: 'd-17', rule: 'speeding', tripId: 'another' });
  await storeIncident(server.db, { driverId: 'd-17', rule: 'long-gone', ruleVersion: 9 });
  await storeIncident(server.db, { driverId: 'd-99', rule: 'of-another-driver' });
  await incidentInStore(server.db, 'north');
  const incident = await incidentInStore(server.db, 'north');
  const signingKey = await instanceKey(server.db, LINK_KEY_NAME);
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
  const first = await incidentInStore(server.db, 'north');
  const steps = [
    { after: '0m', notify: [{ type: 'slack', channel: '#safety-urgent' }] },
    { after: '10m', notify: [{ type: 'slack', channel: 'U0NEXT' }] },
  ];
  const policy = { id: 'collision', name: 'Collision', steps };
  const published = await storePublished(server.db, { kind: 'escalation-policy', body: policy, at });
  const policyVersion = published.ok ? published.version : 0;
  await keepSlackPerson(server.db, { fleetId: 'north', userId: 'U0NEXT', name: 'Bea', at });
  const dueAt = new Date(Date.parse('2026-03-10T13:00:00Z'));
  await server.db
    .updateTable('incidents')
    .set({ policyVersion, position: 1, dueAt })
    .where('id', '=', first.id)
    .execute();
  const signingKey = await instanceKey(server.db, LINK_KEY_NAME);
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
  await server.db
    .updateTable('incidents')
    .set({ position: 2, dueAt: null })
    .where('id', '=', first.id)
    .execute();
  expect(await (await fetch(url)).text()).toContain('No further step pages anyone.');
  expect(await shown()).not.toHaveProperty('next_page');
});

it('the page of a fleet whose settings say so is in German, and so is what it says about an answer', async () => {
  const incident = await incidentInStore(server.db, 'north');
  await storePublished(server.db, { kind: 'settings', body: { id: 'settings', language: 'de' } });
  const signingKey = await instanceKey(server.db, LINK_KEY_NAME);
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
  await storePublished(server.db, { kind: 'settings', body: { id: 'settings', language: 'en' } });
});

it('the API shows only the host of a webhook that was notified: the rest of its address may be a secret', async () => {
  const incident = await incidentInStore(server.db, 'north');
  const receiver = 'https://hooks.example.com:8443/planted-path?token=planted-query';
  await happens(server.db, incident, {
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
