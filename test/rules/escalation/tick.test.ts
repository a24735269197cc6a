import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideTick, pagesOf } from '../../../rules/escalation/index.ts';
import type { IncidentClock, IncidentMove, IncidentTickInput } from '../../../rules/escalation/index.ts';
import type { EscalationPolicy } from '../../../rules/documents/index.ts';

const START = Date.parse('2026-03-10T22:00:00Z');
const at = (seconds: number): Date => new Date(START + seconds * 1000);
const tell = (name: string) => [{ type: 'slack' as const, channel: `#${name}` }];
const BY_DAY = { from: '08:00', to: '18:00', timezone: 'UTC' };

const policy: EscalationPolicy = {
  id: 'collision',
  name: 'Collision',
  steps: [
    { after: '0m', notify: tell('one') },
    { after: '10m', notify: tell('two') },
    { after: '10m', notify: tell('three') },
  ],
  unanswered: tell('director'),
};

interface ComposedMessage {
  readonly page: number;
  readonly at: Date;
}

/** Ticks at these moments, as activities do, and returns the results. */
function play(
  moments: readonly Date[],
  options: Partial<IncidentTickInput> & { readonly policy?: EscalationPolicy } = {},
) {
  const pages = options.pages ?? pagesOf(options.policy ?? policy, { late: false });
  let clock: IncidentClock = options.clock ?? {
    state: 'open',
    position: 0,
    dueAt: at(pages[0]!.gapSeconds),
  };
  let { newestNotified, isNotifiedInHours = newestNotified !== undefined } = options;
  const told: ComposedMessage[] = [];
  const moves: IncidentMove[] = [];
  for (const moment of moments) {
    const receivers = options.receivers ?? ((page: number) => pages[page]!.notify.length);
    const isHurried = options.isHurried ?? false;
    const { isUndelivered = false } = options;
    const shift = decideTick({
      clock,
      pages,
      at: moment,
      isHurried,
      isUndelivered,
      newestNotified,
      isNotifiedInHours,
      receivers,
    });
    clock = shift.clock;
    moves.push(...shift.moves);
    for (const move of shift.moves)
      if (move.kind === 'page') {
        told.push({ page: move.page, at: moment });
        if (receivers(move.page) > 0) newestNotified = move.page;
        if (receivers(move.page) > 0 && !move.despiteHours) isNotifiedInHours = true;
      }
  }
  return { clock, told, moves };
}

describe('the mode of a tick', () => {
  const open = { state: 'open', position: 1, dueAt: at(0) } as const;
  const noted = { newestNotified: 0 };
  const taken = (page: number, cause: string) => ({ kind: 'page', page, cause });

  it.each([
    ['over: resolved', { clock: { ...open, state: 'resolved' } }, []],
    ['waiting: nothing is due', { clock: { ...open, dueAt: null } }, []],
    ['waiting: due later', { clock: { ...open, dueAt: at(60) } }, []],
    [
      'onward: due later, but the newest page was undelivered',
      { clock: { ...open, dueAt: at(60) }, isUndelivered: true },
      [taken(1, 'undelivered')],
    ],
    ['onward: open and due', { clock: open }, [taken(1, 'time')]],
    ['onward: a person escalated', { clock: open, isHurried: true }, [taken(1, 'escalated')]],
    [
      'again: a person escalated, and no page left notifies a recipient',
      { clock: open, isHurried: true, receivers: (page: number) => (page === 0 ? 1 : 0) },
      [taken(0, 'escalated')],
    ],
    [
      'again: the assignee was silent too long',
      { clock: { ...open, state: 'acknowledged' } },
      [{ kind: 'lapse' }, taken(0, 'paging_resumed')],
    ],
  ] satisfies readonly (readonly [string, Partial<IncidentTickInput>, readonly object[]])[])(
    'is %s',
    (_mode, options, moves) => {
      const { moves: made } = play([at(1)], { ...noted, ...options });
      expect(made.slice(0, moves.length)).toEqual(moves);
      expect(made.length === 0).toBe(moves.length === 0);
    },
  );
});

