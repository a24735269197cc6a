import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSlackChannel, createSlackSender } from '../../activities/channels/slack/index.ts';
import type { SlackSender } from '../../activities/dependencies/index.ts';
import { createBreakers, createFleetAlarms } from '../../activities/dependencies/index.ts';
import type { ActivityDependencies, Breakers } from '../../activities/dependencies/index.ts';
import { createMessengers } from '../../activities/dispatch/index.ts';
import { createLedger, getDelivery } from '../../store/deliveries/index.ts';
import type { Delivery } from '../../store/deliveries/index.ts';
import type { Incident } from '../../store/incidents/index.ts';
import { happens, incidentInStore } from '../support/incidents/inStore.ts';
import { startSlackStandIn } from '../support/stand-ins/slack.ts';
import type { SlackOutage } from '../support/stand-ins/slack.ts';
import { UNLIMITED } from '../support/servers/stack.ts';
import { useDatabase } from '../support/store/useDatabase.ts';
import { useStarted } from '../support/run/useStarted.ts';

const test = useDatabase();
/** Short time limits, so that the test does not take hours. */
const HASTE = { resolveMs: 200, nameMs: 100, lookupMs: 200, callMs: 400 };
const OUTAGES: readonly [string, SlackOutage][] = [
  ['hangs', 'hangs'],
  ['answers 500', { status: 500 }],
];

let incident: Incident;
let breakers: Breakers;
let sender: SlackSender;
let send: (deliveryId: string) => Promise<string>;
let fleet = '';
let count = 0;
/** How far the clock of the activities is ahead. */
let aheadMs = 0;

const slack = useStarted(startSlackStandIn);
beforeEach(async () => {
  fleet = `f-${(count += 1)}`;
  aheadMs = 0;
  comeBack();
  slack.messages.length = 0;
  incident = await incidentInStore(test.db, fleet);
  const log = pino({ level: 'silent' });
  breakers = createBreakers({ log });
  const now = (): Date => new Date(Date.now() + aheadMs);
  const north = {
    id: fleet,
    name: 'North',
    timezone: 'Europe/Berlin',
    get slack() {
      return sender;
    },
  };
  const messengers = createMessengers({
    fleets: new Map([[fleet, north]]),
    db: test.db,
    ledger: createLedger(test.db),
    log,
    now,
    breakers,
    alarms: createFleetAlarms({ db: test.db, log, now }),
    channels: { slack: createSlackChannel({ rateLimit: UNLIMITED }) } as never,
    publicUrl: 'https://tripline.example',
  } as Partial<ActivityDependencies> as ActivityDependencies);
  send = (deliveryId) => messengers.sendSlack({ fleet, deliveryId });
});

function hang(outage: SlackOutage): void {
  slack.outage = outage;
  sender = createSlackSender({ token: slack.token, apiUrl: slack.url, timeLimits: HASTE });
}
function comeBack(): void {
  slack.outage = undefined;
  sender = createSlackSender({ token: slack.token, apiUrl: slack.url });
}

const CHANNEL = { action: 'slack', receiver: '#safety-urgent' } as const;
const noted = async (): Promise<string> => {
  const event = { kind: 'joined', who: 'ann', by: 'Ann' } as const;
  return (await happens(test.db, incident, { event, messageKind: 'incident_note', to: [CHANNEL] }))[0]!;
};
const paged = async (step: number): Promise<string> => {
  const event = { kind: 'paged', details: { round: 1, step, cause: 'time' } } as const;
  const it = { event, messageKind: 'incident_page', to: [CHANNEL], set: { position: step } } as const;
  return (await happens(test.db, incident, it))[0]!;
};
const delivery = (id: string): Promise<Delivery | undefined> => getDelivery(test.db, { fleetId: fleet, id });

/** Makes the attempts of hours. The breaker lets each of them through, as a probe. @returns the result of each */
async function hours(id: string, attempts: number): Promise<string[]> {
  const ends: string[] = [];
  for (let each = 0; each < attempts; each += 1) {
    aheadMs += 60_000;
    breakers.of({ fleet, kind: 'slack' }).enter({ urgent: true })?.end('there');
    ends.push(await send(id).catch((error: unknown) => (error as { type: string }).type));
  }
  return ends;
}

