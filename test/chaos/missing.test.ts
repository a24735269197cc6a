import { describe, expect, it } from 'vitest';
import type { Api, ListedDelivery } from './api.ts';
import { Attempts } from './attempts.ts';
import { Causes } from './causes.ts';
import { Disturbances } from './disturbances.ts';
import type { DoneFault } from './evidence.ts';
import type { Moment } from './ledgerWatch.ts';
import { lookUpMissing } from './missing.ts';
import { readDocuments } from './oracle.ts';
import type { AttemptEntry, Fate } from './standIn/attempts.ts';
import { Tally } from './tally.ts';

const A = 'drv-0000001';
const BEGAN = Date.parse('2026-11-21T12:00:00Z');
const MAIL: ListedDelivery = {
  id: '41',
  rule: 'collision',
  action: 'email',
  kind: 'alert',
  receiver: 'safety@chaos.example',
  attempts: 2,
  state: 'unconfirmed',
  at: new Date(BEGAN + 90_000).toISOString(),
};
const HOOK: ListedDelivery = { ...MAIL, action: 'webhook', receiver: '127.0.0.1:15000' };

async function lookUp(
  receiver: string,
  ledger: readonly ListedDelivery[],
  fates: readonly Fate[],
  known: { readonly changes?: readonly Moment[]; readonly faults?: readonly DoneFault[] } = {},
) {
  const attempts = new Attempts([]);
  for (const [index, fate] of fates.entries())
    attempts.add({
      at: BEGAN + index * 30_000,
      receiver,
      drivers: [A],
      isMarked: index > 0,
      fate,
    } satisfies AttemptEntry);
  const api: Pick<Api, 'deliveries'> = { deliveries: () => Promise.resolve(ledger) };
  const [missing] = await lookUpMissing(
    { api: api as Api, changesOf: () => Promise.resolve(known.changes ?? []) },
    {
      tally: new Tally(new Map([[`${receiver} ${A}`, 1]]), []),
      causes: new Causes(attempts, new Disturbances()),
      attempts,
      faults: known.faults ?? [],
      documents: readDocuments(),
      began: BEGAN,
    },
  );
  return missing;
}

describe('a message that did not come', () => {
  it('is excused when it is shown as unconfirmed and two attempts are in doubt', async () => {
    expect(await lookUp(MAIL.receiver, [MAIL], ['not taken, cut', 'not taken, cut'])).toMatchObject({
      state: 'unconfirmed',
      isExcused: true,
    });
  });

  it.each<[string, readonly ListedDelivery[], readonly Fate[]]>([
    ['the ledger alone says so', [MAIL], []],
    ['one attempt alone is in doubt', [MAIL], ['not taken, cut', 'refused']],
    ['the ledger calls it sent', [{ ...MAIL, state: 'sent' }], ['not taken, cut', 'not taken, cut']],
    ['the ledger does not know of it', [], ['not taken, cut', 'not taken, cut']],
    ['the unconfirmed one is of another receiver', [HOOK], ['not taken, cut', 'not taken, cut']],
  ])('is lost when %s', async (_name, ledger, fates) => {
    expect(await lookUp(MAIL.receiver, ledger, fates)).toMatchObject({ isExcused: false });
  });

  it('is shown with all that is known of it, in the order in which it happened', async () => {
    const changes = [
      { at: BEGAN, what: 'ledger: pending' },
      { at: BEGAN + 1_000, what: 'ledger: pending, attempt 1 may have begun to leave' },
      { at: BEGAN + 95_000, what: 'ledger: unconfirmed, in doubt: 1 and 2' },
    ];
    const fault = (at: number, target: string, what: string): DoneFault => ({
      at: BEGAN + at,
      until: BEGAN + at + 500,
      targets: [target],
      what,
    });
    const faults = [
      fault(-60_000, 'worker-1', 'long over'),
      fault(1_010, 'worker-1', 'worker-1 killed'),
      fault(2_000, 'slack', 'of no account'),
      fault(50_000, 'webhooks', 'webhooks answers 502'),
    ];
    const missing = await lookUp('/collisions', [HOOK], ['refused'], { changes, faults });
    expect(missing?.evidence).toEqual([
      '12:00:00.000 ledger: pending',
      '12:00:00.000 receiver: refused',
      '12:00:01.000 ledger: pending, attempt 1 may have begun to leave',
      '12:00:01.010 fault: worker-1 killed, over at 12:00:01.510',
      '12:00:50.000 fault: webhooks answers 502, over at 12:00:50.500',
      '12:01:35.000 ledger: unconfirmed, in doubt: 1 and 2',
    ]);
  });

  it('is found by its rule and kind when it is a webhook', async () => {
    const page: ListedDelivery = { ...HOOK, kind: 'incident_page', state: 'sent' };
    expect(await lookUp('/collisions', [page, HOOK], [])).toMatchObject({ state: 'unconfirmed' });
    expect(await lookUp('/urgent', [HOOK, page], [])).toMatchObject({ state: 'sent' });
    expect(await lookUp('/brakes', [HOOK, page], [])).toMatchObject({ state: 'never planned' });
  });
});