describe('a chain that nobody answers', () => {
  it('tells each step in its time, two of the same time together, and at the end that nobody answered', () => {
    const { told, clock } = play([at(0), at(599), at(600), at(1_499), at(1_500), at(9_999)]);
    expect(told.map(({ page, at: when }) => [page, (when.getTime() - START) / 1000])).toEqual([
      [0, 0],
      [1, 600],
      [2, 600],
      [3, 1_500],
    ]);
    expect(clock).toEqual({ state: 'open', position: 4, dueAt: null });
  });

  it('moves the rest when a turn comes late: everybody has the same time to answer', () => {
    const { told, clock } = play([at(300), at(600), at(899)]);
    expect(told.map(({ page }) => page)).toEqual([0]);
    expect(clock.dueAt).toEqual(at(900));
  });

  it('does nothing once somebody has it or it is over', () => {
    for (const state of ['acknowledged', 'resolved'] as const)
      expect(play([at(9_999)], { clock: { state, position: 1, dueAt: null } }).moves, state).toEqual([]);
    expect(play([at(9_999)], { clock: { state: 'resolved', position: 1, dueAt: at(0) } })).toMatchObject({
      moves: [],
      clock: { dueAt: null },
    });
  });
});

describe('a step outside its hours', () => {
  const nightly: EscalationPolicy = {
    ...policy,
    steps: [
      { after: '0m', notify: tell('day'), when: BY_DAY },
      { after: '10m', notify: tell('any') },
    ],
  };

  it('is passed over, and the next one keeps its time', () => {
    const { moves, clock } = play([at(0)], { policy: nightly });
    expect(moves).toEqual([{ kind: 'skip', page: 0, reason: 'outside_hours' }]);
    expect(clock.dueAt).toEqual(at(600));
  });

  it('is passed over at once when a person wants somebody now', () => {
    const { moves, clock } = play([at(0)], { policy: nightly, isHurried: true });
    expect(moves).toEqual([
      { kind: 'skip', page: 0, reason: 'outside_hours' },
      { kind: 'page', page: 1, cause: 'escalated' },
    ]);
    expect(clock).toEqual({ state: 'open', position: 2, dueAt: at(900) });
  });
});

it('a step of which nobody can be told waits for no answer', () => {
  const receivers = (page: number): number => (page === 0 ? 0 : 1);
  expect(play([at(0)], { receivers }).moves).toEqual([
    { kind: 'skip', page: 0, reason: 'no_recipients' },
    { kind: 'page', page: 1, cause: 'time' },
    { kind: 'page', page: 2, cause: 'time' },
  ]);
});

describe('a person who wants the next step', () => {
  const after = (position: number): IncidentClock => ({ state: 'open', position, dueAt: at(5) });

  it('gets it now, and the rest moves up', () => {
    const { moves, clock } = play([at(5)], { clock: after(1), isHurried: true, newestNotified: 0 });
    expect(moves[0]).toEqual({ kind: 'page', page: 1, cause: 'escalated' });
    expect(clock.dueAt).toEqual(at(905));
  });

  it('gets the newest page again where none is left that tells anybody', () => {
    const { unanswered: _nobody, ...endless } = policy;
    const { moves, clock } = play([at(5)], {
      policy: endless,
      clock: after(4),
      isHurried: true,
      newestNotified: 2,
    });
    expect(moves).toEqual([{ kind: 'page', page: 2, cause: 'escalated' }]);
    expect(clock).toEqual({ state: 'open', position: 3, dueAt: at(905) });
  });

  it('gets whom nobody’s answer told last, past the end of the chain', () => {
    const { moves, clock } = play([at(5)], { clock: after(4), isHurried: true, newestNotified: 3 });
    expect(moves).toEqual([{ kind: 'page', page: 3, cause: 'escalated' }]);
    expect(clock).toEqual({ state: 'open', position: 4, dueAt: null });
  });

  it('gets those who were told last though their hours are over, when nobody else is left', () => {
    const daily: EscalationPolicy = {
      id: 'daily',
      name: 'Daily',
      steps: policy.steps.map((step) => ({ ...step, when: BY_DAY })),
    };
    const again = { policy: daily, clock: after(4), isHurried: true };
    const first = { kind: 'page', cause: 'escalated', isLastResort: true } as const;
    expect(play([at(5)], { ...again, newestNotified: 1 }).moves[0]).toEqual({ ...first, page: 1 });
    expect(play([at(5)], again).moves[0]).toEqual({ ...first, page: 0 });
  });

  it('gets whom can be told, when those who were told last cannot any more', () => {
    const receivers = (page: number): number => (page === 1 ? 1 : 0);
    const { moves } = play([at(5)], { clock: after(4), isHurried: true, newestNotified: 2, receivers });
    expect(moves[0]).toEqual({ kind: 'page', page: 1, cause: 'escalated' });
  });
});

