import { describe, expect, it } from 'vitest';
import {
  answerLinks,
  isExpired,
  tripLinks,
  unsubscribeLinks,
  withoutActingLinks,
} from '../../../messages/format/index.ts';

const key = new Uint8Array(32).fill(7);
const trip = { fleet: 'north', driverId: 'ann@example.com/1', tripId: '1790000000000', expires: 2_000 };
const answer = { fleet: 'north', incidentId: '42', receiver: 'ann@example.com', expires: 1_790_000_000 };
const unsubscribe = { fleet: 'north', digest: 'weekly', address: 'ann@example.com' };

/** Links as they were sent, which must stay valid. */
const SENT = {
  trip: 'WyJub3J0aCIsImFubkBleGFtcGxlLmNvbS8xIiwiMTc5MDAwMDAwMDAwMCIsMjAwMF0.VCbydvTfNdgY1f7rcwxoFc0gZ85FkJ7l1jXlAn9sZvw',
  answer:
    'WyJub3J0aCIsIjQyIiwiYW5uQGV4YW1wbGUuY29tIiwxNzkwMDAwMDAwXQ.ZUlOwAZ-EIKMk6fPCOL0mbncWuIlQElwvYJfkJOPQpo',
  unsubscribe: 'WyJub3J0aCIsIndlZWtseSIsImFubkBleGFtcGxlLmNvbSJd.Vzwvu9KSDV165HNuzE5aNw4rnaI33blvwtJ9wwnhD0c',
};

describe('a signed link', () => {
  it('says what was signed, and is written as it always was', () => {
    expect(tripLinks.sign(key, trip)).toBe(SENT.trip);
    expect(tripLinks.read(key, SENT.trip)).toEqual(trip);
    expect(answerLinks.sign(key, answer)).toBe(SENT.answer);
    expect(answerLinks.read(key, SENT.answer)).toEqual(answer);
    expect(unsubscribeLinks.sign(key, unsubscribe)).toBe(SENT.unsubscribe);
    expect(unsubscribeLinks.read(key, SENT.unsubscribe)).toEqual(unsubscribe);
  });

  it.each([
    ['trip', tripLinks, tripLinks.sign(key, { ...trip, driverId: 'x', expires: 9_999 })],
    ['answer', answerLinks, answerLinks.sign(key, { ...answer, incidentId: '43' })],
    ['unsubscribe', unsubscribeLinks, unsubscribeLinks.sign(key, { ...unsubscribe, digest: 'monthly' })],
  ] as const)(
    'to %s opens nothing when damaged, cut, extended or signed with another key',
    (kind, links, more) => {
      const text = SENT[kind];
      const [payload, signature] = text.split('.') as [string, string];
      const other = more.split('.')[0]!;
      const damaged = ['', '.', payload, `${payload}.`, `${other}.${signature}`, `${text}.x`, `${text}x`];
      for (const wrong of [...damaged, text.slice(0, -4)])
        expect(links.read(key, wrong), wrong).toBeUndefined();
      expect(links.read(new Uint8Array(32).fill(8), text)).toBeUndefined();
    },
  );

  it('opens no page of another kind', () => {
    for (const other of [SENT.answer, SENT.unsubscribe]) expect(tripLinks.read(key, other)).toBeUndefined();
    for (const other of [SENT.trip, SENT.unsubscribe]) expect(answerLinks.read(key, other)).toBeUndefined();
    for (const other of [SENT.trip, SENT.answer]) expect(unsubscribeLinks.read(key, other)).toBeUndefined();
  });

  it('is over after its last second, or never', () => {
    expect([1_999, 2_000, 2_001].map((now) => isExpired(trip, now))).toEqual([false, false, true]);
    expect(isExpired({}, Number.MAX_SAFE_INTEGER)).toBe(false);
  });

  it('is hidden where it acts in the name of a person, and stays where it only shows a trip', () => {
    const text = `https://x/a/${SENT.answer} https://x/u/${SENT.unsubscribe} https://x/t/${SENT.trip}`;
    expect(withoutActingLinks(text)).toBe(`https://x/a/hidden https://x/u/hidden https://x/t/${SENT.trip}`);
  });
});
