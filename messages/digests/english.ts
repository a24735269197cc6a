import type { DigestCaveat, DigestRating, Missing } from './content.ts';

/** A number as people read it, and as grammar needs it. */
export interface Counted {
  readonly count: number;
  /** The same, formatted: `1,284`. */
  readonly said: string;
}

/** A sentence for each thing that a reader must know before the figures. */
type CaveatWords = {
  readonly [Kind in DigestCaveat['kind']]: (caveat: Extract<DigestCaveat, { kind: Kind }>) => string;
};

const MISSING: Readonly<Record<Missing, string>> = {
  not_rated: 'cannot be rated',
  not_known: 'not known',
  unavailable: 'could not be read',
};

/** A number and the word behind it, in singular or plural. */
export function plural({ count, said }: Counted, one: string, other: string): string {
  return `${said} ${count === 1 ? one : other}`;
}

/** Why a figure is missing, behind what is missing. */
function asVerb(why: string): string {
  return why === MISSING.not_known ? `is ${why}` : why;
}

const CAVEATS: CaveatWords = {
  drivers_unread: ({ reason }) =>
    `The list of drivers could not be read to its end, so figures for individual drivers are omitted (${reason}).`,
  drivers_before_unread: ({ reason }) =>
    `The list of drivers of the previous period could not be read to its end, so drivers are not compared (${reason}).`,
  scores_unread: ({ missing, of, reason }) =>
    `The analytics service did not answer ${missing} of ${of} requests for scores (${reason}). The missing figures are omitted.`,
  groups_unread: () => 'The groups of the fleet could not be read, so they are not compared.',
  groups_cut: ({ shown, total }) => `There are ${total} groups; the ${shown} largest are shown.`,
  groups_unknown: ({ groups }) => `The analytics service knows no group called ${groups.join(', ')}.`,
  narrowed: ({ groups }) =>
    `This digest is about the whole fleet; this token sees only ${groups.join(', ')}, so all figures are for ${groups.length === 1 ? 'that group' : 'those groups'}.`,
  nobody_drove: () => 'The analytics service lists no driver with a trip in this period.',
  nobody_drove_before: () =>
    'The analytics service lists no driver with a trip in the previous period, so there is nothing to compare with.',
  nobody_rated: ({ drivers }) =>
    `The analytics service rates none of the ${drivers} drivers of this period, so drivers are not ranked.`,
  trips_unknown: ({ drivers }) =>
    `For ${drivers} drivers the analytics service does not say how many trips they made; they are not ranked.`,
  possible_repeat: () => 'Possible duplicate: the outcome of an earlier attempt is unknown.',
  counts_differ: ({ listed, counted }) =>
    `The service lists ${listed} drivers, but the fleet score covers ${counted}: the data changed while it was read.`,
};

/**
 * Every sentence and label of a digest in English. Whole sentences, because no two languages put one together alike; what is
 * put in is formatted already.
 */
