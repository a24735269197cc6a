import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textsOf } from '../../../messages/language/index.ts';
import { SNOOZE_MINUTES, decideTick, transitionOf } from '../../../rules/escalation/index.ts';
import type { AnswerKind, IncidentAnswer, Page, Transition } from '../../../rules/escalation/index.ts';

const NOON = new Date('2026-03-10T12:00:00Z');
const after = (minutes: number): Date => new Date(NOON.getTime() + minutes * 60_000);

/** An incident as transitions and ticks see it. */
type State = Parameters<typeof transitionOf>[0] & {
  readonly position: number;
  readonly dueAt: Date | null;
};
const OPEN: State = {
  state: 'open',
  assignee: null,
  acknowledgedAt: null,
  snoozedUntil: null,
  resolvedAt: null,
  resolvedBy: null,
  disposition: null,
  reopened: 0,
  position: 1,
  dueAt: after(10),
};

interface Saying extends Partial<IncidentAnswer> {
  readonly kind: AnswerKind;
}

function decide(state: State, said: Saying, at: Date): Transition {
  const answer: IncidentAnswer = { who: 'ed', by: 'Ann', via: 'api', ...said };
  return transitionOf(state, answer, { at, lastEscalated: undefined, holder: undefined, given: undefined });
}

function say(state: State, said: Saying, at: Date): State {
  const transition = decide(state, said, at);
  return transition.kind === 'done' ? { ...state, ...transition.set } : state;
}

const notify = [{ type: 'slack', channel: '#safety' }] as Page['notify'];
const PAGES: readonly Page[] = [
  { kind: 'step', round: 1, step: 1, gapSeconds: 0, notify },
  { kind: 'step', round: 1, step: 2, gapSeconds: 600, notify },
  { kind: 'unanswered', round: 1, gapSeconds: 900, notify },
];

function tick(state: State, at: Date): { readonly state: State; readonly moves: readonly string[] } {
  const { moves, clock } = decideTick({
    clock: state,
    pages: PAGES,
    at,
    isHurried: false,
    isNotifiedInHours: true,
    newestNotified: Math.max(0, state.position - 1),
    receivers: () => 1,
  });
  // These are the values that `lapse` of the activity writes.
  const lapsed = moves.some(({ kind }) => kind === 'lapse') ? { assignee: null, snoozedUntil: null } : {};
  return { state: { ...state, ...lapsed, ...clock }, moves: moves.map(({ kind }) => kind) };
}

