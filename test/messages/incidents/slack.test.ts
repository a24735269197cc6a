import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SlackBlock, SlackMessage } from '../../../messages/channels/slack/index.ts';
import { deletionHeader } from '../../../messages/deletions/index.ts';
import { lateAnswer } from '../../../messages/incidents/index.ts';
import type { IncidentMessage } from '../../../messages/incidents/index.ts';
import { slackMessage } from '../../../messages/message.ts';
import { HOSTILE_TEXTS, UNWANTED } from '../exampleAlert.ts';
import { deletionFullOf, exampleDeletion, exampleIncident, incidentFullOf } from '../exampleIncident.ts';
import { expectWithinSlackLimits, markdownOf, plainOf, wordsOf } from '../slackLimits.ts';
import { TEXTS as CATALOGUE } from '../../../texts/index.ts';

const POSSIBLE_REPEAT = CATALOGUE.en.format.possibleRepeat;

const at = (state: Partial<IncidentMessage['incident']>): IncidentMessage => ({
  ...exampleIncident,
  incident: { ...exampleIncident.incident, ...state },
});
const acknowledged = at({
  state: 'acknowledged',
  assignee: 'Ann Meyer',
  acknowledgedAt: '2025-11-21T13:49:00Z',
});
const resolved = at({
  state: 'resolved',
  resolvedBy: 'Ann Meyer',
  resolvedAt: '2025-11-21T14:20:00Z',
  disposition: 'false_alarm',
  note: 'Phone fell.',
});

const actionsOf = (message: SlackMessage) =>
  message.blocks.flatMap((block) => (block.type === 'actions' ? block.elements : []));

