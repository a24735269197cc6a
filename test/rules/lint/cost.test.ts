import { distance as editDistance } from 'fastest-levenshtein';
import { Liquid } from 'liquidjs';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { Rotations } from '../../../rules/recipients/index.ts';
import type { Conditions, EscalationPolicy, Rotation } from '../../../rules/lint/index.ts';
import { LIMITS } from '../../../rules/vocabulary/index.ts';
import type { Json } from '../../../rules/vocabulary/index.ts';

/**
 * Documents that once took the linter from seconds to hours. Counters replace time limits: without them, the old linter would
 * exceed the test's timeout.
 */

// Files of a thread share their modules, so these are loaded again with a library whose calls are recorded.
const distance = vi.fn(editDistance);
vi.resetModules();
vi.doMock('fastest-levenshtein', async (load) => ({ ...(await load<object>()), distance }));
const { previewChain } = await import('../../../rules/escalation/preview.ts');
const schema = await import('../../../rules/lint/parse.ts');
const { parseEscalationPolicy, parseRotation, parseRule, parseSharedCondition } = schema;
const { renderTemplate, TemplateError } = await import('../../../rules/templates/templates.ts');
const { errorsOf, ruleDocument } = await import('../given.ts');
afterAll(() => {
  vi.doUnmock('fastest-levenshtein');
  vi.resetModules();
});

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** Returns a rule with 40 slightly different copies of the template. */
function withTemplates(template: string, conditions: Json = ruleDocument()['conditions']!): Json {
  const actions = times(LIMITS.actions, (index) => ({
    type: 'email',
    to: [`lead-${index}@example.com`],
    subject: `s${index} ${template}`,
    text: `t${index} ${template}`,
  }));
  return ruleDocument({ conditions, actions });
}

const NAMED: Json = {
  all: times(LIMITS.conditions, (index) => ({
    fact: 'driver.events.count',
    params: { type: 'PHONE_USE', window: '7d' },
    operator: 'greaterThan',
    value: 3,
    name: `a condition with a long name, number ${index}`,
  })),
};

describe('names that are not there', () => {
  it('are compared with what is there for the first few only', () => {
    const written = (index: number): string => `a condition with a lost name, number ${index}`;
    const template = times(9, (index) => `{{ facts['${written(index)}'] }}`).join('');
    distance.mockClear();
    const errors = errorsOf(
      ruleDocument({
        conditions: NAMED,
        actions: times(20, (index) => ({
          type: 'email',
          to: [`lead-${index}@example.com`],
          text: `${template}{{ facts['${written(index + 100)}'] }}`,
        })),
      }),
    );
    expect(errors).toHaveLength(LIMITS.issues + 1);
    expect(errors.filter(({ message }) => message.includes('did you mean'))).not.toHaveLength(0);
    expect(distance.mock.calls.length).toBeGreaterThan(0);
    expect(distance.mock.calls.length).toBeLessThanOrEqual(10 * LIMITS.conditions);
  });

  it('are looked for no further than mistakes are listed', () => {
    distance.mockClear();
    const template = times(150, (index) => `{{ facts.f${index} }}`).join('');
    const text = `${template}{{ nobody }}`;
    const errors = errorsOf(
      ruleDocument({ conditions: NAMED, actions: [{ type: 'slack', channel: '#safety', text }] }),
    );
    expect(errors).toHaveLength(LIMITS.issues + 1);
    expect(errors.some(({ message }) => message.includes('nobody'))).toBe(false);
  });

  it('are not listed beside hundreds of names that could stand there', () => {
    const people = times(100, (index) => ({ name: `${'x'.repeat(70)} ${index}`, slack: `U${index}` }));
    const overrides = times(500, (index) => ({
      from: '2026-01-01T00:00',
      to: '2026-01-02T00:00',
      person: `${'y'.repeat(70)} ${index}`,
    }));
    const rotation = {
      id: 'r',
      timezone: 'UTC',
      handover: { weekday: 'mon', at: '08:00' },
      people,
      overrides,
    };
    distance.mockClear();
    expect(parseRotation(rotation)).toMatchObject({ ok: false });
    expect(distance.mock.calls.length).toBeLessThanOrEqual(10 * people.length);

    const shared = new Map<string, Conditions>(
      times(500, (index) => [`${'x'.repeat(50)}${index}`, ruleDocument()['conditions'] as Conditions]),
    );
    const all = times(200, (index) => ({ condition: `lost-${index}` }));
    const parsed = parseRule(ruleDocument({ conditions: { all } }), { conditions: shared });
    expect(JSON.stringify(parsed).length).toBeLessThan(50_000);
  });
});

