import { describe, expect, it } from 'vitest';
import {
  EMAIL_LEVELS,
  digestEmail,
  digestPage,
  digestSlack,
  digestView,
} from '../../../messages/digests/index.ts';
import type { DigestContent, DriverList } from '../../../messages/digests/index.ts';
import { markdownOf } from '../slackLimits.ts';
import { driver, exampleDigest, figure, listOf } from './exampleDigest.ts';
import { unavailableDigest } from './otherDigests.ts';
import { wholeText } from './wholeDigest.ts';

const UNREAD: DriverList = { drivers: [], total: 0, source: 'query', missing: 'unavailable' };
const NOBODY: DriverList = listOf([]);

/** Returns the example with other drivers, without other figures about them. */
function withDrivers(drivers: Partial<NonNullable<DigestContent['drivers']>>): DigestContent {
  const uncounted = { comparable: figure(null, 'unavailable'), coaching: figure(null, 'unavailable') };
  return { ...exampleDigest, drivers: { ...exampleDigest.drivers!, ...uncounted, ...drivers } };
}

function inAllForms(content: DigestContent): string {
  const { text, html } = digestEmail(content);
  const slack = digestSlack(content);
  return [
    text,
    html,
    wholeText(content),
    digestPage(content),
    slack.text,
    ...markdownOf(slack.blocks).map((each) => each.text),
  ].join('\n');
}

const FALSE_WHEN_UNREAD =
  /No driver\.|score rose this time|score changed|No driver became inactive|coaching recommended this time|a thank-you for/;

describe('a digest whose period before could not be read', () => {
  const lists = { fell: UNREAD, rose: UNREAD, silent: UNREAD };

  it('says so, and neither that nobody moved nor that nobody went silent', () => {
    const shown = inAllForms(withDrivers({ ...lists, needAttention: NOBODY }));
    expect(shown).not.toMatch(FALSE_WHEN_UNREAD);
    expect(shown).toContain('The previous period could not be read, so drivers are not compared with it.');
    expect(shown).toContain(
      'Which drivers became inactive is not known: the previous period could not be read.',
    );
  });

  it('still names those below the threshold, and thanks nobody', () => {
    const shown = inAllForms(withDrivers({ ...lists, needAttention: listOf([driver('Ben Okafor')]) }));
    expect(shown).not.toMatch(FALSE_WHEN_UNREAD);
    expect(shown).toContain('Ben Okafor');
    expect(wholeText(withDrivers({ ...lists, needAttention: listOf([driver('Ben')], 3) }))).toContain(
      '3 drivers are below 70.',
    );
  });
});

describe('a digest in which no score changed', () => {
  const lists = { fell: NOBODY, rose: NOBODY, needAttention: NOBODY };
  const counts = { active: figure(10), notRated: figure(6), tooFewTrips: figure(6) };

  it('says “No driver.” when drivers could be compared, however many others could not', () => {
    const { text } = digestEmail(withDrivers({ ...lists, ...counts, comparable: figure(4) }));
    expect(text).toContain('No driver.');
    expect(text).not.toContain('could be compared');
  });

  it('has no such sentence when no drivers could be compared', () => {
    const { text } = digestEmail(
      withDrivers({ ...lists, active: figure(10), notRated: figure(0), comparable: figure(0) }),
    );
    expect(text).toContain('No drivers could be compared');
    expect(text).not.toMatch(/No driver\.|score changed|rose this time/);
  });
});

describe('the sentences of a digest', () => {
  it('are whole ones also for what is not known', () => {
    const score = {
      ...exampleDigest.scores!.score,
      value: null,
      change: null,
      missing: 'not_known' as const,
    };
    const alerts = { ...unavailableDigest.alerts!, unanswered: figure(null, 'not_known') };
    const content = { ...exampleDigest, scores: { ...exampleDigest.scores!, score }, alerts };
    expect(digestEmail(content).text).toContain('The score is not known.');
    const text = wholeText(content);
    expect(text).toContain('The score is not known.');
    expect(text).toContain('The number of incidents that are not acknowledged is not known.');
    expect(digestEmail(unavailableDigest).text).toContain('The score could not be read.');
  });

  it('do not say that the document names whoever asked for it', () => {
    expect(inAllForms(exampleDigest)).not.toContain('names this address');
    expect(digestEmail({ ...exampleDigest, language: 'de' }).text).not.toContain('nennt diese Adresse');
  });

  it('call the line of several groups theirs together, and not the fleet’s', () => {
    const scores = { ...exampleDigest.scores!, group: null };
    const of = (groups: readonly string[] | null) => wholeText({ ...exampleDigest, scores, groups });
    expect(of(null)).toContain('Line of the score, Fleet,');
    expect(of(['north', 'south'])).toContain('Line of the score, Together,');
  });
});

describe('how many need a word', () => {
  const ten = Array.from({ length: 10 }, (_, at) => driver(`fallen ${at}`));
  const others = Array.from({ length: 10 }, (_, at) => driver(`low ${at}`));
  const lists = { fell: listOf(ten, 200), needAttention: listOf(others, 200) };
  const previewOf = (drivers: Partial<NonNullable<DigestContent['drivers']>>): string =>
    digestView(withDrivers(drivers), { limits: EMAIL_LEVELS[0] }).preview;

  it('is each driver once, however long both lists are', () => {
    expect(previewOf({ ...lists, coaching: figure(200) })).toContain('Coaching recommended for 200 drivers');
  });

  it('is not added up where it was not counted and the lists do not show it', () => {
    const shown = previewOf(lists);
    expect(shown).not.toContain('400');
    expect(shown).toContain('200 drivers’ scores fell: coaching may help. 200 drivers are below 70.');
  });

  it('is shown where both lists are complete', () => {
    const both = { fell: listOf(ten.slice(0, 2)), needAttention: listOf([ten[0]!, ...others.slice(0, 2)]) };
    expect(previewOf(both)).toContain('Coaching recommended for 4 drivers');
  });
});

it.each([
  [69.5, 'Below 69.5'],
  [69.456, 'Below 69.46'],
  [70, 'Below 70'],
])('the threshold %d stands as it was set', (needsAttentionBelow, words) => {
  const content = { ...exampleDigest, needsAttentionBelow };
  expect(digestEmail(content).html).toContain(`>${words}<`);
  const text = wholeText(content);
  expect(text).toContain(`${words}\n`);
  expect(text).toContain(`are ${words.toLowerCase()}.`);
  const unread = { ...withDrivers({ fell: UNREAD, rose: UNREAD, silent: UNREAD }), needsAttentionBelow };
  expect(digestView(unread, { limits: EMAIL_LEVELS[0] }).preview).toContain(`are ${words.toLowerCase()}.`);
});