describe('a page of an incident', () => {
  it('says what, who, when on the driver’s clock, where, how fast, and what has happened', () => {
    const message = slackMessage(exampleIncident, { pictureFileId: 'F1' });
    expect(plainOf(message.blocks)[0]?.text).toBe('🔴 Open · Critical: Collision detected');
    expect(wordsOf(message)).toEqual(
      expect.arrayContaining([
        '*Step 2 of 3: not acknowledged for 10 min.*',
        '*Driver*\nAnn Meyer (d-17)',
        '*When, driver’s clock*\nFri, 21 Nov 2025, 14:32:10 (UTC+1)',
        '*Where*\n<https://www.openstreetmap.org/?mlat=52.51627&amp;mlon=13.37770#map=17/52.51627/13.37770|52.51627, 13.37770>',
        '*Speed*\n62 km/h before, 0 km/h after',
        '*Timeline (times of Europe/Berlin)*\n• 14:37 · Opened\n• 14:37 · Step 1 of round 1: notified #safety-urgent, Ann\n• 14:47 · Step 2 of round 1: notified head@example.com',
      ]),
    );
    expect(message.blocks).toContainEqual(
      expect.objectContaining({ type: 'image', slack_file: { id: 'F1' } }),
    );
    expect(message.text).toBe(
      '🔴 Open · Critical: Collision detected · Ann Meyer (d-17) · Step 2 of 3: not acknowledged for 10 min.',
    );
  });

  it('has the driver’s clock beside the fleet’s where they differ', () => {
    const place = { ...exampleIncident.place, at: '2025-11-21T15:32:10+02:00' };
    const texts = wordsOf(slackMessage({ ...exampleIncident, place }));
    expect(texts).toContain('*When, driver’s clock*\nFri, 21 Nov 2025, 15:32:10 (UTC+2)');
    expect(texts).toContain('*In Europe/Berlin*\n14:32:10');
  });

  it('has its buttons before the picture and the history, each with the incident’s id', () => {
    const { blocks } = slackMessage(exampleIncident, { pictureFileId: 'F1' });
    const types = blocks.map(({ type }) => type);
    expect(types.indexOf('actions')).toBeLessThan(types.indexOf('image'));
    const [acknowledge, snooze, escalate, resolve] = actionsOf({ text: '', blocks });
    expect(acknowledge).toMatchObject({ action_id: 'incident_acknowledge', value: '412', style: 'primary' });
    expect(snooze).toMatchObject({ action_id: 'incident_snooze', value: '412' });
    expect(escalate).toMatchObject({ action_id: 'incident_escalate', value: '412' });
    expect(resolve).toMatchObject({ action_id: 'incident_resolve' });
    expect(resolve?.type === 'static_select' && resolve.options.map(({ value }) => value)).toEqual([
      '412 confirmed',
      '412 false_alarm',
      '412 not_driver',
      '412 other',
    ]);
  });

  it('shows who has it, and no button that would come too late', () => {
    const message = slackMessage(acknowledged);
    expect(plainOf(message.blocks)[0]?.text).toBe('🟡 Assigned to Ann Meyer · Critical: Collision detected');
    expect(wordsOf(message)[0]).toBe('*Assigned to Ann Meyer since 14:49.*');
    expect(actionsOf(message).map(({ action_id: id }) => id)).toEqual([
      'incident_escalate',
      'incident_resolve',
    ]);
  });

  it('lets who has it say so again where silence is taken for absence', () => {
    const message = slackMessage(at({ ...acknowledged.incident, repageAt: '2025-11-21T15:49:00Z' }));
    expect(actionsOf(message)[0]).toMatchObject({
      action_id: 'incident_acknowledge',
      text: { text: 'Still working on it' },
    });
    expect(wordsOf(message)[0]).toContain('Paging resumes at 16:49 unless Ann Meyer updates the incident.');
  });

  it('keeps its button to escalate at the chain’s end: a call for help is never refused', () => {
    const ids = actionsOf(slackMessage(at({ isUnanswered: true }))).map(({ action_id: id }) => id);
    expect(ids).toEqual(['incident_acknowledge', 'incident_snooze', 'incident_escalate', 'incident_resolve']);
  });

  it('has no button once it is resolved, only the link', () => {
    const message = slackMessage(resolved);
    expect(actionsOf(message)).toEqual([]);
    expect(plainOf(message.blocks)[0]?.text).toBe('🟢 Resolved: false alarm · Critical: Collision detected');
    expect(wordsOf(message)[0]).toBe('*Ann Meyer resolved it at 15:20: a false alarm.*\n“Phone fell.”');
    expect(wordsOf(message).some((text) => text.includes('|Open the trip and its explanation>'))).toBe(true);
  });

  it('says how old the trip was when it came late, and that it may be a duplicate', () => {
    const message = slackMessage({ ...at({ ageSeconds: 26_412 }), possibleRepeat: true });
    expect(wordsOf(message)).toEqual(
      expect.arrayContaining([
        ':warning: *Late: the trip arrived 7 h 20 min after its end.*',
        `:warning: *${POSSIBLE_REPEAT}*`,
      ]),
    );
    expect(message.text).toContain('(possible duplicate)');
  });

  it('calls the people of rotations, by a mention where Slack knows them, and says who is next and when', () => {
    const paged = [
      { name: 'Ann', slackId: 'U01ANN' },
      { name: 'Ben <!here>' },
      { name: 'Cem', slackId: '!channel' },
    ];
    const nextStep = { at: '2025-11-21T13:57:00Z', notified: ['Dora', 'head@example.com'] };
    const texts = wordsOf(slackMessage({ ...exampleIncident, paged, nextStep }));
    expect(texts).toContain('*Paged*\n<@U01ANN>, Ben &lt;!here&gt;, Cem');
    expect(texts).toContain(
      '*Step 2 of 3: not acknowledged for 10 min.*\nDora and head@example.com are paged at 14:57 (Europe/Berlin) unless this is acknowledged.',
    );
    const one = { ...nextStep, notified: ['Dora'] };
    expect(wordsOf(slackMessage({ ...exampleIncident, nextStep: one })).join()).toContain(
      'Dora is paged at 14:57 (Europe/Berlin) unless this is acknowledged.',
    );
    const many = { at: '2025-11-22T13:57:00Z', notified: ['A', 'B', 'C', 'D', 'E'] };
    expect(wordsOf(slackMessage({ ...exampleIncident, nextStep: many })).join()).toContain(
      'A, B, C and 2 more are paged at 22 Nov, 14:57 (Europe/Berlin)',
    );
    expect(wordsOf(slackMessage({ ...acknowledged, nextStep })).join()).not.toContain('paged at');
  });

  it('that is snoozed says by whom and until when, and may be acknowledged or snoozed again', () => {
    const message = slackMessage(at({ ...acknowledged.incident, snoozedUntil: '2025-11-21T14:19:00Z' }));
    expect(wordsOf(message)[0]).toBe('*Snoozed by Ann Meyer until 15:19. Then people are paged again.*');
    expect(plainOf(message.blocks)[0]?.text).toContain('Snoozed by Ann Meyer');
    expect(actionsOf(message).map(({ action_id: id }) => id)).toEqual([
      'incident_acknowledge',
      'incident_snooze',
      'incident_escalate',
      'incident_resolve',
    ]);
  });

  it('has the street address beside the position, on one line and without markup', () => {
    const place = { ...exampleIncident.place, address: 'Invalidenstraße 12,\nBerlin <!channel>' };
    const [where] = wordsOf(slackMessage({ ...exampleIncident, place })).filter((text) =>
      text.startsWith('*Where*'),
    );
    expect(where).toContain('|near Invalidenstraße 12, Berlin &lt;!channel&gt; (52.51627, 13.37770)>');
    expect(slackMessage({ ...exampleIncident, place }).text).not.toContain('Invalidenstraße');
  });

  it('does without what is not known', () => {
    const { place: _place, ...bare } = exampleIncident;
    const { blocks } = slackMessage({ ...bare, joined: [], lastTrips: [], openIncidents: [], timeline: [] });
    expectWithinSlackLimits({ text: 'x', blocks });
    expect(JSON.stringify(blocks)).not.toMatch(/openstreetmap|undefined|Speed/);
  });

  it.each([
    [{ latitude: 91, longitude: 13 }],
    [{ latitude: Number.NaN, longitude: 13 }],
    [{ longitude: 13 }],
  ])('links to no place that is none: %j', (place) => {
    expect(JSON.stringify(slackMessage({ ...exampleIncident, place }))).not.toContain('openstreetmap');
  });
});

