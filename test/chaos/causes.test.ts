import { describe, expect, it } from 'vitest';
import { Attempts } from './attempts.ts';
import { Causes, NEAR_MS } from './causes.ts';
import { Disturbances } from './disturbances.ts';
import type { ProcessName } from './faultPlan.ts';
import type { AttemptEntry, Fate } from './standIn/attempts.ts';
import { Tally } from './tally.ts';

const A = 'drv-0000001';
const T = Date.parse('2026-11-21T12:00:00Z');
const attempt = (receiver: string, fate: Fate, more: Partial<AttemptEntry> = {}): AttemptEntry => ({
  at: T,
  receiver,
  drivers: [A],
  isMarked: false,
  fate,
  ...more,
});
const marked = { isMarked: true, at: T + 60_000 } as const;
const failedLookup = (receiver: string, at: number): AttemptEntry =>
  attempt(receiver, 'not taken, not answered', { drivers: [], isLookup: true, at });

type Span = readonly [process: ProcessName, from: number, to: number];

function causesOf(entries: readonly AttemptEntry[], spans: readonly Span[] = []): Causes {
  const attempts = new Attempts([]);
  for (const entry of entries) attempts.add(entry);
  const disturbances = new Disturbances();
  for (const [process, from, to] of spans) disturbances.add({ process, what: `${process} killed`, from, to });
  return new Causes(attempts, disturbances);
}

describe('a marked repeat', () => {
  const explains = (receiver: string, first: Fate, spans: readonly Span[] = []): boolean =>
    causesOf([attempt(receiver, first), attempt(receiver, 'taken', marked)], spans).explainMark(
      `${receiver} ${A}`,
    );

  it('needs a cause: none without a fault', () => {
    for (const receiver of ['a@b.example', '/hook', '#c']) expect(explains(receiver, 'taken')).toBe(false);
    expect(explains('a@b.example', 'refused')).toBe(false);
    expect(causesOf([]).explainMark(`a@b.example ${A}`)).toBe(false);
  });

  it.each([
    ['a@b.example', 'taken, answer dropped'],
    ['a@b.example', 'not taken, cut'],
    ['/hook', 'taken, not answered'],
    ['/hook', 'not taken, answered 5xx'],
  ] as const)('to %s is explained by an earlier one that was %s', (receiver, fate) => {
    expect(explains(receiver, fate)).toBe(true);
  });

  it('is excused once, and a webhook’s once for each 5xx', () => {
    const again = (fate: Fate, times: number) =>
      Array.from({ length: times }, () => attempt('/hook', fate, marked));
    const entries = [
      attempt('/hook', 'taken, answered 5xx'),
      ...again('not taken, answered 5xx', 2),
      ...again('taken', 1),
    ];
    expect(causesOf(entries).excusedRepeats(`/hook ${A}`)).toBe(3);
    expect(
      causesOf([attempt('/hook', 'taken, answer dropped'), ...again('taken', 1)]).excusedRepeats(
        `/hook ${A}`,
      ),
    ).toBe(1);
    // The retry after a 5xx has an unknown outcome of its own, which excuses one further attempt but no second.
    const unanswered = [attempt('/hook', 'taken, answered 5xx'), ...again('taken, not answered', 2)];
    expect(causesOf(unanswered).excusedRepeats(`/hook ${A}`)).toBe(2);
    expect(causesOf([attempt('/hook', 'taken'), ...again('taken', 1)]).excusedRepeats(`/hook ${A}`)).toBe(0);
  });

  it('is not explained by what befell the repeat itself', () => {
    const entries = [attempt('/hook', 'taken'), attempt('/hook', 'taken, answer dropped', marked)];
    expect(causesOf(entries).explainMark(`/hook ${A}`)).toBe(false);
  });

  it('is explained by a fault near the first attempt, of the sender or the receiver', () => {
    for (const process of ['worker-2', 'postgres', 'temporal', 'smtp'] as const)
      expect(explains('a@b.example', 'taken', [[process, T - 5_000, T - 1_000]])).toBe(true);
    expect(explains('a@b.example', 'taken', [['worker-1', T + NEAR_MS, T + NEAR_MS + 1]])).toBe(true);
    expect(explains('a@b.example', 'taken', [['worker-1', T - 120_000, Infinity]])).toBe(true);
    expect(explains('a@b.example', 'taken', [['worker-1', T + NEAR_MS + 1, Infinity]])).toBe(false);
    expect(explains('a@b.example', 'taken', [['worker-1', T - 60_000, T - NEAR_MS - 1]])).toBe(false);
    for (const process of ['webhooks', 'server-1', 'analytics'] as const)
      expect(explains('a@b.example', 'taken', [[process, T, T + 1]])).toBe(false);
  });

  it('in Slack needs a check that failed, too', () => {
    expect(explains('#c', 'taken, answer dropped')).toBe(false);
    const repeated = [attempt('#c', 'taken, answer dropped'), attempt('#c', 'taken', marked)];
    const withLookup = (lookup: AttemptEntry): boolean =>
      causesOf([...repeated, lookup]).explainMark(`#c ${A}`);
    expect(withLookup(failedLookup('#c', T + 5_000))).toBe(true);
    expect(withLookup(failedLookup('#', T + 5_000))).toBe(true);
    expect(withLookup(failedLookup('#other', T + 5_000))).toBe(false);
    expect(withLookup(failedLookup('#c', marked.at + 1))).toBe(false);
    expect(explains('#c', 'taken, answer dropped', [['slack', T + 20_000, T + 30_000]])).toBe(true);
    const lookedUp = [attempt('#c', 'taken'), failedLookup('#c', T + 5_000), attempt('#c', 'taken', marked)];
    expect(causesOf(lookedUp).explainMark(`#c ${A}`)).toBe(false);
  });

  it('in Slack is explained by a plain one of a worker that was held up, and that got there after it', () => {
    const late = attempt('#c', 'taken', { at: marked.at + 1 });
    const explainsWith = (plain: AttemptEntry, spans: readonly Span[]): boolean =>
      causesOf([attempt('#c', 'taken', marked), plain], spans).explainMark(`#c ${A}`);
    const heldUp = [['worker-1', T, marked.at]] as const;
    expect(explainsWith(late, heldUp)).toBe(true);
    expect(explainsWith(late, [])).toBe(false);
    expect(explainsWith(attempt('#c', 'taken'), heldUp)).toBe(false);
  });

  it('without a cause counts as avoidable', () => {
    const tally = new Tally(new Map([[`/hook ${A}`, 1]]), []);
    tally.add({ receiver: '/hook', text: A } as { receiver: string });
    tally.add({ receiver: '/hook', text: `${A} possible duplicate` } as { receiver: string });
    const hook = (fate: Fate) => {
      const causes = causesOf([attempt('/hook', fate)]);
      return tally.figures((key) => causes.excusedRepeats(key)).get('/hook');
    };
    expect(hook('taken')).toMatchObject({ avoidable: 1, marked: 0 });
    expect(hook('taken, answer dropped')).toMatchObject({ avoidable: 0, marked: 1 });
  });
});

