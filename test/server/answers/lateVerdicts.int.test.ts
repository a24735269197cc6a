import { describe, expect, it } from 'vitest';
import { LINK_KEY_NAME, answerLinks, tripLinks } from '../../../messages/format/index.ts';
import { instanceKey, listAudit } from '../../../store/db/index.ts';
import { getDeletion, setDeletionState } from '../../../store/deletions/index.ts';
import { claimTrip } from '../../../store/trips/index.ts';
import { FLEETS, TOKENS } from '../../support/servers/server.ts';
import type { ApiAnswer } from '../../support/servers/server.ts';
import { pressBody, signedHeaders } from '../slackRequest.ts';
import { useServer } from '../../support/servers/useServer.ts';
import { storeDeletion, storeVerdict } from '../../support/store/records.ts';

const SECRET = 'planted-north-signing-secret';
const fleets = FLEETS.map((fleet) => ({ ...fleet, slack: { signingSecret: SECRET } }));
const server = useServer(() => ({ fleets: fleets.slice(0, 1) }));

let count = 0;
async function asked(tripId = `t-${(count += 1)}`): Promise<string> {
  const { id } = await storeDeletion(server.db, { driverId: 'd', tripId, rule: 'short', cause: 'too short' });
  return id;
}
const key = (id: string) => ({ fleetId: 'north', id });
const say = (id: string, verb: 'approve' | 'reject', by = 'Ben'): Promise<ApiAnswer> =>
  server.api('POST', `/deletions/${id}/${verb}`, { token: TOKENS.admin, body: { by } });
async function press(id: string, actionId: string, user: string): Promise<number> {
  const body = pressBody({ actionId, value: id, user, userName: 'una', actionTs: `${id}.${user}` });
  const headers = signedHeaders(SECRET, body, Math.floor(Date.now() / 1000));
  return (await fetch(`${server.url}/slack/interactions`, { method: 'POST', headers, body })).status;
}
const auditOf = async (id: string): Promise<string[]> =>
  (await listAudit(server.db, { fleetId: 'north', subjectType: 'deletion', subjectId: id })).items.map(
    ({ action }) => action,
  );
const approve = (id: string) =>
  storeVerdict(server.db, { ...key(id), decision: 'approved', who: 'slack:U01', by: 'Ann' });
const end = (id: string, state: 'refused' | 'gone' | 'deleted', reason?: string) =>
  setDeletionState(server.db, { ...key(id), state, at: new Date(), ...(reason && { reason }) });

/** Each way in which a request becomes obsolete, and the message that a late answer to it gets. */
const OLD: readonly [string, (id: string) => Promise<unknown>, object, RegExp][] = [
  ['approved', approve, { state: 'approved', decided_by: 'Ann' }, /^Deletion approved\. Ann approved it on /],
  [
    'kept by somebody',
    (id) =>
      storeVerdict(server.db, {
        ...key(id),
        decision: 'rejected',
        who: 'slack:U01',
        by: 'Ann',
        note: 'Our van',
      }),
    { state: 'rejected', decided_by: 'Ann', decided_who: 'slack:U01' },
    /^Trip kept\. Ann rejected the deletion on .* “Our van” /,
  ],
  [
    'refused',
    async (id) => (await approve(id), end(id, 'refused', 'has_collision')),
    { state: 'refused', reason: 'has_collision', decided_by: 'Ann' },
    /^Trip kept\. The trip has a collision, so it is kept\. /,
  ],
  [
    'expired',
    (id) =>
      server.db
        .updateTable('deletions')
        .set({ expiresAt: new Date(Date.now() - 60_000) })
        .where('id', '=', id)
        .execute(),
    { state: 'expired' },
    /^Trip kept\. Not approved in time\. /,
  ],
  ['gone', (id) => end(id, 'gone'), { state: 'gone' }, /^Trip was gone\. /],
  [
    'deleted',
    async (id) => (await approve(id), end(id, 'deleted')),
    { state: 'deleted', decided_by: 'Ann' },
    /^Trip deleted\. Deleted on .*; Ann had approved it\. /,
  ],
];

describe.each(OLD)('an old question, about a deletion that is %s,', (_what, age, present, words) => {
  it.each(['approve', 'reject'] as const)(
    'answered by the API (%s) says so and changes nothing',
    async (verb) => {
      const id = await asked();
      await age(id);
      const answer = await say(id, verb);
      expect(answer).toMatchObject({ status: 409, json: present });
      expect(answer.json['detail']).toMatch(words);
      expect(answer.json['detail']).toMatch(/This answer changed nothing\.$/);
      expect(answer.json).not.toHaveProperty('open_deletion');
      const before = [await getDeletion(server.db, key(id)), await auditOf(id)];
      await say(id, verb);
      expect([await getDeletion(server.db, key(id)), await auditOf(id)]).toEqual(before);
    },
  );

  it.each(['deletion_approve', 'deletion_reject'])(
    'pressed in Slack (%s) changes nothing',
    async (actionId) => {
      const id = await asked();
      await age(id);
      server.gateway.latePresses.length = 0;
      expect(await press(id, actionId, 'U07')).toBe(200);
      expect(server.gateway.latePresses).toMatchObject([{ deletionId: id, userId: 'U07', channelId: 'C1' }]);
      expect(await getDeletion(server.db, key(id))).toMatchObject({
        state: (present as { state: string }).state,
      });
    },
  );
});

