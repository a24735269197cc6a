import { describe, expect, it } from 'vitest';
import { createFleetShares } from '../../../activities/resilience/index.ts';
import type { ShareRequest, FleetShares, HeldPlace } from '../../../activities/resilience/index.ts';

const OPTIONS = { places: 12, readsAtOnce: 2, mostWaitMs: 20_000 };
const send = (fleet: string, more: Partial<ShareRequest> = {}): ShareRequest => ({
  fleet,
  kind: 'sendSlack',
  ...more,
});
const read = (fleet: string, more: Partial<ShareRequest> = {}): ShareRequest => ({
  fleet,
  kind: 'assessTrip',
  reads: true,
  ...more,
});

/** Requests a slot `times` times. @returns the slots that were granted */
async function taken(shares: FleetShares, asked: ShareRequest, times: number): Promise<HeldPlace[]> {
  const places = await Promise.all(Array.from({ length: times }, () => shares.enter(asked)));
  return places.filter((place): place is HeldPlace => 'leave' in place);
}
async function busyMs(shares: FleetShares, asked: ShareRequest): Promise<number> {
  const place = await shares.enter(asked);
  return 'busyMs' in place ? place.busyMs : Number.NaN;
}

describe('places', () => {
  it('are never all taken by one fleet, nor by several', async () => {
    const shares = createFleetShares(OPTIONS);
    expect(await taken(shares, send('a'), 100)).toHaveLength(6);
    expect(await taken(shares, send('b'), 100)).toHaveLength(3);
    expect(await taken(shares, send('c'), 100)).toHaveLength(2);
    expect(await taken(shares, send('d'), 1)).toHaveLength(1);
  });

  it('that one kind of work holds leave some to the fleet’s other kinds', async () => {
    const shares = createFleetShares(OPTIONS);
    await taken(shares, send('a'), 100);
    expect(await taken(shares, send('a', { kind: 'sendEmail' }), 1)).toHaveLength(1);
  });

  it('that are left are there again, once', async () => {
    const shares = createFleetShares(OPTIONS);
    const [first] = await taken(shares, send('a'), 100);
    first!.leave();
    first!.leave();
    expect(await taken(shares, send('a'), 100)).toHaveLength(1);
  });

  it('are never refused to what must not wait, and what must not wait counts', async () => {
    const shares = createFleetShares(OPTIONS);
    expect(await taken(shares, send('a', { always: true }), 11)).toHaveLength(11);
    expect(await taken(shares, send('b'), 100)).toHaveLength(1);
    expect(await taken(shares, send('a', { always: true }), 5)).toHaveLength(5);
  });
});

describe('places for pages', () => {
  const page = (fleet: string, more: Partial<ShareRequest> = {}): ShareRequest =>
    send(fleet, { page: true, ...more });

  it('are a third for one fleet, in each of which nothing refuses it', async () => {
    const shares = createFleetShares(OPTIONS);
    expect(await taken(shares, page('a'), 100)).toHaveLength(4);
    expect(await taken(shares, send('b'), 100)).toHaveLength(4);
    // Slots that other fleets hold among the rest do not change that.
    const busy = createFleetShares(OPTIONS);
    for (const fleet of ['b', 'c', 'd', 'e']) await taken(busy, send(fleet), 100);
    expect(await taken(busy, page('a'), 100)).toHaveLength(4);
  });

  it('that one kind holds leave some to the other kinds and fleets, and pages never take all', async () => {
    const shares = createFleetShares({ ...OPTIONS, places: 100 });
    expect(await taken(shares, page('a'), 300)).toHaveLength(33);
    expect(await taken(shares, page('a', { kind: 'sendEmail' }), 300)).toHaveLength(17);
    expect(await taken(shares, page('b'), 300)).toHaveLength(8);
    for (let index = 0; index < 20; index += 1) await taken(shares, page(`f${index}`), 2);
    // A fleet without slots gets one for a page, and another fleet still gets some for other messages.
    expect(await taken(shares, page('last'), 1)).toHaveLength(1);
    expect(await taken(shares, send('calm'), 100)).not.toHaveLength(0);
  });

  it('count, are there again when they are left, and are asked for again soon', async () => {
    let now = 0;
    const shares = createFleetShares({ ...OPTIONS, now: () => now });
    const pages = await taken(shares, page('a'), 4);
    now += 600_000;
    for (let index = 0; index < 100; index += 1) {
      const back = await busyMs(shares, page('a'));
      expect(back).toBeGreaterThanOrEqual(1_000);
      expect(back).toBeLessThanOrEqual(2_000);
    }
    expect(await taken(shares, send('a'), 100)).toHaveLength(2);
    pages[0]!.leave();
    pages[0]!.leave();
    expect(await taken(shares, page('a'), 100)).toHaveLength(1);
  });

  it('are not refused for messages of trips that hang', async () => {
    const shares = createFleetShares(OPTIONS);
    expect(await taken(shares, send('a'), 100)).toHaveLength(6);
    expect(await taken(shares, page('a'), 100)).toHaveLength(4);
  });
});

