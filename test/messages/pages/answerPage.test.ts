import { describe, expect, it } from 'vitest';
import { webhookHost } from '../../../messages/format/index.ts';
import {
  ago,
  nextStepOf,
  timelineEntry,
  timelineWords,
  tooLateWords,
} from '../../../messages/incidents/index.ts';
import { answerPage } from '../../../messages/pages/index.ts';
import type { AnswerPageInput } from '../../../messages/pages/index.ts';

const HOSTILE = '"><script>alert(1)</script><!channel>\u202Egnp\r\nX-Header: 1';
const open: AnswerPageInput = {
  fleet: { id: 'north', name: 'North', timezone: 'Europe/Berlin', language: 'en' },
  incident: {
    id: '42',
    state: 'open',
    openedAt: '2026-03-10T01:53:10Z',
    isUnanswered: false,
  },
  rule: { id: 'collision', name: 'Collision', severity: 'critical' },
  driver: { id: 'd-17' },
  trip: { tripId: '1000' },
  timeline: [{ at: '2026-03-10T01:53:10Z', text: 'Opened' }],
  answerer: { name: 'Ann', address: 'ann@example.com', hasIt: true },
  formKey: 'k',
  now: '2026-03-10T02:03:20Z',
  nonce: 'n',
};
const acknowledged = (assignee: string, more: object = {}): AnswerPageInput => ({
  ...open,
  incident: {
    ...open.incident,
    state: 'acknowledged',
    assignee,
    acknowledgedAt: '2026-03-10T02:03:16Z',
    ...more,
  },
});
it('says of who was given it since when they have it, and not that they acknowledged', () => {
  const given = answerPage(acknowledged('Bob', { givenAt: '2026-03-10T02:03:18Z' }));
  expect(given).toContain('reassigned 2 s ago.');
  expect(given).not.toContain('acknowledged 4 s ago');
  expect(answerPage(acknowledged('Bob'))).toContain('</strong>, acknowledged 4 s ago.');
});

const formsOf = (input: AnswerPageInput): string[] =>
  [...answerPage(input).matchAll(/name="answer" value="(\w+)"/g)].map((match) => match[1]!);

describe('the page of an incident', () => {
  it.each<[string, AnswerPageInput, string[]]>([
    ['open', open, ['acknowledge', 'snooze', 'escalate', 'resolve']],
    [
      'snoozed',
      acknowledged('Bob', { snoozedUntil: '2026-03-10T02:33:16Z' }),
      ['acknowledge', 'snooze', 'escalate', 'resolve'],
    ],
    ['had by another', acknowledged('Bob'), ['escalate', 'resolve']],
    ['mine', acknowledged('Ann'), ['escalate', 'resolve']],
    [
      'mine until I am silent',
      acknowledged('Ann', { repageAt: '2026-03-10T04:00:00Z' }),
      ['acknowledge', 'escalate', 'resolve'],
    ],
    ['at its end', acknowledged('Bob', { isUnanswered: true }), ['escalate', 'resolve']],
    ['resolved', acknowledged('Bob', { state: 'resolved', resolvedBy: 'Bob' }), []],
  ])('has the forms that one %s allows', (_state, input, forms) => {
    expect(formsOf(input)).toEqual(forms);
  });

  it('says what reopening needs where no form is left', () => {
    const resolved = acknowledged('Bob', { state: 'resolved', resolvedBy: 'Bob' });
    expect(answerPage(resolved)).toContain(
      'Reopen it in the console</a>. You must sign in there as an editor.',
    );
    const german = { ...resolved, fleet: { ...resolved.fleet, language: 'de' as const } };
    expect(answerPage(german)).toContain('</a>. Dafür müssen Sie sich dort als Bearbeiter anmelden.');
    expect(answerPage(open)).not.toContain('sign in');
  });

  it('says first what became of an answer, and whether it counted', () => {
    const late = { ...acknowledged('Bob'), result: { counts: false, words: 'Assigned to Bob.' } };
    expect(answerPage(late)).toMatch(/class="result warning" role="status".*Your answer changed nothing\./);
    expect(answerPage({ ...open, result: { counts: true, words: 'Done.' } })).not.toContain(
      'changed nothing.</p>',
    );
  });

  it('says who is paged next and when, on the fleet’s clock', () => {
    const nextStep = { at: '2026-03-10T02:10:00Z', notified: ['Ann', 'head@example.com'] };
    expect(answerPage({ ...open, nextStep })).toContain(
      '<strong>Not acknowledged.</strong> Ann and head@example.com are paged at 03:10 (Europe/Berlin) unless this is acknowledged.',
    );
    const german = { ...open, fleet: { ...open.fleet, language: 'de' as const }, nextStep };
    expect(answerPage(german)).toContain(
      '<strong>Nicht quittiert.</strong> Ann und head@example.com werden benachrichtigt (03:10, Europe/Berlin), wenn bis dahin niemand quittiert.',
    );
    const manager = { ...nextStep, notified: ['the driver’s manager'] };
    expect(answerPage({ ...open, nextStep: manager })).toContain('> The driver’s manager is paged at 03:10');
  });

  it('says so when no step is left that pages anyone', () => {
    expect(answerPage(open)).toContain(
      '<strong>Not acknowledged.</strong> No further step pages anyone. It stays open until someone acknowledges it.',
    );
    expect(answerPage({ ...open, fleet: { ...open.fleet, language: 'de' } })).toContain(
      'Keine weitere Stufe benachrichtigt jemanden. Der Vorfall bleibt offen, bis ihn jemand quittiert.',
    );
    const atItsEnd = { ...open, incident: { ...open.incident, isUnanswered: true } };
    expect(answerPage(atItsEnd)).not.toContain('No further step');
  });

  it('says until when it is snoozed', () => {
    const html = answerPage(acknowledged('Bob', { snoozedUntil: '2026-03-10T02:33:16Z' }));
    expect(html).toContain('</strong> until 03:33. Then people are paged again.');
  });

  it('has the street address beside the position, where it is known', () => {
    const place = { latitude: 52.51627, longitude: 13.3777 };
    expect(answerPage({ ...open, place })).toContain('On the map: 52.51627, 13.37770<');
    expect(answerPage({ ...open, place: { ...place, address: 'Markt 1, Dorf' } })).toContain(
      'On the map: near Markt 1, Dorf · 52.51627, 13.37770<',
    );
  });

  it('lets no hostile text become markup', () => {
    const html = answerPage({
      ...acknowledged(HOSTILE, { note: HOSTILE }),
      rule: { ...open.rule, name: HOSTILE },
      driver: { id: HOSTILE },
      trip: { tripId: HOSTILE },
      sentence: HOSTILE,
      timeline: [{ at: HOSTILE, text: HOSTILE }],
      tripLink: 'javascript:alert(1)',
      answerer: { name: HOSTILE, address: HOSTILE, hasIt: true },
      result: { counts: true, words: HOSTILE },
    });
    expect(html).not.toMatch(/<script|<!channel|\u202E|javascript:/);
  });
});