it('an old question whose trip is asked about anew says which question counts', async () => {
  const old = await asked('again');
  await end(old, 'refused', 'no_longer_matched');
  const newer = await asked('again');
  const answer = await say(old, 'approve');
  expect(answer).toMatchObject({ status: 409, json: { state: 'refused', open_deletion: newer } });
  expect(answer.json['detail']).toContain(
    `Deletion ${newer} is now the open one for this trip: approve or reject that one.`,
  );
  expect(await getDeletion(server.db, key(newer))).toMatchObject({ state: 'requested' });
});

it('two people who approve at the same moment by API and Slack: one deletion, the other learns who was first', async () => {
  const winners = new Set<string>();
  for (let round = 0; round < 20; round += 1) {
    const id = await asked();
    server.gateway.deletions.length = 0;
    server.gateway.latePresses.length = 0;
    const byApi = (): Promise<ApiAnswer> => say(id, 'approve', 'Ben');
    const bySlack = (): Promise<number> => press(id, 'deletion_approve', 'U07');
    const first = round % 2 === 0 ? byApi() : bySlack();
    // Either side may be faster here. In the first two rounds each of them comes first for certain.
    if (round < 2) await first;
    const second = round % 2 === 0 ? bySlack() : byApi();
    const [one, other] = await Promise.all([first, second]);
    const api = (typeof one === 'number' ? other : one) as ApiAnswer;
    expect([one, other]).toContain(200);
    const deletion = await getDeletion(server.db, key(id));
    expect(server.gateway.deletions).toEqual([id]);
    expect((await auditOf(id)).filter((action) => action === 'deletion.approved')).toHaveLength(1);
    winners.add(deletion!.decidedWho!);
    if (deletion!.decidedWho === 'ann') {
      expect(api).toMatchObject({ status: 200, json: { decided_by: 'Ben' } });
      expect(server.gateway.latePresses).toMatchObject([{ deletionId: id, userId: 'U07' }]);
    } else {
      expect(api).toMatchObject({ status: 409, json: { decided_who: 'slack:U07', decided_by: 'una' } });
      expect(server.gateway.latePresses).toEqual([]);
    }
  }
  expect([...winners].sort()).toEqual(['ann', 'slack:U07']);
});

describe('the page behind a signed link to a trip', () => {
  const link = async (tripId: string, expires = Math.floor(Date.now() / 1000) + 60): Promise<string> => {
    const signingKey = await instanceKey(server.db, LINK_KEY_NAME);
    return `${server.url}/t/${tripLinks.sign(signingKey, { fleet: 'north', driverId: 'd', tripId, expires })}`;
  };
  const everything = async (id: string) => [await getDeletion(server.db, key(id)), await auditOf(id)];

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['open', () => Promise.resolve()],
    ...OLD.map(([what, age]): [string, typeof age] => [what, age]),
  ])(
    'changes nothing of a deletion that is %s, however often and by whatever it is opened, and takes no answer',
    async (_what, age) => {
      const tripId = `p-${(count += 1)}`;
      await claimTrip(server.db, {
        fleetId: 'north',
        driverId: 'd',
        tripId,
        workflowId: tripId,
        at: new Date(),
      });
      const id = await asked(tripId);
      await age(id);
      const before = await everything(id);
      const url = await link(tripId);
      for (const method of ['GET', 'HEAD', 'GET', 'HEAD', 'GET'])
        expect((await fetch(url, { method, headers: { 'user-agent': 'LinkScanner/1.0' } })).status).toBe(200);
      const answered = await fetch(url, { method: 'POST', body: new URLSearchParams({ answer: 'approve' }) });
      expect([404, 405]).toContain(answered.status);
      expect(await everything(id)).toEqual(before);
    },
  );

  it('says one thing of the trip when its signature is wrong or too old: nothing', async () => {
    const url = await link('p-secret', 1);
    const signingKey = await instanceKey(server.db, LINK_KEY_NAME);
    const answerLink = { fleet: 'north', incidentId: '1', receiver: 'a@example.com', expires: 4e9 };
    const wrong = [
      url,
      `${(await link('p-secret')).slice(0, -2)}`,
      `${server.url}/t/${answerLinks.sign(signingKey, answerLink)}`,
    ];
    const said = new Set<string>();
    for (const each of wrong) {
      const response = await fetch(each);
      expect(response.status).toBe(404);
      const { detail } = (await response.json()) as { detail: string };
      expect(detail).not.toContain('p-secret');
      said.add(detail);
    }
    expect(said.size).toBe(1);
  });
});