describe('a note about an incident', () => {
  it('is one line and what it is about, without buttons', () => {
    const message = slackMessage({ ...acknowledged, reason: 'note', occasion: 'Ann Meyer acknowledged it.' });
    expect(message.blocks.map(({ type }) => type)).toEqual(['section', 'context']);
    expect(wordsOf(message)[0]).toBe('Ann Meyer acknowledged it.');
  });
});

describe('a request to delete a trip', () => {
  it('says why, what the trip is and by when, and asks once more before it is deleted', () => {
    const message = slackMessage(exampleDeletion);
    expect(wordsOf(message)).toEqual(
      expect.arrayContaining([
        '*The trip is kept unless a person approves the deletion by Fri, 5 Dec 2025, 14:37 (Europe/Berlin, UTC+1).*',
        '*Why (rule Trip without driving)*\nDistance of this trip was 0.12 km (threshold: less than 0.5 km).',
        '*Distance*\n120 m',
      ]),
    );
    const [reject, approve] = actionsOf(message);
    expect(reject).toMatchObject({ action_id: 'deletion_reject', value: '31' });
    expect(approve).toMatchObject({ action_id: 'deletion_approve', value: '31', style: 'danger' });
    expect(approve?.type === 'button' && approve.confirm?.text.text).toContain('It cannot be undone');
    expect(reject?.type === 'button' && reject.confirm).toBeUndefined();
  });

  it.each([
    ['approved', { decidedBy: 'Ann', decidedAt: '2025-11-22T08:00:00Z' }, 'Ann approved it'],
    ['rejected', { decidedBy: 'Ann', note: 'It was real.' }, 'Ann rejected the deletion.'],
    ['refused', { reason: 'has_collision' }, 'The trip has a collision, so it is kept.'],
    ['expired', {}, 'Not approved in time.'],
    ['gone', {}, 'It was gone before Tripline deleted it.'],
    ['deleted', { decidedBy: 'Ann' }, 'Deleted; Ann had approved it.'],
    ['unknown_outcome', {}, 'not known yet'],
  ] as const)('that is %s has no button and says so', (state, more, words) => {
    const message = { ...exampleDeletion, deletion: { ...exampleDeletion.deletion, ...more, state } };
    expect(actionsOf(slackMessage(message))).toEqual([]);
    expect(deletionHeader(message).sentences.join(' ')).toContain(words);
  });
});

