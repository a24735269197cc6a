import { describe, expect, it } from 'vitest';
import { getIncident, incidentTimeline } from '../../../store/incidents/index.ts';
import type { Incident } from '../../../store/incidents/index.ts';
import { FLEETS } from '../../support/servers/server.ts';
import { pressBody, signedHeaders } from '../../server/slackRequest.ts';
import type { PressInTest } from '../../server/slackRequest.ts';
import { storeIncident } from '../../support/incidents/stored.ts';
import { useServer } from '../../support/servers/useServer.ts';

const SECRET = 'planted-signing-secret';
const fleets = [{ ...FLEETS[0]!, slack: { signingSecret: SECRET, teamId: 'T1' } }];
const server = useServer({ fleets });

async function press(...presses: readonly PressInTest[]): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (const it of presses) {
    const body = pressBody(it);
    const headers = signedHeaders(SECRET, body, Math.floor(Date.now() / 1000));
    const answer = await fetch(`${server.url}/slack/interactions`, { method: 'POST', headers, body });
    statuses.push(answer.status);
  }
  return statuses;
}

const kindsOf = async ({ fleetId, id }: Incident): Promise<readonly string[]> =>
  (await incidentTimeline(server.db, { fleetId, id })).map(({ kind }) => kind);

/** Makes a double press: Slack gives each of its presses its own `action_ts`. */
const twice = (it: PressInTest): readonly PressInTest[] => [
  { ...it, actionTs: '1790000000.000100' },
  { ...it, actionTs: '1790000000.480200' },
];

describe('a button that is pressed twice', () => {
  it.each([
    ['incident_acknowledge', undefined, 'acknowledged'],
    ['incident_snooze', undefined, 'snoozed'],
    ['incident_resolve', 'false_alarm', 'resolved'],
    ['incident_escalate', undefined, 'escalated'],
  ])('%s has one entry in the timeline, and so one note in the thread', async (actionId, word, kind) => {
    const incident = await storeIncident(server.db);
    const item = word === undefined ? { value: incident.id } : { option: `${incident.id} ${word}` };
    expect(await press(...twice({ actionId, ...item }))).toEqual([200, 200]);
    const kinds = await kindsOf(incident);
    expect(kinds.filter((each) => each === kind)).toHaveLength(1);
  });

  it('leaves what another person pressed in between as it is', async () => {
    const incident = await storeIncident(server.db);
    const [first, second] = twice({ actionId: 'incident_acknowledge', value: incident.id });
    await press(first!, { actionId: 'incident_escalate', value: incident.id, user: 'U02' }, second!);
    expect(await kindsOf(incident)).toEqual(['opened', 'acknowledged', 'escalated', 'acknowledged']);
  });

  it('is no double press for another disposition: the second is late, and says so', async () => {
    const incident = await storeIncident(server.db);
    const option = (word: string) => ({ actionId: 'incident_resolve', option: `${incident.id} ${word}` });
    await press(option('confirmed'), { ...option('other'), actionTs: '1790000000.480200' });
    expect(await kindsOf(incident)).toEqual(['opened', 'resolved', 'late_answer']);
    const stored = await getIncident(server.db, { fleetId: incident.fleetId, id: incident.id });
    expect(stored?.disposition).toBe('confirmed');
  });
});

describe('Slack’s check of the certificate', () => {
  it.each([
    ['unsigned, with the old token', 'ssl_check=1&token=legacy', 200],
    ['without a token', 'token=&ssl_check=1', 200],
    ['beside a press, which needs a signature', 'ssl_check=1&payload=%7B%7D', 401],
    ['with another value', 'ssl_check=0', 401],
  ])('%s: %s is answered %i', async (_name, body, status) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await fetch(`${server.url}/slack/interactions`, { method: 'POST', headers, body });
    expect(answer.status).toBe(status);
  });
});