describe('a template', () => {
  it('with brackets in brackets is refused before it is analysed', () => {
    for (let round = 0; round < 8; round += 1) {
      const deep = 1_300 - round;
      const errors = errorsOf(withTemplates(`{{ ${'a['.repeat(deep)}1${']'.repeat(deep)} }}`));
      expect(errors).not.toHaveLength(0);
    }
    expect(
      errorsOf(
        ruleDocument({
          actions: [{ type: 'slack', channel: '#x', text: `{{ ${'facts['.repeat(60)}1${']'.repeat(60)} }}` }],
        }),
      ),
    ).toEqual([
      {
        pointer: '/actions/0/text',
        message:
          "the template cannot be read: write the name between the brackets, such as facts['driver.score']",
      },
    ]);
  });

  it.each([
    ['behind quotes', `{{ ${"a[']'".repeat(600)}${']'.repeat(600)} }}`],
    ['in quotes', `{{ '${'['.repeat(600)}' }}`],
  ])('with many brackets %s is refused as well', (_where, text) => {
    expect(errorsOf(ruleDocument({ actions: [{ type: 'slack', channel: '#x', text }] }))).toHaveLength(1);
  });

  it('may name facts in brackets, also by a name that holds brackets', () => {
    const fact = (name: string): Json => ({
      fact: 'trip.distance_km',
      operator: 'greaterThan',
      value: 1,
      name,
    });
    const text = "{{ facts['a [b [c]]'] }} [[see {{ facts['d'] }}]]";
    const conditions = { all: [fact('a [b [c]]'), fact('d')] };
    expect(errorsOf(ruleDocument({ conditions, actions: [{ type: 'slack', channel: '#x', text }] }))).toEqual(
      [],
    );
  });

  const LONG = `{% assign a = '${'x'.repeat(100)}' %}${'{% assign a = a | append: a %}'.repeat(6)}`;

  it.each([
    ['doubles a text', `${LONG}{{ a }}`],
    ['makes nothing of a long text, again and again', `${LONG}${"{{ a | replace: 'x', '' }}".repeat(50)}`],
    ['shows a long text again and again', `${LONG}${'{{ a }}'.repeat(50)}`],
    ['counts to a large number', '{% assign a = (1..190000) %}'],
  ])('that %s is refused', (_what, text) => {
    const errors = errorsOf(ruleDocument({ actions: [{ type: 'slack', channel: '#x', text }] }));
    expect(errors).toHaveLength(1);
    expect(errors[0]!.message).toContain('memory alloc limit exceeded');
  });

  it('of a published rule cannot make a long text of long facts without end', () => {
    const facts = { notes: 'x'.repeat(LIMITS.factText) };
    const show = (times: number): string =>
      renderTemplate("{{ facts.notes | replace: 'x', '' }}".repeat(times), { facts }, 'text');
    expect(show(1)).toBe('');
    expect(() => show(100)).toThrow(TemplateError);
  });

  it.each([
    ['without `unless`', ''],
    ['with `unless`', '{% unless trip.score %}x{% endunless %}'],
  ])('is not analysed beyond the limit of code of a rule, %s', (_name, tag) => {
    const names = times(30, (index) => `{{ facts['a name that is unknown, ${index}'] }}`).join('');
    const parsed = vi.spyOn(Liquid.prototype, 'parse');
    errorsOf(parseRule(withTemplates(`${names}${tag}`)));
    const analysed = parsed.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
    parsed.mockRestore();
    expect(analysed).toBeGreaterThan(0);
    expect(analysed).toBeLessThan(3 * LIMITS.templateCode);
  });

  it('counts once however many actions have it, and all of a rule together have a limit', () => {
    const outputs = (count: number): string => '{{ trip.id }}'.repeat(count);
    const same = times(20, (index) => ({
      type: 'email',
      to: [`lead-${index}@example.com`],
      text: outputs(100),
    }));
    expect(errorsOf(ruleDocument({ actions: same }))).toEqual([]);
    const [first, ...more] = errorsOf(withTemplates(outputs(100)));
    expect(first).toEqual({
      pointer: '/actions/2/subject',
      message:
        'the templates up to here hold 6500 characters inside {{ }} and {% %}: a rule has at most 6000, each template counted once',
    });
    expect(more).toEqual([]);
  });
});