describe('a message that the ledger calls unconfirmed, and that did not come', () => {
  const time = { from: T - 60_000, to: T + 300_000 };
  const uncertaintyOf = (entries: readonly AttemptEntry[], spans: readonly Span[] = []) =>
    causesOf(entries, spans).ofUnconfirmed(`a@b.example ${A}`, time);
  const mail = (fate: Fate, more?: Partial<AttemptEntry>): AttemptEntry => attempt('a@b.example', fate, more);

  it('is excused by two attempts whose outcome nobody can know, and says which', () => {
    const { isExcused, why } = uncertaintyOf([
      mail('not taken, cut'),
      mail('not taken, not answered', marked),
    ]);
    expect(isExcused).toBe(true);
    expect(why).toEqual(['12:00:00 not taken, cut', '12:01:00 not taken, not answered (marked)']);
  });

  it('is lost with one, with none, and with attempts that were refused', () => {
    expect(uncertaintyOf([mail('not taken, cut')]).isExcused).toBe(false);
    expect(uncertaintyOf([mail('not taken, cut'), mail('refused', marked)]).isExcused).toBe(false);
    expect(uncertaintyOf([]).isExcused).toBe(false);
  });

  it('is excused with one when a process died in its time that the other may have died with', () => {
    const within = (process: ProcessName, at: number): boolean =>
      uncertaintyOf([mail('not taken, cut')], [[process, at, at + 1]]).isExcused;
    for (const process of ['worker-1', 'postgres', 'smtp'] as const) expect(within(process, T)).toBe(true);
    expect(within('webhooks', T)).toBe(false);
    expect(within('worker-1', time.from - 10)).toBe(false);
    expect(within('worker-1', time.to + 10)).toBe(false);
  });

  it('is lost when nothing stands in the journals, whoever died', () => {
    expect(
      uncertaintyOf(
        [],
        [
          ['worker-1', T, T + 1],
          ['worker-2', T + 9_000, T + 9_001],
        ],
      ).isExcused,
    ).toBe(false);
  });

  it('counts an attempt that died with its receiver', () => {
    const cut = mail('not taken, cut', marked);
    expect(uncertaintyOf([mail('taken'), cut], [['smtp', T + 5, T + 900]]).why).toHaveLength(2);
    expect(uncertaintyOf([mail('taken'), cut], [['smtp', T + 2_000, T + 3_000]]).why).not.toContain(
      '12:00:00 taken',
    );
  });
});