describe('a snooze', () => {
  it('acknowledges for who says it, pages nobody until it is over, and then repeats the newest step', () => {
    const snoozed = say(OPEN, { kind: 'snooze' }, after(1));
    expect(snoozed).toMatchObject({
      state: 'acknowledged',
      assignee: 'Ann',
      acknowledgedAt: after(1),
      snoozedUntil: after(31),
      dueAt: after(31),
    });
    expect(tick(snoozed, after(30)).moves).toEqual([]);
    const over = tick(snoozed, after(31));
    expect(over.moves).toEqual(['lapse', 'page']);
    expect(over.state).toMatchObject({ state: 'open', assignee: null, snoozedUntil: null, dueAt: after(41) });
  });

  it('holds whatever the policy says of silence, and is as long as asked', () => {
    const said = { kind: 'snooze', minutes: 240, repageAfterSeconds: 60 } as const;
    expect(say(OPEN, said, NOON)).toMatchObject({ dueAt: after(240), snoozedUntil: after(240) });
    expect(decide(OPEN, said, NOON)).toMatchObject({
      details: { minutes: 240, until: after(240).toISOString() },
    });
  });

  it('is replaced by a second one, also by a shorter one, and by somebody else', () => {
    const first = say(OPEN, { kind: 'snooze', minutes: 60 }, NOON);
    expect(say(first, { kind: 'snooze', minutes: 5 }, after(10))).toMatchObject({
      assignee: 'Ann',
      acknowledgedAt: NOON,
      dueAt: after(15),
      snoozedUntil: after(15),
    });
    expect(say(first, { kind: 'snooze', by: 'Bob' }, after(10))).toMatchObject({
      assignee: 'Bob',
      acknowledgedAt: after(10),
      dueAt: after(40),
      snoozedUntil: after(40),
    });
  });

  it('ends with an acknowledgement, whoever gives it, and the policy counts from there', () => {
    const snoozed = say(OPEN, { kind: 'snooze' }, NOON);
    const said = { kind: 'acknowledge', repageAfterSeconds: 7_200 } as const;
    expect(say(snoozed, { ...said, by: 'Bob' }, after(5))).toMatchObject({
      assignee: 'Bob',
      acknowledgedAt: after(5),
      snoozedUntil: null,
      dueAt: after(125),
    });
    expect(say(snoozed, said, after(5))).toMatchObject({
      assignee: 'Ann',
      acknowledgedAt: NOON,
      snoozedUntil: null,
      dueAt: after(125),
    });
    expect(say(snoozed, { kind: 'acknowledge' }, after(5))).toMatchObject({ dueAt: null });
  });

  it('is too late for what another has acknowledged, and for what is resolved', () => {
    const held = say(OPEN, { kind: 'acknowledge', by: 'Bob' }, NOON);
    expect(decide(held, { kind: 'snooze' }, after(1))).toMatchObject({
      kind: 'late',
      because: 'acknowledged',
      first: { person: 'Bob', at: NOON },
    });
    expect(say(held, { kind: 'snooze', by: 'Bob' }, after(1))).toMatchObject({ snoozedUntil: after(31) });
    const over = say(OPEN, { kind: 'resolve' }, NOON);
    expect(decide(over, { kind: 'snooze' }, after(1))).toMatchObject({ kind: 'late', because: 'resolved' });
  });

  it.each<Saying>([{ kind: 'escalate' }, { kind: 'resolve' }, { kind: 'reassign', to: 'Bob' }])(
    'ends with $kind',
    (said) => {
      const snoozed = say(OPEN, { kind: 'snooze' }, NOON);
      expect(say(snoozed, said, after(5)).snoozedUntil).toBeNull();
    },
  );

  it('is not prolonged by a note', () => {
    const snoozed = say(OPEN, { kind: 'snooze' }, NOON);
    const noted = say(snoozed, { kind: 'note', note: 'x', repageAfterSeconds: 60 }, after(5));
    expect(noted).toMatchObject({ dueAt: after(30), snoozedUntil: after(30) });
  });

  it('of one press is as long as its button says', () => {
    expect(textsOf('en')('incidents.snooze')).toBe(`Snooze ${SNOOZE_MINUTES.usual} min`);
    expect(textsOf('de')('incidents.snooze')).toBe(`${SNOOZE_MINUTES.usual} Min. aufschieben`);
  });
});

it('whatever people say and whenever: a snooze is the clock of an acknowledged incident, and nothing resolved is paged', () => {
  const kinds = [
    ...(['acknowledge', 'snooze', 'escalate', 'resolve', 'reassign', 'note', 'reopen'] as const),
    'snooze',
  ] as const;
  const saying = fc.record({
    kind: fc.constantFrom(...kinds),
    by: fc.constantFrom('Ann', 'Bob'),
    to: fc.constantFrom('Ann', 'Bob'),
    minutes: fc.integer({ min: SNOOZE_MINUTES.least, max: SNOOZE_MINUTES.most }),
    repageAfterSeconds: fc.constantFrom(undefined, 1_800),
    pause: fc.integer({ min: 0, max: 100 }),
  });
  fc.assert(
    fc.property(fc.array(saying, { maxLength: 40 }), (said) => {
      let state: State = OPEN;
      let minutes = 0;
      for (const { pause, repageAfterSeconds, ...one } of said) {
        minutes += pause;
        const at = after(minutes);
        const before = state;
        const ticked = tick(state, at);
        state = ticked.state;
        if (before.state === 'resolved') expect(ticked.moves).toEqual([]);
        if (before.snoozedUntil !== null && before.snoozedUntil > at) expect(ticked.moves).toEqual([]);
        if (before.snoozedUntil !== null && before.snoozedUntil <= at) {
          expect(ticked.moves.slice(0, 2)).toEqual(['lapse', 'page']);
          expect(state.state).toBe('open');
        }
        state = say(state, { ...one, ...(repageAfterSeconds !== undefined && { repageAfterSeconds }) }, at);
        if (state.snoozedUntil !== null) {
          expect(state.state).toBe('acknowledged');
          expect(state.dueAt).toEqual(state.snoozedUntil);
          expect(state.assignee).not.toBeNull();
        }
        if (state.state === 'resolved') expect(state.dueAt).toBeNull();
      }
    }),
    { numRuns: 500 },
  );
});
