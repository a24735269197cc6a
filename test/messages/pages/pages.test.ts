import { describe, expect, it } from 'vitest';
import { slackMarkdownHtml } from '../../../messages/channels/slack/index.ts';
import { safeHref } from '../../../messages/format/index.ts';
import { emailMessage, slackMessage } from '../../../messages/message.ts';
import {
  MESSAGE_POLICY,
  leafWords,
  messagePage,
  pagePolicy,
  tripPage,
} from '../../../messages/pages/index.ts';
import type { TripPageInput } from '../../../messages/pages/index.ts';
import type { RuleDecision, TraceLeaf, TraceNode } from '../../../rules/evaluation/index.ts';
import { HOSTILE_TEXTS, UNWANTED, alertFullOf, exampleAlert } from '../exampleAlert.ts';
import { exampleIncident } from '../exampleIncident.ts';

const phoneUse: TraceNode = {
  all: [
    {
      fact: 'driver.events.count',
      params: { type: 'PHONE_USE', window: '7d' },
      operator: 'greaterThanInclusive',
      value: 3,
      actual: 2,
      history_since: '2025-11-18',
      result: 'false',
    },
    {
      any: [
        {
          not: {
            fact: 'trip.score',
            operator: 'lessThan',
            value: 50,
            unknown_because: { code: 'notRated' },
            result: 'unknown',
          },
          result: 'unknown',
        },
        {
          condition: 'work-hours',
          of: { fact: 'trip.local_hour', operator: 'between', value: [6, 20], actual: 14, result: 'true' },
          result: 'true',
        },
      ],
      result: 'true',
    },
  ],
  result: 'false',
};

function rule(changes: Partial<RuleDecision>): RuleDecision {
  return {
    rule: 'r',
    name: 'R',
    version: 1,
    severity: 'warning',
    mode: 'live',
    outcome: 'not_matched',
    reason: 'conditions_false',
    ...changes,
  };
}

function pageOf(changes: Partial<TripPageInput> = {}, rules: readonly RuleDecision[] = []): string {
  return tripPage({
    fleet: exampleAlert.fleet,
    driver: exampleAlert.driver,
    trip: exampleAlert.trip,
    state: 'decided',
    nonce: 'n0nce',
    decision: {
      fleet: 'north',
      driver_id: 'd-17',
      trip_id: '1',
      revision: 2,
      decided_at: '2025-11-21T13:37:02Z',
      rules,
      actions: [],
    },
    deliveries: [],
    revisions: [],
    audit: [],
    ...changes,
  });
}

