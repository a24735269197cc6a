import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  lintRotationUse,
  parseEscalationPolicy,
  parseRotation,
  parseRule,
  slowPolicies,
  unknownPolicies,
} from '../../../rules/lint/index.ts';
import type { EscalationPolicy, ParsedDocument, Rotation } from '../../../rules/lint/index.ts';

const SLACK = { type: 'slack', channel: '#safety-urgent' };
const HEAD = { type: 'email', to: ['head@example.com'] };
const DIRECTOR = { type: 'email', to: ['director@example.com'] };

const POLICY = {
  id: 'collision',
  name: 'Collision',
  steps: [
    { after: '0m', notify: [SLACK, { type: 'email', to: ['rotation:safety'] }] },
    { after: '10m', notify: [HEAD] },
  ],
  repeat: { times: 2, every: '15m' },
  repage_after: '2h',
  join_within: '30m',
  unanswered: [DIRECTOR],
};

const ROTATION = {
  id: 'safety',
  timezone: 'Europe/Berlin',
  handover: { weekday: 'mon', at: '08:00' },
  people: [
    { name: 'Ann', email: 'ann@example.com', slack: 'U01' },
    { name: 'Ben', email: 'ben@example.com' },
  ],
  overrides: [{ from: '2026-12-24T08:00', to: '2026-12-26T08:00', person: 'Ann' }],
};

const step = (after: string, ...notify: unknown[]): unknown => ({ after, notify });

function said(read: ParsedDocument<unknown>): string[] {
  const [level, issues] = read.ok ? (['warning', read.warnings] as const) : (['error', read.errors] as const);
  return issues.map(({ pointer, message }) => `${level} ${pointer}: ${message}`);
}

const policySays = (change: object): string[] => said(parseEscalationPolicy({ ...POLICY, ...change }));
const rotationSays = (change: object): string[] => said(parseRotation({ ...ROTATION, ...change }));

describe('an escalation policy', () => {
  it('is accepted without a doubt as people write it', () => {
    expect(policySays({})).toEqual([]);
    expect(policySays({ late: { after: '12h', steps: [step('0m', SLACK)] } })).toEqual([]);
  });

  it.each<[string, object, string]>([
    [
      'an unknown field',
      { repage: '2h' },
      'error /repage: unknown field "repage" (did you mean "repage_after"?)',
    ],
    [
      'a slip inside a step',
      { steps: [{ ...POLICY.steps[0], whn: {} }] },
      'error /steps/0/whn: unknown field "whn" (did you mean "when"?)',
    ],
    [
      'a receiver of an unknown type',
      { steps: [step('0m', { type: 'sms' })] },
      'error /steps/0/notify/0/type: "sms" is not allowed',
    ],
    [
      'a rotation with a slip',
      { steps: [step('0m', { type: 'email', to: ['rotation: safety'] })] },
      'error /steps/0/notify/0/to/0: must be an e-mail address such as lead@example.com, rotation:ID, route:ID or driver:manager',
    ],
    ['nobody', { steps: [step('0m')] }, 'error /steps/0/notify: must not be empty'],
    ['no steps', { steps: [] }, 'error /steps: must not be empty'],
    [
      'steps that go back in time',
      { steps: [step('10m', HEAD), step('5m', SLACK)] },
      'error /steps/1/after: step 2 comes 5 minutes after the start, before step 1 at 10 minutes: put the steps in order',
    ],
    [
      'one receiver twice in a step, however it is written',
      { steps: [step('0m', HEAD, { type: 'email', to: ['Head@example.com'] })] },
      'error /steps/0/notify/1/to/0: the same recipient is already at /steps/0/notify/0/to/0',
    ],
    [
      'rounds without a pause',
      { repeat: { times: 1, every: '0s' } },
      'error /repeat/every: must be greater than 0: rounds would follow each other at once; write for instance 15m',
    ],
    [
      'acknowledgements that lapse at once',
      { repage_after: '0s' },
      'error /repage_after: must be greater than 0: an acknowledgement would lapse at once; write for instance 2h',
    ],
  ])('is refused for %s', (_, change, message) => {
    expect(policySays(change)).toEqual([message]);
  });

  it.each<[string, object, string]>([
    [
      'those who did not answer notified of that',
      { unanswered: [HEAD] },
      'warning /unanswered: notifies only recipients of earlier steps, who did not answer: name someone else',
    ],
    [
      'a first step that waits',
      { steps: [step('10m', SLACK)] },
      'warning /steps/0/after: the first step waits: for 10 minutes nobody is notified of the incident',
    ],
    [
      'the same receiver at the same moment',
      { steps: [step('0m', SLACK), step('0m', SLACK, HEAD)] },
      'warning /steps/1/notify/0/channel: is already notified by step 1 at the same moment',
    ],
    [
      'no time to answer',
      { steps: [step('0m', SLACK), step('20s', HEAD)] },
      'warning /steps/1/after: comes 20 seconds after the step before it: nobody can answer that fast',
    ],
    [
      'a chain of days',
      { steps: [step('0m', SLACK), step('20h', HEAD)] },
      'warning /steps: it takes 61 hours until the incident is known to be unanswered: more than a day',
    ],
    [
      'a repeat that repeats nothing',
      { repeat: { times: 0, every: '15m' } },
      'warning /repeat/times: repeats nothing: `every` then only sets how long after the last step the incident is unanswered',
    ],
    [
      'an acknowledgement that lapses soon',
      { repage_after: '1m' },
      'warning /repage_after: the assignee is paged again after 1 minute, while they investigate',
    ],
    [
      'one that lapses late',
      { repage_after: '2d' },
      'warning /repage_after: a forgotten incident pages again only after more than a day',
    ],
    [
      'joining for days',
      { join_within: '7d' },
      'warning /join_within: an alert about the driver more than a day later joins this incident while it is not resolved, and pages nobody',
    ],
    [
      'an unencrypted webhook',
      { unanswered: [{ type: 'webhook', url: 'http://hooks.example.com/' }] },
      'warning /unanswered/0/url: http:// sends the incident unencrypted; use https://',
    ],
    [
      'every trip late',
      { late: { after: '0s', steps: [step('0m', SLACK)] } },
      'warning /late/after: is zero: every trip is late, so the usual steps never run',
    ],
  ])('is doubted for %s', (_, change, message) => {
    expect(policySays(change)).toEqual([message]);
  });

  it('is warned about when nobody is notified that nobody answered', () => {
    const { unanswered: _, ...without } = POLICY;
    expect(said(parseEscalationPolicy(without))).toEqual([
      'warning /unanswered: is missing: when nobody acknowledges, nobody is notified of that; it is only recorded',
    ]);
  });

  const office = { days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '08:00', to: '18:00', timezone: 'UTC' };

  it('is doubted for hours in which it notifies nobody', () => {
    const steps = [{ ...POLICY.steps[0], when: office }];
    expect(policySays({ steps })).toEqual([
      'warning /steps: for 118 hours of a week every step is outside its hours: an incident opened on a Monday at 00:00 (UTC) notifies nobody in its first round (without `unanswered` its steps run nevertheless); leave out `when` on one step',
    ]);
    const night = { from: '18:00', to: '08:00', timezone: 'UTC' };
    const weekend = { days: ['sat', 'sun'], timezone: 'UTC' };
    const whole = [office, night, weekend].map((when, index) => ({
      after: `${index}m`,
      notify: [[SLACK], [HEAD], [{ type: 'email', to: ['rotation:safety'] }]][index],
      when,
    }));
    expect(policySays({ steps: whole })).toEqual([]);
  });

  it('is doubted for hours that limit nothing', () => {
    expect(policySays({ steps: [{ ...POLICY.steps[0], when: { timezone: 'UTC' } }] })).toEqual([
      'warning /steps/0/when: has no hours and no days: the step is never skipped',
    ]);
  });
});

