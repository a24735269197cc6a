import type { DigestContent, DigestRating, Missing } from './content.ts';
import { ENGLISH } from './english.ts';
import { GERMAN } from './german.ts';

/** A number as people read it, and as grammar needs it. */
export interface Counted {
  readonly count: number;
  /** The same, formatted: `1,284`. */
  readonly said: string;
}

/**
 * Every sentence and label of a digest in one language. Whole sentences, because no two languages put one together alike;
 * what is put in is formatted already.
 */
export interface DigestWords {
  readonly missing: Readonly<Record<Missing, string>>;
  readonly ratings: Readonly<Record<DigestRating, string>>;
  readonly severities: Readonly<Record<'info' | 'warning' | 'critical', string>>;
  readonly dispositions: Readonly<Record<string, string>>;
  /** Event types in words, where the language does not read them off the type's name. */
  readonly events: Readonly<Record<string, string>>;
  readonly before: Readonly<Record<'day' | 'week' | 'month', string>>;

  readonly change: {
    up(by: string): string;
    down(by: string): string;
    readonly same: string;
    readonly hardly: string;
    readonly nothingBefore: string;
    was(value: string): string;
    /** Behind a difference of shares. */
    points(value: string): string;
  };

  readonly head: {
    readonly wholeFleet: string;
    groups(ids: string, more: number): string;
    readonly wholeDays: string;
    comparedWith(range: string): string;
    readonly caveats: string;
    subject(parts: {
      readonly digest: string;
      readonly score: string;
      readonly unanswered: string;
      readonly period: string;
    }): string;
    scoreInSubject(score: string, change: string): string;
    scoreMissingInSubject(why: string): string;
    unansweredInSubject(incidents: Counted): string;
    preview(parts: { readonly word: Counted; readonly thanks: Counted }): string;
    readonly previewQuiet: string;
  };

  readonly short: {
    readonly title: string;
    scoreUp(score: string, by: string, before: string): string;
    scoreDown(score: string, by: string, before: string): string;
    scoreSame(score: string): string;
    scoreFirst(score: string): string;
    scoreMissing(why: string): string;
    unanswered(incidents: Counted): string;
    allAnswered(incidents: Counted): string;
    fell(drivers: Counted): string;
    below(drivers: Counted, threshold: string): string;
    rose(drivers: Counted): string;
    readonly nobodyMoved: string;
    readonly nothing: string;
    readonly noTrips: string;
    readonly noDrivers: string;
    trips(trips: Counted, distance: string): string;
    lookedAt(looked: string, known: string): string;
    lookedAtAll(looked: string, known: string): string;
    /** All that were not looked at are from before the fleet was looked after. */
    lookedAtSince(looked: string, known: string, history: Counted): string;
    allHistory(trips: Counted): string;
  };

  readonly word: {
    readonly title: string;
    readonly fell: string;
    fellNote(minTrips: Counted): string;
    below(threshold: string): string;
    readonly belowNote: string;
    readonly nobodyRanked: string;
    readonly notRead: string;
    /** The drivers of the period before could not be read. */
    readonly beforeNotRead: string;
    readonly nobody: string;
  };
  readonly thanks: { readonly title: string; readonly note: string; readonly nobody: string };
  readonly driver: {
    readonly driver: string;
    readonly score: string;
    readonly change: string;
    trips(trips: Counted): string;
    cause(event: string, before: string, now: string): string;
    causes(causes: string, perHundred: string): string;
    readonly above: string;
    readonly noCause: string;
    readonly notLookedAt: string;
  };