it('who had it was silent too long: the newest page that told somebody is taken again, and the chain goes on', () => {
  const clock: IncidentClock = { state: 'acknowledged', position: 2, dueAt: at(7_200) };
  expect(play([at(7_199)], { clock, newestNotified: 1 }).moves).toEqual([]);
  const lapsed = play([at(7_200)], { clock, newestNotified: 1 });
  expect(lapsed.moves).toEqual([
    { kind: 'lapse' },
    { kind: 'page', page: 1, cause: 'paging_resumed' },
    { kind: 'page', page: 2, cause: 'time' },
  ]);
  expect(lapsed.clock).toEqual({ state: 'open', position: 3, dueAt: at(8_100) });
});

describe('where the newest page that told somebody tells nobody now', () => {
  const { unanswered: _nobody, ...rest } = policy;
  const nightAndDay: EscalationPolicy = {
    ...rest,
    steps: [
      { after: '0m', notify: tell('night') },
      { after: '10m', notify: tell('head'), when: BY_DAY },
    ],
  };
  const silent: IncidentClock = { state: 'acknowledged', position: 2, dueAt: at(0) };
  const chainOver: IncidentClock = { state: 'open', position: 2, dueAt: at(0) };
  const now = (options: Parameters<typeof play>[1]) =>
    play([at(0)], { policy: nightAndDay, newestNotified: 1, ...options });

  it('the newest earlier one that does is taken again, after a lapse and when a person wants more', () => {
    const lapsed = now({ clock: silent });
    expect(lapsed.moves).toEqual([{ kind: 'lapse' }, { kind: 'page', page: 0, cause: 'paging_resumed' }]);
    expect(lapsed.clock).toEqual({ state: 'open', position: 1, dueAt: at(600) });
    expect(now({ clock: chainOver, isHurried: true }).moves).toEqual([
      { kind: 'page', page: 0, cause: 'escalated' },
    ]);
    const empty = now({
      clock: silent,
      pages: pagesOf(rest, { late: false }),
      receivers: (page) => +(page === 0),
    });
    expect(empty.moves[1]).toEqual({ kind: 'page', page: 0, cause: 'paging_resumed' });
  });

  it('what follows it goes first', () => {
    const { moves } = now({ policy: { ...nightAndDay, unanswered: tell('director') }, clock: silent });
    expect(moves.slice(1)).toEqual([
      { kind: 'skip', page: 1, reason: 'outside_hours' },
      { kind: 'page', page: 2, cause: 'paging_resumed' },
    ]);
  });

  it('and none before it does, whoever was told last is told at whatever hour', () => {
    const steps = nightAndDay.steps.map((step) => ({ ...step, when: BY_DAY }));
    const { moves, clock } = now({ policy: { ...nightAndDay, steps }, clock: silent });
    expect(moves).toEqual([
      { kind: 'lapse' },
      { kind: 'page', page: 1, cause: 'paging_resumed', isLastResort: true },
    ]);
    expect(clock).toEqual({ state: 'open', position: 2, dueAt: at(900) });
    const onlyFirst = now({
      policy: { ...nightAndDay, steps },
      clock: silent,
      receivers: (page) => +(page === 0),
    });
    expect(onlyFirst.moves[1]).toMatchObject({ page: 0, isLastResort: true });
    expect(now({ clock: silent, receivers: () => 0 }).moves[1]).toMatchObject({
      page: 1,
      isLastResort: true,
    });
  });
});