export const ENGLISH = {
  caveats: CAVEATS,
  missing: MISSING,
  ratings: {
    hard_brake_rating: 'Braking',
    phone_use_rating: 'Phone use',
    rapid_acceleration_rating: 'Acceleration',
    overspeeding_rating: 'Speeding',
  } as Readonly<Record<DigestRating, string>>,
  severities: { critical: 'critical', warning: 'warning', info: 'info' },
  dispositions: {
    confirmed: 'confirmed',
    false_alarm: 'false alarm',
    not_driver: 'not this driver',
    other: 'something else',
  } as Readonly<Record<string, string>>,
  /** Event types in words, where the language does not read them off the type's name. */
  events: {} as Readonly<Record<string, string>>,
  change: {
    up: (by: string) => `up ${by}`,
    down: (by: string) => `down ${by}`,
    same: 'unchanged',
    hardly: 'hardly changed',
    nothingBefore: 'nothing to compare with',
    was: (value: string) => `before: ${value}`,
    /** Behind a difference of shares. */
    points: (value: string) => `${value} points`,
  },
  head: {
    wholeFleet: 'Whole fleet',
    groups: (ids: string, more: number) =>
      `${ids.includes(', ') || more > 0 ? 'Groups' : 'Group'} ${ids}${more > 0 ? ` and ${more} more` : ''}`,
    wholeDays: 'whole UTC days',
    comparedWith: (range: string) => `compared with ${range}`,
    caveats: 'Notes on the data',
    subject: ({
      digest,
      score,
      unanswered,
      period,
    }: {
      readonly digest: string;
      readonly score: string;
      readonly unanswered: string;
      readonly period: string;
    }) => [`${digest}: ${score}`, unanswered, period].filter(Boolean).join(' · '),
    scoreInSubject: (score: string, change: string) => `score ${score}${change && `, ${change}`}`,
    scoreMissingInSubject: (why: string) => `score ${why}`,
    unansweredInSubject: (incidents: Counted) =>
      plural(incidents, 'incident not acknowledged', 'incidents not acknowledged'),
    preview: ({ word, thanks }: { readonly word: Counted; readonly thanks: Counted }) =>
      `Coaching recommended for ${plural(word, 'driver', 'drivers')}, a thank-you for ${thanks.said}.`,
    previewQuiet: 'No coaching recommended this time.',
  },
  short: {
    title: 'Summary',
    scoreUp: (score: string, by: string, before: string) =>
      `The score rose by ${by}, from ${before} to ${score}.`,
    scoreDown: (score: string, by: string, before: string) =>
      `The score fell by ${by}, from ${before} to ${score}.`,
    scoreSame: (score: string) => `The score is unchanged at ${score}.`,
    scoreFirst: (score: string) => `The score is ${score}; there is no earlier score to compare it with.`,
    scoreMissing: (why: string) => `The score ${asVerb(why)}.`,
    unanswered: (incidents: Counted) =>
      `${plural(incidents, 'incident is', 'incidents are')} not acknowledged.`,
    allAnswered: (incidents: Counted) =>
      `${incidents.count === 1 ? 'The one incident was' : `All ${incidents.said} incidents were`} acknowledged or resolved.`,
    fell: (drivers: Counted) =>
      `${plural(drivers, 'driver’s score', 'drivers’ scores')} fell: coaching may help.`,
    below: (drivers: Counted, threshold: string) =>
      `${plural(drivers, 'driver is', 'drivers are')} below ${threshold}.`,
    rose: (drivers: Counted) =>
      `${plural(drivers, 'driver’s score', 'drivers’ scores')} rose: consider a thank-you.`,
    nobodyMoved: 'No driver’s score changed.',
    nothing: 'No data is available for this period.',
    noTrips: 'Nobody drove.',
    noDrivers: 'No driver was active.',
    trips: (trips: Counted, distance: string) => `${plural(trips, 'trip', 'trips')} over ${distance}.`,
    evaluated: (evaluated: string, known: string) =>
      `Only ${evaluated} of ${known} trips could be evaluated.`,
    allEvaluated: (evaluated: string, known: string) => `${evaluated} of ${known} trips evaluated.`,
    /** All that were not evaluated are from before the fleet was connected. */
    evaluatedSince: (evaluated: string, known: string, history: Counted) =>
      `${evaluated} of ${known} trips evaluated; ${plural(history, 'is', 'are')} from before Tripline was connected to this fleet.`,
    allHistory: (trips: Counted) =>
      trips.count === 1
        ? 'The one trip was not evaluated: it is from before Tripline was connected to this fleet.'
        : `None of the ${trips.said} trips was evaluated: they are from before Tripline was connected to this fleet.`,
  },
  word: {
    title: 'Coaching recommended',
    fell: 'Scores that fell the most',
    fellNote: (minTrips: Counted) =>
      `By the score at the end of each period; at least ${plural(minTrips, 'trip', 'trips')} in both.`,
    below: (threshold: string) => `Below ${threshold}`,
    belowNote: 'Rated, with enough trips, the lowest score first.',
    nobodyRanked: 'No drivers could be compared: none had enough rated trips in both periods.',
    notRead: 'The drivers could not be read, so none are listed.',
    /** The drivers of the period before could not be read. */
    beforeNotRead: 'The previous period could not be read, so drivers are not compared with it.',
    nobody: 'No driver.',
  },
  thanks: {
    title: 'Most improved',
    note: 'Their scores rose the most: a thank-you encourages them.',
    nobody: 'No driver’s score rose this time.',
  },
  driver: {
    driver: 'Driver',
    score: 'Score',
    change: 'Change',
    trips: (trips: Counted) => plural(trips, 'trip', 'trips'),
    cause: (event: string, before: string, now: string) => `${event} ${before} → ${now}`,
    causes: (causes: string, perHundred: string) => `${causes} ${perHundred}`,
    above: 'Named above',
    noCause: 'No event type explains the change',
    noneEvaluated: 'No trips were evaluated, so no reason can be given',
  },
  scores: {
    title: 'The score',
    ofHundred: 'of 100',
    rating: 'Rating (1 to 5)',
    now: 'Now',
    change: 'Change',
    ratingsNote: '5 is best.',
    lineTitle: 'Score over eight periods',
    lineAlt: ({ who, points }: { readonly who: string; readonly points: string }) =>
      `Line of the score, ${who}, by the last date of each period: ${points}.`,
    lineAltGroups: (groups: string) => ` Last scores of the groups: ${groups}.`,
    noLine: 'No score is known for any of the last eight periods, so there is no line to draw.',
    fleet: 'Fleet',
    /** Several groups that the digest is about. */
    together: 'Together',
    band: (groups: Counted) => `grey: from the lowest to the highest of ${groups.said} groups`,
    ratingsAlt: (ratings: string) => `The four ratings from 1 to 5: ${ratings}.`,
    legendNow: 'now',
    legendBefore: 'before',
  },
  groups: {
    title: 'Groups compared',
    group: 'Group',
    score: 'Score',
    change: 'Change',
    drivers: 'Drivers',
    distance: 'Distance',
  },
  counts: {
    title: 'Drivers in numbers',
    what: 'Drivers',
    number: 'Number',
    active: 'Drove in the period',
    joined: 'Seen for the first time',
    notRated: 'Cannot be rated yet',
    tooFew: (minTrips: Counted) => `Fewer than ${plural(minTrips, 'trip', 'trips')}, so not ranked`,
    note: '“Cannot be rated” is not a judgement: often a phone lacks a sensor, or there were too few trips.',
  },
  driving: {
    title: 'Driving',
    measure: 'Measure',
    now: 'Now',
    change: 'Change',
    trips: 'Trips',
    distance: 'Distance',
    hours: 'Driving time',
    night: 'Driven at night',
    highway: 'Driven on highways',
    events: 'Events',
    event: 'Event',
    sharesNote:
      'Shares are computed from the trips for which they are known. Night is midnight to 4 am local time.',
  },
  alerts: {
    title: 'Alerts and incidents',
    alerts: (alerts: Counted, change: string) =>
      `${plural(alerts, 'alert', 'alerts')}${change && ` (${change})`}.`,
    alertsMissing: (why: string) => `The number of alerts ${asVerb(why)}.`,
    severities: (parts: string) => `By severity: ${parts}.`,
    none: 'No rule raised an alert.',
    unanswered: (incidents: Counted) =>
      `${plural(incidents, 'incident is', 'incidents are')} not acknowledged.`,
    unansweredMissing: (why: string) => `The number of incidents that are not acknowledged ${asVerb(why)}.`,
    median: (time: string) => `Half of the answers came within ${time}.`,
    medianMissing: (why: string) => `The time until an answer: ${why}.`,
    incident: 'Incident',
    opened: 'Opened',
    answer: 'Answer',
    noAnswer: 'not acknowledged',
    answeredAfter: (time: string) => `after ${time}`,
    answered: 'answered',
    open: 'open',
    resolvedAs: (disposition: string) => `resolved: ${disposition}`,
    resolved: 'resolved',
    answerNow: 'Answer now',
    noIncidents: 'No incidents were opened.',
  },
  rules: {
    title: 'Rules by number of alerts',
    rule: 'Rule',
    alerts: 'Alerts',
    before: 'Before',
    noisy: (why: string) => `Noisy: ${why}.`,
    overBudget: (alerts: Counted) => `${plural(alerts, 'alert', 'alerts')} over its budget`,
    falseAlarms: (falseAlarms: string, answered: string) =>
      `${falseAlarms} of ${answered} answers said false alarm`,
    noisyAnyway: 'more alerts than people can act on',
    note: 'Review noisy rules: a higher threshold, a throttle or a budget reduces their alerts.',
    none: 'No rule raised an alert.',
  },
  deletions: {
    title: 'Deleted trips',
    driver: 'Driver',
    deleted: 'Deleted',
    effect: 'Effect on the score',
    byRule: (rule: string) => `by the rule ${rule}`,
    effectOf: (before: string, after: string, change: string) => `${before} → ${after} (${change})`,
    effectUnknown: 'could not be read',
    total: (trips: Counted) =>
      `${plural(trips, 'trip was', 'trips were')} deleted as invalid; the service no longer counts ${trips.count === 1 ? 'it' : 'them'}.`,
    waiting: (trips: Counted) => `${plural(trips, 'deletion waits', 'deletions wait')} for approval.`,
    none: 'No trip was deleted.',
  },
  devices: {
    title: 'Phones and inactive drivers',
    silent: 'No longer active',
    silentNote:
      'They drove in the previous period and not in this one: a holiday, a new phone, or an app that no longer records.',
    sensors: 'Phones with missing sensors',
    sensorsNote: 'Without them some ratings cannot be given.',
    driver: 'Driver',
    lastScore: 'Last score',
    missing: 'Missing',
    tripsBefore: 'Trips before',
    noSilent: 'No driver became inactive.',
    silentNotRead: 'Which drivers became inactive is not known: the previous period could not be read.',
    noSensors: 'No phone has missing sensors.',
  },
  coverage: {
    title: 'Data coverage',
    none: 'There were no trips to evaluate.',
    evaluated: (evaluated: string, known: string) => `${evaluated} of ${known} trips evaluated.`,
    notAll: (missing: Counted) =>
      `${plural(missing, 'trip is', 'trips are')} not included in the figures that Tripline counts itself.`,
    /** @param since a date, or empty */
    history: (trips: Counted, since: string) =>
      `${plural(trips, 'trip is', 'trips are')} from before Tripline was connected to this fleet${since && ` (since ${since})`} and ${trips.count === 1 ? 'was' : 'were'} not evaluated. Run a backfill to fetch ${trips.count === 1 ? 'it' : 'them'}.`,
    waiting: (trips: Counted) =>
      `${plural(trips, 'trip is', 'trips are')} still waiting for trip data and will be evaluated.`,
    /** Trips of which only the number is known. */
    unnamed: (trips: Counted) =>
      `${plural(trips, 'trip is', 'trips are')} known only by number: no notification was received for ${trips.count === 1 ? 'it' : 'them'}.`,
    /** The service counts more than its lists named. */
    more: (trips: Counted) =>
      `At the last reconciliation run, the analytics service counted ${plural(trips, 'more trip', 'more trips')} than it listed.`,
    /** @param moment empty when it is not known */
    compared: (moment: string) =>
      `Reconciled with the analytics service’s trip lists${moment && ` on ${moment} or later`}.`,
    /** @param days those without a comparison, when it is not all */
    notCompared: ({ days, isOff }: { readonly days: Counted | undefined; readonly isOff: boolean }) =>
      `${days ? `${plural(days, 'date', 'dates')} of the period ${days.count === 1 ? 'was' : 'were'} not` : 'Not'} reconciled with the analytics service’s trip lists${isOff ? ': reconciliation is switched off' : ''}.`,
    since: (date: string) => `Tripline has been connected to this fleet since ${date}.`,
    parked: (trips: Counted) =>
      `${plural(trips, 'trip', 'trips')} could not be read at the analytics service and ${trips.count === 1 ? 'is' : 'are'} parked.`,
    missing: (figures: string) => `Incomplete data: ${figures}.`,
    known: 'Trips at the service',
    evaluatedLabel: 'Trips evaluated',
    parkedLabel: 'Trips parked',
  },
  more: {
    inTable: (rows: Counted) => `and ${rows.said} more in the attached table`,
    rows: (rows: Counted) => `and ${rows.said} more`,
  },
  attached: 'The attached table lists every driver of the period (CSV, opens in any spreadsheet).',
  foot: {
    figuresRead: (moment: string, zone: string) => `Figures read ${moment} (${zone}).`,
    period: (from: string, to: string, zone: string) =>
      `The analytics service counts whole UTC days; on the clock of ${zone} this period runs from ${from} to ${to}.`,
    sentBy: (digest: string, version: number, fleet: string) =>
      `Sent by Tripline for ${fleet}: the digest “${digest}”, version ${version}.`,
    unsubscribe: 'Unsubscribe from this digest',
  },
  mail: {
    open: 'Open the full digest',
    attention: 'Needs attention',
    changes: 'What changed',
    noChange: 'Nothing changed by more than it usually does.',
    rating: (of: string) => `${of} rating`,
    notComparable: 'Too few earlier periods are known to say which changes are unusual.',
    onPage: 'Also in the full digest:',
    expires: 'The full digest opens without a login for 30 days.',
  },
  page: {
    preview: 'Preview: this is how the digest looks. Nothing was sent.',
    subject: 'Subject',
    sources: 'Where the figures come from',
    figure: 'Figure',
    source: 'Source',
    note: 'Calls are those of the analytics service, without its key; queries read Tripline’s own database.',
  },
};

/** The words of a digest in any language. */
export type DigestWords = typeof ENGLISH;