describe('a rotation', () => {
  it('is accepted without a doubt as people write it', () => {
    expect(rotationSays({})).toEqual([]);
  });

  it.each<[string, object, string]>([
    [
      'an override for somebody else',
      { overrides: [{ ...ROTATION.overrides[0], person: 'An' }] },
      'error /overrides/0/person: there is no person called "An" in /people (did you mean "Ann"?)',
    ],
    [
      'an override that ends before it begins',
      { overrides: [{ from: '2026-12-26T08:00', to: '2026-12-24T08:00', person: 'Ann' }] },
      'error /overrides/0/to: is before from (2026-12-26T08:00)',
    ],
    [
      'a date that is none',
      { overrides: [{ ...ROTATION.overrides[0], to: '2026-12-32T08:00' }] },
      'error /overrides/0/to: must be a local date and time such as 2026-12-26T08:00, without seconds or offset',
    ],
    [
      'two people of one name',
      { people: [...ROTATION.people, { name: 'ann', email: 'other@example.com' }] },
      'error /people/2/name: is also the name at /people/0, and overrides go by name: write for instance "ann B."',
    ],
    [
      'nobody who can be notified',
      { people: [{ name: 'Ann' }] },
      'error /people: nobody has an email or a slack id: nobody can be notified',
    ],
    [
      'a zone that is none',
      { timezone: 'Berlin' },
      'error /timezone: must be an IANA time zone such as Europe/Berlin',
    ],
    [
      'a weekday in full',
      { handover: { weekday: 'monday', at: '08:00' } },
      'error /handover/weekday: "monday" is not allowed (did you mean "mon"?)',
    ],
  ])('is refused for %s', (_, change, message) => {
    expect(rotationSays(change)).toEqual([message]);
  });

  it.each<[string, object, string]>([
    [
      'someone who cannot be notified',
      { people: [...ROTATION.people, { name: 'Cem' }] },
      'warning /people/2: has neither email nor slack: nobody is notified during the shift of "Cem"',
    ],
    [
      'one address for two',
      { people: [ROTATION.people[0], { ...ROTATION.people[1], email: 'ANN@example.com' }] },
      'warning /people/1/email: is the same as that of "Ann"',
    ],
    [
      'an override that never counts',
      {
        overrides: [
          ROTATION.overrides[0],
          { from: '2026-12-20T00:00', to: '2027-01-02T00:00', person: 'Ben' },
        ],
      },
      'warning /overrides/0: has no effect: /overrides/1 is listed later and covers all of it',
    ],
  ])('is doubted for %s', (_, change, message) => {
    expect(rotationSays(change)).toEqual([message]);
  });
});