it('too late is answered with who was first and since when', () => {
  const now = '2026-03-10T02:03:20Z';
  const first = { person: 'Ann', since: '2026-03-10T02:03:16Z' };
  expect(tooLateWords({ because: 'acknowledged', ...first }, now)).toBe(
    'Assigned to Ann, acknowledged 4 s ago.',
  );
  expect(tooLateWords({ because: 'escalated', ...first }, now)).toBe('Ann already escalated it, 4 s ago.');
  expect(tooLateWords({ because: 'resolved', ...first }, now)).toBe('Ann already resolved it, 4 s ago.');
  expect(ago('2026-03-10T02:03:20Z', now)).toBe('just now');
  expect(ago('2026-03-10T00:00:00Z', now)).toBe('2 h 03 min ago');
});

it('an answer by a link says to whom the link was sent; others by what they came', () => {
  const words = (who: string, via: string): string =>
    timelineWords(timelineEntry({ kind: 'acknowledged', who, via, by: 'Ann' }));
  expect(words('ann@example.com', 'email')).toBe(
    'Ann acknowledged it (via the link sent to ann@example.com)',
  );
  expect(words('slack:U01', 'slack')).toBe('Ann acknowledged it (Slack)');
  expect(words('ann@example.com', 'api')).toBe('Ann acknowledged it');
});

it('the next step names people, and of a webhook its host, and of the driver record no address', () => {
  const next = nextStepOf(
    {
      at: new Date('2026-03-10T02:10:00Z'),
      receivers: [
        { action: 'slack', receiver: 'U02' },
        { action: 'email', receiver: 'ann@example.com', person: 'Ann', rotation: 'night' },
        { action: 'webhook', receiver: 'https://hooks.example.com/secret-path' },
        {
          action: 'email',
          receiver: 'planted@example.com',
          because: { named: 'driver:manager', origin: 'directory' },
        },
      ],
    },
    { nameOf: (who) => (who === 'U02' ? 'Bea' : undefined), manager: 'the driver’s manager' },
  );
  expect(next).toEqual({
    at: '2026-03-10T02:10:00.000Z',
    notified: ['Bea', 'Ann', 'hooks.example.com', 'the driver’s manager'],
  });
});

it('an entry names people, and of a webhook its host alone', () => {
  const notified = [
    { action: 'slack', receiver: '#safety' },
    { action: 'email', receiver: 'ann@example.com', person: 'Ann' },
    { action: 'webhook', receiver: 'https://hooks.example.com/secret-path' },
  ];
  const entry = timelineEntry({
    kind: 'paged',
    who: 'tripline',
    via: 'tripline',
    details: { step: 1, notified },
  });
  expect(entry).toEqual({
    kind: 'paged',
    via: 'tripline',
    step: 1,
    notified: [{ name: '#safety' }, { name: 'Ann' }, { name: 'hooks.example.com' }],
  });
});

it.each([
  ['https://hooks.example.com:8443/planted?x=planted', 'hooks.example.com:8443'],
  ['https://user:planted@hooks.example.com/', 'hooks.example.com'],
  ['hooks.example.com:8443', 'hooks.example.com:8443'],
  ['planted/of no kind', 'a webhook'],
  ['mailto:planted@example.com', 'a webhook'],
])('of the webhook %s its host is shown', (address, host) => {
  expect(webhookHost(address)).toBe(host);
});