describe('who is sent away', () => {
  it('comes back at the pace at which places become free, and never much later', async () => {
    let now = 0;
    const shares = createFleetShares({ ...OPTIONS, now: () => now });
    const places = await taken(shares, send('a'), 6);
    now += 6_000;
    // Six slots, each held for six seconds: one becomes free every second.
    expect(await busyMs(shares, send('a'))).toBe(1_000);
    expect(await busyMs(shares, send('a'))).toBe(2_000);
    for (let index = 0; index < 1_000; index += 1) await shares.enter(send('a'));
    expect(await busyMs(shares, send('a'))).toBe(60_000);
    for (const place of places) place.leave();
    now += 60_000;
    expect(await taken(shares, send('a'), 6)).toHaveLength(6);
    expect(await busyMs(shares, send('a'))).toBeLessThan(2_000);
  });
});

describe('readings of one service', () => {
  it('run a few at a time, the others in their order', async () => {
    const shares = createFleetShares(OPTIONS);
    const first = await taken(shares, read('a'), 2);
    const order: number[] = [];
    const waiting = [1, 2].map(async (number) => {
      const place = await shares.enter(read('a'));
      order.push(number);
      return place;
    });
    // Another fleet's readings do not wait for them.
    expect(await taken(shares, read('b'), 2)).toHaveLength(2);
    expect(order).toEqual([]);
    first[0]!.leave();
    first[1]!.leave();
    for (const place of await Promise.all(waiting)) expect('leave' in place).toBe(true);
    expect(order).toEqual([1, 2]);
  });

  it('that stand still are not waited for', async () => {
    let now = 0;
    const shares = createFleetShares({ ...OPTIONS, now: () => now });
    await taken(shares, read('a'), 2);
    now += 2_001;
    expect(await busyMs(shares, read('a'))).toBeGreaterThan(0);
    // A refused reading holds no slot.
    expect(await taken(shares, send('b'), 100)).toHaveLength(5);
  });

  it('are not waited for by whom nobody waits for', async () => {
    const shares = createFleetShares(OPTIONS);
    await taken(shares, read('a'), 2);
    const gone = new AbortController();
    const waiting = shares.enter(read('a', { signal: gone.signal }));
    gone.abort();
    expect('busyMs' in (await waiting)).toBe(true);
    expect(await busyMs(shares, read('a', { signal: gone.signal }))).toBeGreaterThan(0);
  });

  it('that fail are tried now and then, however many wait, until one goes well', async () => {
    let now = 1_000;
    const shares = createFleetShares({ ...OPTIONS, now: () => now });
    const slots: number[] = [];
    for (let index = 0; index < 3; index += 1) {
      const [place] = await taken(shares, read('a'), 1);
      slots.push(place!.failed());
      place!.leave();
    }
    expect(slots).toEqual([250, 400, 600]);
    const [trial] = await taken(shares, read('a'), 1);
    expect(await taken(shares, read('a'), 100)).toHaveLength(0);
    expect(await taken(shares, read('b'), 2)).toHaveLength(2);
    trial!.wentWell();
    trial!.leave();
    now += 1;
    expect(await taken(shares, read('a'), 2)).toHaveLength(2);
  });
});