function read<T>(parsed: ParsedDocument<T>): T {
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return parsed.document;
}

describe('a policy beside its rotations', () => {
  const rotations = (change: object = {}): Map<string, Rotation> =>
    new Map([['safety', read(parseRotation({ ...ROTATION, ...change }))]]);
  const policy = (change: object = {}): EscalationPolicy =>
    read(parseEscalationPolicy({ ...POLICY, ...change }));

  it('must name one that is there, also where nobody answered', () => {
    const misspelt = policy({ unanswered: [{ type: 'slack', channel: 'rotation:saftey' }] });
    expect(lintRotationUse(misspelt, rotations()).errors).toEqual([
      {
        pointer: '/unanswered/0/channel',
        message: 'there is no published rotation "saftey" (did you mean "safety"?)',
        allowed: ['safety'],
      },
    ]);
  });

  it('is refused when nobody there has the address, and doubted when some have not', () => {
    const bySlack = policy({ steps: [step('0m', { type: 'slack', channel: 'rotation:safety' })] });
    expect(lintRotationUse(bySlack, rotations())).toEqual({
      errors: [],
      warnings: [
        {
          pointer: '/steps/0/notify/0/channel',
          message: '"Ben" of the rotation "safety" has no slack id: notified by e-mail instead',
        },
      ],
    });
    const people = [{ name: 'Ben', email: 'ben@example.com' }];
    expect(lintRotationUse(bySlack, rotations({ people, overrides: [] })).errors).toEqual([
      {
        pointer: '/steps/0/notify/0/channel',
        message: 'nobody in the rotation "safety" has a slack id: name it by e-mail instead',
      },
    ]);
    expect(lintRotationUse(policy(), rotations())).toEqual({ errors: [], warnings: [] });
  });
});

describe('a rule that escalates', () => {
  const rule = (severity: string) =>
    parseRule({
      id: 'collision',
      name: 'Collision',
      severity,
      conditions: { all: [{ fact: 'trip.distance_km', operator: 'greaterThan', value: 1 }] },
      actions: [{ type: 'escalate', policy: 'colision' }],
    });

  it('is accepted, and doubted when it does not matter that much', () => {
    expect(said(rule('critical'))).toEqual([]);
    expect(said(rule('info'))).toEqual([
      'warning /actions/0/policy: pages people until one acknowledges, for alerts of severity info: is that intended?',
    ]);
  });

  it('must name a policy that is there', () => {
    const policies = new Map([['collision', read(parseEscalationPolicy(POLICY))]]);
    expect(unknownPolicies(read(rule('critical')), policies)).toEqual([
      {
        pointer: '/actions/0/policy',
        message: 'there is no published escalation policy "colision" (did you mean "collision"?)',
        allowed: ['collision'],
      },
    ]);
  });

  it('is doubted when it is critical and its policy waits', () => {
    const slow = read(parseEscalationPolicy({ ...POLICY, steps: [step('10m', SLACK)] }));
    const policies = new Map([['colision', slow]]);
    expect(slowPolicies(read(rule('critical')), policies)).toEqual([
      {
        pointer: '/actions/0/policy',
        message: 'the rule is critical, and the policy "colision" notifies nobody for the first 10 minutes',
      },
    ]);
    expect(slowPolicies(read(rule('warning')), policies)).toEqual([]);
  });
});

describe('docs/escalation.md', () => {
  const page = readFileSync(new URL('../../../docs/escalation.md', import.meta.url), 'utf8');
  const examples = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(
    ([, json]) => JSON.parse(json!) as Record<string, unknown>,
  );
  const have = (field: string): Record<string, unknown> => examples.find((each) => field in each) ?? {};

  it('shows documents that are accepted without a doubt and fit each other', () => {
    const people = read(parseRotation(have('people')));
    const chain = read(parseEscalationPolicy(have('steps')));
    expect([...rotationSays(have('people')), ...said(parseEscalationPolicy(have('steps')))]).toEqual([]);
    expect(lintRotationUse(chain, new Map([[people.id, people]]))).toEqual({ errors: [], warnings: [] });
    const named = read(parseRule(have('conditions')));
    expect(unknownPolicies(named, new Map([[chain.id, chain]]))).toEqual([]);
  });

  it('shows parts that are accepted as well', () => {
    const people = { people: have('people')['people'], overrides: have('overrides')['overrides'] };
    expect(rotationSays(people)).toEqual([]);
    expect(policySays(have('late'))).toEqual([]);
    const [first] = POLICY.steps;
    expect(policySays({ steps: [first, { ...POLICY.steps[1], ...have('when') }] })).toEqual([]);
  });
});