describe('a word to who was late', () => {
  it.each([
    ['acknowledged', 'Assigned to Ann since 14:49. Your answer changed nothing.'],
    ['escalated', 'Ann already escalated it at 14:49. Your answer changed nothing.'],
    ['resolved', 'Ann already resolved it at 14:49. Your answer changed nothing.'],
    ['not_resolved', 'Not acknowledged. Your answer changed nothing.'],
  ])('because it was %s', (because, text) => {
    const late = { because, person: 'Ann', since: '2025-11-21T13:49:00Z' };
    expect(lateAnswer(late, exampleIncident).text).toBe(text);
  });
});

const STATES = ['open', 'acknowledged', 'resolved'] as const;
const DELETION_STATES = ['requested', 'approved', 'rejected', 'refused', 'deleted'] as const;

/** Makes every message with the given text as every text from outside. */
function everyMessageOf(text: string): readonly SlackMessage[] {
  return [
    ...STATES.flatMap((state) => [
      slackMessage(incidentFullOf(text, state), { pictureFileId: 'F1' }),
      slackMessage({ ...incidentFullOf(text, state), reason: 'note' }),
    ]),
    ...DELETION_STATES.map((state) => slackMessage(deletionFullOf(text, state))),
    lateAnswer({ because: 'acknowledged', person: text, since: text }, incidentFullOf(text)),
  ];
}

/** The links that Tripline itself writes. */
const OWN_LINKS =
  /<https:\/\/(?:tripline\.example|www\.openstreetmap\.org)\/[^<>|]*\|(?:Open the trip and its explanation|Open the trip and its explanation|[-\d., ]+)>/g;

function expectHarmless(message: SlackMessage): void {
  expectWithinSlackLimits(message);
  for (const { text, verbatim, type } of markdownOf(message.blocks)) {
    const own = text.replace(OWN_LINKS, '');
    expect(own).not.toMatch(/[<>]/);
    expect(own.replace(/&(?:amp|lt|gt);/g, '')).not.toContain('&');
    expect(text).not.toMatch(UNWANTED);
    expect({ verbatim, type }).toEqual({ verbatim: true, type: 'mrkdwn' });
  }
  for (const { text, emoji } of plainOf(message.blocks)) {
    expect(text).not.toMatch(UNWANTED);
    expect(text).not.toMatch(/[\r\n]/);
    expect(emoji).toBe(false);
  }
  expect(message.text).not.toMatch(/[<>]/);
  expect(message.text).not.toMatch(UNWANTED);
}

/** Pieces that try to become something else than text, between ordinary ones. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...HOSTILE_TEXTS,
        '<!channel>',
        '<@U1>',
        '<!subteam^S1>',
        '<!date^1^{date}|x>',
        '|',
        '*',
        '`',
      ),
      fc.constantFrom(
        '&',
        '<',
        '>',
        '\r\n',
        '\u2028',
        '\u202e',
        '\u200f',
        '\u0000',
        '🚚',
        '👩‍👩‍👧',
        ':fire:',
        '"',
        "'",
      ),
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string({ unit: 'grapheme', maxLength: 40 }),
    ),
    { maxLength: 12 },
  )
  .chain((parts) => fc.constantFrom(1, 20, 300).map((times) => parts.join('').repeat(times).slice(0, 8_000)));

describe('no text of others', () => {
  it('becomes a mention, link, line or more than Slack takes, whatever it is', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const message of everyMessageOf(text)) expectHarmless(message);
      }),
      { numRuns: 40 },
    );
  });

  it.each(HOSTILE_TEXTS)('does so: %j', (text) => {
    for (const message of everyMessageOf(text)) expectHarmless(message);
  });

  it.each(['', 'x', '&', '<', '🚚', 'line\n', '\u202e'])(
    'breaks a limit, however often it is repeated: %j',
    (unit) => {
      for (const message of everyMessageOf(unit.repeat(20_000))) expectHarmless(message);
    },
  );
});

it('the limits’ own test fails for what is too long', () => {
  const block: SlackBlock = {
    type: 'header',
    text: { type: 'plain_text', text: 'x'.repeat(151), emoji: false },
  };
  expect(() => expectWithinSlackLimits({ text: 'x', blocks: [block] })).toThrow();
});