  readonly scores: {
    readonly title: string;
    readonly ofHundred: string;
    readonly rating: string;
    readonly now: string;
    readonly change: string;
    readonly ratingsNote: string;
    readonly lineTitle: string;
    lineAlt(parts: { readonly who: string; readonly points: string }): string;
    lineAltGroups(groups: string): string;
    readonly noLine: string;
    readonly fleet: string;
    /** Several groups that the digest is about. */
    readonly together: string;
    band(groups: Counted): string;
    ratingsAlt(ratings: string): string;
    readonly legendNow: string;
    readonly legendBefore: string;
  };
  readonly groups: {
    readonly title: string;
    readonly group: string;
    readonly score: string;
    readonly change: string;
    readonly drivers: string;
    readonly distance: string;
  };
  readonly counts: {
    readonly title: string;
    readonly what: string;
    readonly number: string;
    readonly active: string;
    readonly joined: string;
    readonly notRated: string;
    tooFew(minTrips: Counted): string;
    readonly note: string;
  };
  readonly driving: {
    readonly title: string;
    readonly measure: string;
    readonly now: string;
    readonly change: string;
    readonly trips: string;
    readonly distance: string;
    readonly hours: string;
    readonly night: string;
    readonly highway: string;
    readonly events: string;
    readonly event: string;
    readonly sharesNote: string;
  };
  readonly alerts: {
    readonly title: string;
    alerts(alerts: Counted, change: string): string;
    alertsMissing(why: string): string;
    severities(parts: string): string;
    readonly none: string;
    unanswered(incidents: Counted): string;
    unansweredMissing(why: string): string;
    median(time: string): string;
    medianMissing(why: string): string;
    readonly incident: string;
    readonly opened: string;
    readonly answer: string;
    readonly noAnswer: string;
    answeredAfter(time: string): string;
    readonly answered: string;
    readonly open: string;
    resolvedAs(disposition: string): string;
    readonly resolved: string;
    readonly answerNow: string;
    readonly noIncidents: string;
  };
  readonly rules: {
    readonly title: string;
    readonly rule: string;
    readonly alerts: string;
    readonly before: string;
    noisy(why: string): string;
    overBudget(alerts: Counted): string;
    falseAlarms(falseAlarms: string, answered: string): string;
    readonly noisyAnyway: string;
    readonly note: string;
    readonly none: string;
  };
  readonly deletions: {
    readonly title: string;
    readonly driver: string;
    readonly deleted: string;
    readonly effect: string;
    byRule(rule: string): string;
    effectOf(before: string, after: string, change: string): string;
    readonly effectUnknown: string;
    total(trips: Counted): string;
    waiting(trips: Counted): string;
    readonly none: string;
  };
  readonly devices: {
    readonly title: string;
    readonly silent: string;
    readonly silentNote: string;
    readonly sensors: string;
    readonly sensorsNote: string;
    readonly driver: string;
    readonly lastScore: string;
    readonly missing: string;
    readonly tripsBefore: string;
    readonly noSilent: string;
    readonly silentNotRead: string;
    readonly noSensors: string;
  };
  readonly coverage: {
    readonly title: string;
    readonly none: string;
    lookedAt(looked: string, known: string): string;
    notAll(missing: Counted): string;
    /** @param since a date, or empty */
    history(trips: Counted, since: string): string;
    waiting(trips: Counted): string;
    parked(trips: Counted): string;
    /** Trips of which only the number is known. */
    unnamed(trips: Counted): string;
    /** The service counts more than its lists named. */
    more(trips: Counted): string;
    /** @param moment empty when it is not known */
    compared(moment: string): string;
    /** @param days those without a comparison, when it is not all */
    notCompared(parts: { readonly days: Counted | undefined; readonly isOff: boolean }): string;
    since(date: string): string;
    missing(figures: string): string;
    readonly known: string;
    readonly lookedAtLabel: string;
    readonly parkedLabel: string;
  };

  readonly more: { inTable(rows: Counted): string; rows(rows: Counted): string; readonly gone: string };
  readonly attached: string;
  readonly foot: {
    figuresRead(moment: string, zone: string): string;
    period(from: string, to: string, zone: string): string;
    sentBy(digest: string, version: number, fleet: string): string;
    readonly unsubscribe: string;
  };
  readonly page: {
    readonly preview: string;
    readonly subject: string;
    readonly sources: string;
    readonly figure: string;
    readonly source: string;
    readonly note: string;
  };
}

/** The words of a digest's language. */
export function wordsOf(language: DigestContent['language']): DigestWords {
  return language === 'de' ? GERMAN : ENGLISH;
}