/** Returns the page's text as a person reads it, with single spaces. */
function readable(html: string): string {
  return html
    .replace(/<style[^>]*>.*?<\/style>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
}

describe('tripPage', () => {
  it('says who, when, how far, the state and every condition with its result and value', () => {
    const text = readable(
      pageOf({}, [
        rule({
          name: 'Repeated phone use',
          trace: phoneUse,
        }),
      ]),
    );
    for (const words of [
      'Ann Meyer (d-17)',
      'Fri, 21 Nov 2025, 14:03 – 14:36 (Europe/Berlin, UTC+1)',
      '41.3 km',
      '✓ Evaluated',
      'No rule matched.',
      'Not matched: 2 phone events in 7 days (threshold: 3 or more).',
      '✕ false All of',
      '✕ false driver.events.count (type PHONE_USE, window 7d) is at least 3 was 2; history begins 2025-11-18',
      '✓ true Any of',
      '? unknown Not',
      '? unknown trip.score is less than 50 unknown: cannot be rated',
      '✓ true Condition work-hours',
      '✓ true trip.local_hour is between 6 and 20 was 14',
    ])
      expect(text).toContain(words);
  });

  it('puts the rules that matched first and says how each ended', () => {
    const text = readable(
      pageOf({}, [
        rule({ name: 'Rule Zero', outcome: 'out_of_scope' }),
        rule({ name: 'Rule One', outcome: 'not_matched' }),
        rule({ name: 'Rule Two', outcome: 'unknown' }),
        rule({ name: 'Rule Three', outcome: 'failed' }),
        rule({ name: 'Rule Four', outcome: 'matched', severity: 'critical', mode: 'shadow' }),
      ]),
    );
    const places = ['Four', 'Three', 'Two', 'One', 'Zero'].map((name) => text.indexOf(`Rule ${name}`));
    expect([...places].sort((one, other) => one - other)).toEqual(places);
    for (const words of [
      '✓ Matched',
      '! Failed',
      '? Unknown',
      '– Not matched',
      '– Out of scope',
      'shadow: sends nothing',
      'One rule matched.',
    ])
      expect(text).toContain(words);
  });

  it('shows deliveries, revisions and audit with their states and times', () => {
    const text = readable(
      pageOf({
        deliveries: [
          {
            rule: 'collision',
            action: 'email',
            receiver: 'lead@example.com',
            state: 'unconfirmed',
            reason: 'no answer',
            possibleRepeat: true,
            at: '2025-11-21T13:37:09Z',
          },
        ],
        revisions: [
          { revision: 2, decidedAt: '2025-11-21T13:37:02Z', matched: ['Collision'] },
          { revision: 1, decidedAt: '2025-11-21T13:36:02Z', matched: [] },
        ],
        audit: [{ at: '2025-11-21T13:38:00Z', who: 'ann', what: 'Replayed the trip', why: 'late upload' }],
      }),
    );
    for (const words of [
      '? Unconfirmed',
      'E-mail lead@example.com',
      'possible duplicate',
      'no answer',
      '21 Nov 2025, 14:37:09',
      'no rule matched',
      'Replayed the trip',
      'late upload',
    ])
      expect(text).toContain(words);
  });

  it.each(['waiting', 'parked', 'deleted', 'gone'] as const)(
    'explains a trip that is %s and has no decision',
    (state) => {
      const input: TripPageInput = {
        fleet: exampleAlert.fleet,
        driver: { id: 'd' },
        trip: { tripId: 't' },
        state,
        deliveries: [],
        revisions: [],
        audit: [],
        nonce: 'n',
      };
      const text = readable(tripPage(input));
      expect(text.toLowerCase()).toContain(state);
      expect(text).toContain('Not evaluated yet.');
    },
  );

  it('needs no scripts, no inline styles and nothing from elsewhere', () => {
    const html = pageOf({ pictureSource: 'data:image/png;base64,AAAA' }, [rule({ trace: phoneUse })]);
    expect(html).toContain('<style nonce="n0nce">');
    expect(html).not.toMatch(/<script|<link| style="| on\w+="|@import|url\(/);
    expect(html).toContain('<img src="data:image/png;base64,AAAA"');
    expect(pagePolicy('n0nce')).toContain("style-src 'nonce-n0nce'");
  });

  it.each(['javascript:alert(1)', 'data:text/html;base64,AAAA', '//evil.example/x.png'])(
    'shows no picture from %s',
    (pictureSource) => {
      expect(pageOf({ pictureSource })).not.toContain('<img');
    },
  );

  it.each(HOSTILE_TEXTS)('escapes everything from outside: %j', (hostile) => {
    const leaf: TraceLeaf = {
      fact: hostile,
      name: hostile,
      params: { [hostile]: hostile },
      path: hostile,
      operator: hostile,
      value: hostile,
      actual: { [hostile]: [hostile] },
      history_since: hostile,
      result: 'true',
    };
    const build = (text: string, inside: TraceLeaf): string =>
      pageOf(
        {
          fleet: { id: text, name: text, timezone: text, language: 'en' },
          driver: { id: text, name: `${text}!` },
          trip: { tripId: text, startTime: text },
          stateReason: text,
          deliveries: [
            {
              rule: text,
              action: text,
              receiver: text,
              state: 'failed',
              reason: text,
              possibleRepeat: true,
              at: text,
            },
          ],
          revisions: [
            { revision: 1, decidedAt: text, matched: [text] },
            { revision: 2, decidedAt: text, matched: [text] },
          ],
          audit: [{ at: text, who: text, what: text, why: text }],
        },
        [
          rule({
            rule: text,
            name: text,
            trace: { condition: text, of: inside, result: 'true' },
          }),
        ],
      );
    const html = build(hostile, leaf);
    const harmless = build('plain', {
      ...leaf,
      fact: 'plain',
      name: 'other',
      params: { p: 'plain' },
      path: 'p',
      operator: 'plain',
      value: 'plain',
      actual: 'plain',
    });
    expect(html).not.toMatch(UNWANTED);
    expect(html).not.toMatch(/<script|<img|onerror=alert\(1\)>| onmouseover='/);
    expect(
      html
        .match(/<[a-z0-9]+/g)
        ?.sort()
        .filter(notDetails),
    ).toEqual(
      harmless
        .match(/<[a-z0-9]+/g)
        ?.sort()
        .filter(notDetails),
    );
  });

  it('cuts a trace that is deeper than any rule may be', () => {
    let trace: TraceNode = {
      fact: 'trip.score',
      operator: 'isKnown',
      value: true,
      actual: 1,
      result: 'true',
    };
    for (let depth = 0; depth < 500; depth += 1) trace = { not: trace, result: 'true' };
    expect(readable(pageOf({}, [rule({ trace })]))).toContain('deeper conditions are left out');
  });
});

/** Filters out the span of a leaf's details, which exists only if there are any. */
function notDetails(tag: string): boolean {
  return tag !== '<span';
}

describe('leafWords', () => {
  it.each<readonly [Partial<TraceLeaf<string>>, string]>([
    [{ operator: 'isKnown', value: true, actual: 5 }, 'is known was 5'],
    [{ operator: 'isKnown', value: false, unknown_because: 'not sent' }, 'is not known unknown: not sent'],
    [{ operator: 'in', value: ['north', 'south'], actual: 'west' }, 'is one of “north”, “south” was “west”'],
    [
      { operator: 'lessThan', value: { fact: 'fleet.score' }, compared: 80.456, actual: 70 },
      'is less than fleet.score (80.46) was 70',
    ],
    [
      { operator: 'lessThan', value: { fact: 'fleet.score' } },
      'is less than fleet.score (unknown) unknown: no value',
    ],
    [
      { operator: 'lessThan', value: 25, actual: 20, at_least: true, trips_without_events: 1 },
      'is less than 25 was at least 20; events of 1 trip did not arrive or cannot be read',
    ],
    [
      { operator: 'greaterThan', value: 2, actual: 20, at_least: true, trips_without_events: 3 },
      'is more than 2 was at least 20; events of 3 trips did not arrive or cannot be read',
    ],
    [
      { operator: 'lessThan', value: { fact: 'f' }, compared: 20, compared_at_least: true, actual: 20 },
      'is less than f (at least 20) was 20',
    ],
    [{ operator: 'somethingNew', value: null, actual: false }, 'somethingNew null was false'],
  ])('%j', (leaf, words) => {
    const { asked, found } = leafWords({
      fact: 'f',
      operator: 'equal',
      value: 1,
      result: 'unknown',
      ...leaf,
    });
    expect(`${asked} ${found}`).toBe(words);
  });
});

describe('messagePage', () => {
  it('shows a Slack message as Slack would, with its picture and links that open elsewhere', () => {
    const html = messagePage({ ...slackMessage(exampleAlert), pictureUrl: 'data:image/png;base64,AAAA' });
    const text = readable(html);
    for (const words of ['Critical: Collision detected', 'Driver Ann Meyer (d-17)'])
      expect(text).toContain(words);
    expect(html).toContain(
      '<a href="https://tripline.example/fleets/north/trips/d-17/1763733780000?a=1&amp;b=2" target="_blank"',
    );
    expect(html).toContain('<img src="data:image/png;base64,AAAA"');
    expect(text).not.toContain('*Driver*');
    expect(html).not.toContain('class="bar"');
  });

  it('says in the language of its reader that buttons have no effect', () => {
    const sent = slackMessage(exampleIncident);
    expect(readable(messagePage(sent))).toContain('In Slack these are buttons.');
    const german = messagePage(sent, 'de');
    expect(german).toContain('<html lang="de">');
    expect(readable(german)).toContain('In Slack sind dies Schaltflächen.');
  });

  it('shows an e-mail as it was sent, with its picture, in a document that runs and fetches nothing', () => {
    const mail = emailMessage(exampleAlert, { picture: true });
    const html = messagePage({ ...mail, pictureUrl: 'data:image/png;base64,AAAA' });
    expect(html).toContain('<head><base target="_blank">');
    expect(html).toContain('src="data:image/png;base64,AAAA"');
    expect(html).not.toContain('cid:');
    expect(MESSAGE_POLICY).toMatch(/^default-src 'none'; .*; sandbox /);
    expect(MESSAGE_POLICY).not.toMatch(/script|https?:|'self' data:/);
  });

  it('shows a message without blocks or HTML as its text', () => {
    expect(messagePage({ text: '{"alert": "<b>"}' })).toContain(
      '<pre>{&quot;alert&quot;: &quot;&lt;b&gt;&quot;}</pre>',
    );
  });

  it.each(HOSTILE_TEXTS)('escapes everything from outside: %j', (hostile) => {
    const raw = [{ type: 'section', text: { type: 'mrkdwn', text: hostile, verbatim: true } }] as const;
    for (const html of [
      messagePage({ ...slackMessage(alertFullOf(hostile)), pictureUrl: hostile }),
      messagePage({ text: hostile }),
      messagePage({ text: 'x', blocks: raw }),
    ])
      expect(html).not.toMatch(/<script|<img|onerror=alert\(1\)>/);
  });

  it('ignores blocks it does not know', () => {
    const blocks = [
      { type: 'actions', elements: [] },
      ...slackMessage(exampleAlert).blocks,
    ] as unknown as ReturnType<typeof slackMessage>['blocks'];
    expect(readable(messagePage({ text: '', blocks }))).toContain('Collision detected');
  });
});

describe('slackMarkdownHtml', () => {
  it.each([
    ['*bold* &amp; &lt;b&gt;', '<strong>bold</strong> &amp; &lt;b&gt;'],
    ['a\nb', 'a<br>b'],
    [
      '<https://x.example/?a=1&amp;b=2|go &gt;>',
      '<a href="https://x.example/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">go &gt;</a>',
    ],
    ['<javascript:alert(1)|go>', '&lt;javascript:alert(1)|go&gt;'],
    ['<!channel>', '&lt;!channel&gt;'],
    ['<@U01ANN>, Ben', '<strong>@U01ANN</strong>, Ben'],
    ['<@u1">', '&lt;@u1&quot;&gt;'],
    ['&amp;lt;', '&amp;lt;'],
  ])('%s', (text, html) => {
    expect(slackMarkdownHtml(text).text).toBe(html);
  });
});

describe('safeHref', () => {
  it.each([
    ['https://x.example/a"b', 'https://x.example/a%22b'],
    ['/fleets/a b', '/fleets/a%20b'],
    ['//evil.example', undefined],
    ['/\\evil.example', undefined],
    ['javascript:alert(1)', undefined],
    ['JAVASCRIPT:alert(1)', undefined],
    [' javascript:alert(1)', undefined],
    ['relative', undefined],
    [undefined, undefined],
  ])('%s', (link, expected) => {
    expect(safeHref(link)).toBe(expected);
  });
});