describe('lists of values', () => {
  it('that are too long to be compared with each other are not', () => {
    const lists = (operator: string): Json => ({
      all: times(19, (at) => ({
        fact: 'driver.id',
        operator,
        value: times(1_000, (index) => `driver-${at}-${index}`),
      })),
    });
    for (let round = 0; round < 6; round += 1)
      for (const operator of ['in', 'notIn'])
        expect(parseRule(ruleDocument({ conditions: lists(operator) })).ok).toBe(true);
  });

  it('of a usual length are', () => {
    const all = [times(300, (index) => `a-${index}`), times(300, (index) => `b-${index}`)].map((value) => ({
      fact: 'driver.id',
      operator: 'in',
      value,
    }));
    expect(parseRule(ruleDocument({ conditions: { all } })).warnings).toMatchObject([
      { pointer: '/conditions/all/1' },
    ]);
  });
});

describe('an escalation policy with hours at every step', () => {
  const steps = (timezone: string) =>
    times(LIMITS.steps, (index) => ({
      after: `${index}m`,
      when: { from: '00:00', to: '00:00', timezone, days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'] },
      notify: [{ type: 'slack', channel: 'rotation:safety' }],
    }));
  const policy = {
    id: 'p',
    name: 'P',
    steps: steps('Europe/Berlin'),
    late: { after: '1h', steps: steps('Asia/Kolkata') },
    repeat: { times: LIMITS.rounds, every: '15m' },
  };

  it('is checked for weeks without anyone', () => {
    for (let round = 0; round < 60; round += 1) {
      const parsed = parseEscalationPolicy(policy);
      const places = parsed.warnings.map(({ pointer }) => pointer);
      expect(places.filter((pointer) => !pointer.endsWith('/when/to'))).toEqual([
        '/late/steps',
        '/steps',
        '/unanswered',
      ]);
    }
  });

  it('is previewed with a rotation of five hundred overrides', () => {
    const parsed = parseEscalationPolicy(policy);
    const rotation = parseRotation({
      id: 'safety',
      timezone: 'Europe/Berlin',
      handover: { weekday: 'mon', at: '08:00' },
      people: [{ name: 'Ann', slack: 'U01' }],
      overrides: times(500, (index) => ({
        from: `${2_000 + index}-01-01T00:00`,
        to: '9999-12-31T00:00',
        person: 'Ann',
      })),
    });
    expect(rotation).toMatchObject({ ok: true });
    if (!parsed.ok || !rotation.ok) return;
    const rotations: Rotations = new Map<string, Rotation>([['safety', rotation.document]]);
    const given = { openedAt: new Date('2026-03-02T09:00:00Z'), late: false, rotations };
    const pages = previewChain(parsed.document satisfies EscalationPolicy, given);
    expect(pages).toHaveLength(LIMITS.steps * (LIMITS.rounds + 1) + 1);
    expect(pages[0]?.receivers).toMatchObject([{ receiver: 'U01', person: 'Ann' }]);
  });
});

describe('a document with thousands of mistakes', () => {
  it.each<[string, Json]>([
    ['values where conditions belong', { all: times(19_000, () => 1) }],
    ['unknown facts', { all: times(4_000, (index) => ({ fact: `f${index}`, operator: 'gt', value: 3 })) }],
  ])('is read no further than its mistakes are listed: %s', (_what, conditions) => {
    expect(errorsOf(ruleDocument({ conditions }))).toHaveLength(LIMITS.issues + 1);
    const condition = { id: 'c', name: 'C', conditions };
    expect(parseSharedCondition(condition)).toMatchObject({ ok: false });
  });
});