describe.each(OUTAGES)('a Slack that %s for hours', (_name, outage) => {
  it.each([
    ['never seen', false],
    ['known', true],
  ])(
    'leaves a note waiting, in a channel whose id is %s, and has it once, unmarked, when it is over',
    async (_which, isKnown) => {
      if (isKnown) expect(await send(await noted())).toBe('sent');
      slack.messages.length = 0;
      const note = await noted();
      hang(outage);
      expect(await hours(note, 5)).toEqual([
        'slack_unclear',
        ...Array<string>(4).fill('delivery_unknown_outcome'),
      ]);
      expect(await delivery(note)).toMatchObject({ state: 'pending', possibleRepeat: false });
      comeBack();
      expect(await hours(note, 1)).toEqual(['sent']);
      expect(slack.messages).toHaveLength(1);
      expect((await delivery(note))?.possibleRepeat).toBe(false);
    },
  );

  it('has a page tried twice and then waiting, and gets it when it is over', async () => {
    const page = await paged(1);
    hang(outage);
    const waits = Array<string>(3).fill('delivery_unknown_outcome');
    expect(await hours(page, 5)).toEqual(['slack_unclear', 'slack_unclear', ...waits]);
    comeBack();
    expect(await hours(page, 1)).toEqual(['sent']);
    expect(slack.messages).toHaveLength(1);
  });

  it('does not have a page given up whose channel takes longer to find than a page waits', async () => {
    const page = await paged(1);
    hang(outage);
    await hours(page, 2);
    comeBack();
    slack.fault('conversations.list', { kind: 'dawdle', ms: 4_000 });
    expect(await hours(page, 1)).toEqual(['sent']);
    expect(slack.messages).toHaveLength(1);
  });

  it('counts as away at each check', async () => {
    const note = await noted();
    hang(outage);
    for (let each = 0; each < 5; each += 1) {
      aheadMs += 60_000;
      await expect(send(note)).rejects.toThrow();
    }
    expect(breakers.of({ fleet, kind: 'slack' }).unavailableForMs()).toBeDefined();
  });
});

describe('a page that arrived, and whose answer got lost', () => {
  let page = '';
  beforeEach(async () => {
    page = await paged(1);
    slack.fault('chat.postMessage', { kind: 'accept_and_drop' });
  });
  const comesOnce = async (): Promise<void> => {
    expect(await hours(page, 1)).toEqual(['sent']);
    expect(slack.messages).toHaveLength(1);
    expect(await delivery(page)).toMatchObject({ possibleRepeat: false });
  };

  it('does not come again when its channel takes longer to find than a page waits', async () => {
    slack.fault('conversations.list', { kind: 'status', status: 500 });
    expect(await hours(page, 1)).toEqual(['slack_unclear']);
    comeBack();
    slack.fault('conversations.list', { kind: 'dawdle', ms: 4_000 });
    await comesOnce();
  });

  it('does not come again because one check for it failed', async () => {
    expect(await hours(page, 1)).toEqual(['slack_unclear']);
    slack.fault('conversations.history', { kind: 'status', status: 500 });
    await comesOnce();
  });
});

it('a page that gets through after a check that nobody answered lets everything else through', async () => {
  const page = await paged(1);
  slack.fault('chat.postMessage', { kind: 'drop' });
  await expect(send(page)).rejects.toMatchObject({ type: 'slack_unclear' });
  for (let each = 0; each < 5; each += 1)
    breakers.of({ fleet, kind: 'slack' }).enter({ urgent: true })!.end('unavailable');
  const broken = { kind: 'status', status: 500 } as const;
  slack.fault('conversations.history', broken, broken);
  expect(await send(page)).toBe('sent');
  expect(breakers.of({ fleet, kind: 'slack' }).unavailableForMs()).toBeUndefined();
});

describe('a Slack that limits the check for a note in doubt', () => {
  const limited = { kind: 'limited', seconds: 30 } as const;
  beforeEach(async () => {
    expect(await send(await noted())).toBe('sent');
    slack.messages.length = 0;
  });

  it('leaves it waiting, and has it once, unmarked', async () => {
    const note = await noted();
    slack.fault('chat.postMessage', { kind: 'drop' });
    slack.fault('conversations.history', limited, limited, limited);
    expect(await hours(note, 4)).toEqual([
      'slack_unclear',
      ...Array<string>(3).fill('delivery_unknown_outcome'),
    ]);
    expect(breakers.of({ fleet, kind: 'slack' }).unavailableForMs()).toBeUndefined();
    expect(await hours(note, 1)).toEqual(['sent']);
    expect(slack.messages).toHaveLength(1);
    expect(await delivery(note)).toMatchObject({ state: 'sent', possibleRepeat: false });
  });

  it('keeps no page from people', async () => {
    const page = await paged(1);
    slack.fault('chat.postMessage', { kind: 'drop' });
    slack.fault('conversations.history', limited);
    expect(await hours(page, 2)).toEqual(['slack_unclear', 'sent']);
    expect(slack.messages).toHaveLength(1);
    expect((await delivery(page))?.possibleRepeat).toBe(true);
  });
});
