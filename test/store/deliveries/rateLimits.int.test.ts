import { expect, it } from 'vitest';
import {
  acquireFreeSlot,
  acquireSlotNow,
  bookSlot,
  pauseChannel,
  rateLimitKeyOf,
  returnSlot,
} from '../../../store/deliveries/index.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';

const store = useDatabase();
const rateLimit = { everyMs: 1_000, burst: 3, mostAheadMs: 2_000 };
const at = new Date('2026-03-02T10:00:00.000Z');
const later = (ms: number): Date => new Date(at.getTime() + ms);
const book = (channel: string, when = at) =>
  bookSlot(store.db, { fleetId: 'north', channel, at: when, rateLimit });

it('lets a short burst through, then one a second, and nobody further ahead than allowed', async () => {
  const slots = [];
  for (let message = 0; message < 7; message += 1) slots.push(await book('#a'));
  expect(slots).toEqual([
    { waitMs: 0 },
    { waitMs: 0 },
    { waitMs: 0 },
    { waitMs: 1_000 },
    { waitMs: 2_000 },
    { busyMs: 3_000 },
    { busyMs: 3_000 },
  ]);
  expect(await book('#a', later(60_000))).toEqual({ waitMs: 0 });
});

it('books every turn once, whoever asks at the same time, and each channel and fleet by itself', async () => {
  const slots = await Promise.all(Array.from({ length: 5 }, () => book('#b')));
  const waits = slots.map((slot) => ('waitMs' in slot ? slot.waitMs : -1));
  expect(waits.sort((a, b) => a - b)).toEqual([0, 0, 0, 1_000, 2_000]);
  expect(await book('#c')).toEqual({ waitMs: 0 });
  const elsewhere = { fleetId: 'south', channel: '#b', at, rateLimit };
  expect(await bookSlot(store.db, elsewhere)).toEqual({ waitMs: 0 });
});

it('keeps everyone out for as long as Slack asked, and owes no burst afterwards', async () => {
  await pauseChannel(store.db, { fleetId: 'north', channel: '#d', until: later(30_000), rateLimit });
  await pauseChannel(store.db, { fleetId: 'north', channel: '#d', until: later(5_000), rateLimit });
  expect(await book('#d')).toEqual({ busyMs: 30_000 });
  expect(await book('#d', later(30_000))).toEqual({ waitMs: 0 });
  expect(await book('#d', later(30_000))).toEqual({ waitMs: 1_000 });
});

it('lets a page in before everyone who waits, but never while Slack asked to wait', async () => {
  const asked = { fleetId: 'north', channel: '#e', at, rateLimit };
  for (let message = 0; message < 5; message += 1) await book('#e');
  expect(await book('#e')).toEqual({ busyMs: 3_000 });
  expect(await acquireSlotNow(store.db, asked)).toEqual({ waitMs: 0 });
  expect(await book('#e')).toEqual({ busyMs: 4_000 });
  await pauseChannel(store.db, { fleetId: 'north', channel: '#e', until: later(30_000), rateLimit });
  expect(await acquireSlotNow(store.db, asked)).toEqual({ waitMs: 30_000 });
});

it('takes a turn back that nobody needs', async () => {
  for (let message = 0; message < 5; message += 1) await book('#f');
  expect(await book('#f')).toEqual({ busyMs: 3_000 });
  await returnSlot(store.db, { fleetId: 'north', channel: '#f', at, rateLimit });
  expect(await book('#f')).toEqual({ waitMs: 2_000 });
  await returnSlot(store.db, { fleetId: 'north', channel: '#f', at: later(60_000), rateLimit });
  expect(await book('#f', later(60_000))).toEqual({ waitMs: 0 });
});

it('gives turns out while there are some, says which one is the last, and how long until the next', async () => {
  const channel = rateLimitKeyOf('Ann@Example.com');
  const take = (when = at) => acquireFreeSlot(store.db, { fleetId: 'north', channel, at: when, rateLimit });
  const slots = [];
  for (let message = 0; message < 4; message += 1) slots.push(await take());
  expect(slots).toEqual([{ isLast: false }, { isLast: false }, { isLast: true }, { busyMs: 1_000 }]);
  expect(await take(later(400))).toEqual({ busyMs: 600 });
  expect(await take(later(1_000))).toEqual({ isLast: true });
  expect(await take(later(1_000))).toEqual({ busyMs: 1_000 });
  expect(await take(later(60_000))).toEqual({ isLast: false });
});

it('takes each free turn once, whoever asks at the same time', async () => {
  const asked = { fleetId: 'north', channel: rateLimitKeyOf('ben@example.com'), at, rateLimit };
  const slots = await Promise.all(Array.from({ length: 6 }, () => acquireFreeSlot(store.db, asked)));
  expect(slots.filter((slot) => 'isLast' in slot)).toHaveLength(3);
  expect(slots.filter((slot) => 'isLast' in slot && slot.isLast)).toHaveLength(1);
});

it('calls an address the same however it is written, and names nobody', () => {
  const name = rateLimitKeyOf('Ann@Example.com');
  expect(name).toBe(rateLimitKeyOf('ann@example.com'));
  expect(name).toMatch(/^mail:[0-9a-f]{32}$/);
  expect(name).not.toBe(rateLimitKeyOf('ben@example.com'));
});