describe('hours that would leave a first round without anybody', () => {
  const { unanswered: _nobody, ...rest } = policy;
  const daily: EscalationPolicy = {
    ...rest,
    steps: [
      { after: '0m', notify: tell('one'), when: BY_DAY },
      { after: '10m', notify: tell('two'), when: BY_DAY },
    ],
  };
  const page = (index: number) => ({ kind: 'page', page: index, cause: 'time' });
  const skipped = { kind: 'skip', page: 0, reason: 'outside_hours' };

  it('do not count: each step is told at its time, and says so', () => {
    const { moves, clock } = play([at(0), at(600), at(1_500)], { policy: daily });
    expect(moves).toEqual([{ ...page(0), despiteHours: true }, { ...page(1), despiteHours: true }, page(2)]);
    expect(clock.dueAt).toBeNull();
  });

  it('count where a later step of the round, or nobody’s answer, tells somebody', () => {
    const always = { after: '10m', notify: tell('two') };
    const steps = [daily.steps[0]!, always];
    expect(play([at(0), at(600)], { policy: { ...daily, steps } }).moves).toEqual([skipped, page(1)]);
    const dawn = [daily.steps[0]!, { ...always, after: '10h', when: BY_DAY }];
    const tenHours = play([at(0), at(36_000)], { policy: { ...daily, steps: dawn } });
    expect(tenHours.moves).toEqual([skipped, page(1)]);
    expect(play([at(0)], { policy: { ...daily, unanswered: tell('director') } }).moves).toEqual([skipped]);
  });

  it('count in the rounds after one that told somebody, and never call whom nobody can tell', () => {
    const told = play([at(600)], {
      policy: daily,
      newestNotified: 0,
      clock: { state: 'open', position: 1, dueAt: at(600) },
    });
    expect(told.moves).toEqual([{ ...skipped, page: 1 }]);
    expect(play([at(0)], { policy: daily, receivers: () => 0 }).moves[0]).toEqual(skipped);
  });
});

describe('a page that reached nobody', () => {
  const after = (state: 'open' | 'acknowledged'): IncidentClock => ({ state, position: 1, dueAt: at(600) });

  it('waits for no answer: the next step is due at once, and moves the rest up', () => {
    const { moves, clock } = play([at(5)], { clock: after('open'), isUndelivered: true });
    expect(moves[0]).toEqual({ kind: 'page', page: 1, cause: 'undelivered' });
    expect(clock).toEqual({ state: 'open', position: 3, dueAt: at(905) });
  });

  it('changes nothing once somebody has it, or where the chain is over', () => {
    expect(play([at(5)], { clock: after('acknowledged'), isUndelivered: true }).moves).toEqual([]);
    const over: IncidentClock = { state: 'open', position: 4, dueAt: null };
    expect(play([at(5)], { clock: over, isUndelivered: true }).moves).toEqual([]);
  });
});

it('nobody is told early, nobody out of order, each page once, whenever turns are taken', () => {
  const step = fc.record({ gap: fc.integer({ min: 0, max: 60 }), isByDay: fc.boolean() });
  const chain = fc.record({
    steps: fc.array(step, { minLength: 1, maxLength: 5 }),
    times: fc.integer({ min: 0, max: 3 }),
    every: fc.integer({ min: 0, max: 60 }),
  });
  const moments = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 80 });
  fc.assert(
    fc.property(chain, moments, ({ steps, times, every }, pauses) => {
      let after = 0;
      const made: EscalationPolicy = {
        ...policy,
        steps: steps.map(({ gap, isByDay }, index) => ({
          after: `${(after += gap)}m`,
          notify: tell(`step-${index}`),
          ...(isByDay && { when: BY_DAY }),
        })),
        repeat: { times, every: `${every}m` },
      };
      const pages = pagesOf(made, { late: false });
      let now = 0;
      const { told, moves } = play(
        pauses.map((pause) => at((now += pause * 60))),
        { policy: made },
      );
      const taken = moves.flatMap((move) => (move.kind === 'lapse' ? [] : [move.page]));
      expect(taken).toEqual(taken.map((_, index) => index));
      let before: ComposedMessage = { page: -1, at: at(0) };
      for (const each of told) {
        const gap = pages
          .slice(before.page + 1, each.page + 1)
          .reduce((sum, page) => sum + page.gapSeconds, 0);
        expect(each.at.getTime()).toBeGreaterThanOrEqual(before.at.getTime() + gap * 1000);
        if (pages[each.page]!.when) {
          const hour = each.at.getUTCHours();
          expect(hour >= 8 && hour < 18).toBe(true);
        }
        before = each;
      }
    }),
  );
});
