import type { Counted, DigestWords } from './words.ts';

const MISSING = {
  not_rated: 'cannot be rated',
  not_known: 'not known',
  unavailable: 'could not be read',
} as const;

function plural({ count, said }: Counted, one: string, other: string): string {
  return `${said} ${count === 1 ? one : other}`;
}

/** Why a figure is missing, behind what is missing. */
function asVerb(why: string): string {
  return why === MISSING.not_known ? `is ${why}` : why;
}

/** A digest in English. */
export const ENGLISH: DigestWords = {
  missing: MISSING,
  ratings: {
    hard_brake_rating: 'Braking',
    phone_use_rating: 'Phone use',
    rapid_acceleration_rating: 'Acceleration',
    overspeeding_rating: 'Speeding',
  },
  severities: { critical: 'critical', warning: 'warning', info: 'info' },
  dispositions: {
    confirmed: 'confirmed',
    false_alarm: 'false alarm',
    not_driver: 'not the driver',
    other: 'other',
  },
  events: {},
  before: { day: 'the day before', week: 'the week before', month: 'the month before' },
  change: {
    up: (by) => `up ${by}`,
    down: (by) => `down ${by}`,
    same: 'unchanged',
    hardly: 'hardly changed',
    nothingBefore: 'nothing to compare with',
    was: (value) => `before: ${value}`,
    points: (value) => `${value} points`,
  },
  head: {
    wholeFleet: 'Whole fleet',
    groups: (ids, more) =>
      `${ids.includes(', ') || more > 0 ? 'Groups' : 'Group'} ${ids}${more > 0 ? ` and ${more} more` : ''}`,
    wholeDays: 'whole UTC days',
    comparedWith: (range) => `compared with ${range}`,
    caveats: 'Before you read on',
    subject: ({ digest, score, unanswered, period }) =>
      [`${digest}: ${score}`, unanswered, period].filter(Boolean).join(' · '),
    scoreInSubject: (score, change) => `score ${score}${change && `, ${change}`}`,
    scoreMissingInSubject: (why) => `score ${why}`,
    unansweredInSubject: (incidents) => plural(incidents, 'incident unanswered', 'incidents unanswered'),
    preview: ({ word, thanks }) =>
      `${plural(word, 'driver needs', 'drivers need')} a word, ${plural(thanks, 'deserves', 'deserve')} a thank-you.`,
    previewQuiet: 'Nobody needs a word this time.',
  },
  short: {
    title: 'In short',
    scoreUp: (score, by, before) => `The score rose by ${by}, from ${before} to ${score}.`,
    scoreDown: (score, by, before) => `The score fell by ${by}, from ${before} to ${score}.`,
    scoreSame: (score) => `The score held at ${score}.`,
    scoreFirst: (score) => `The score is ${score}; there is none before to compare it with.`,
    scoreMissing: (why) => `The score ${asVerb(why)}.`,
    unanswered: (incidents) =>
      `${plural(incidents, 'incident is', 'incidents are')} still waiting for an answer.`,
    allAnswered: (incidents) =>
      `${incidents.count === 1 ? 'The one incident was' : `All ${incidents.said} incidents were`} answered.`,
    fell: (drivers) => `${plural(drivers, 'driver’s score', 'drivers’ scores')} fell: a word may help.`,
    below: (drivers, threshold) => `${plural(drivers, 'driver is', 'drivers are')} below ${threshold}.`,
    rose: (drivers) => `${plural(drivers, 'driver’s score', 'drivers’ scores')} rose: time for a thank-you.`,
    nobodyMoved: 'No driver’s score moved.',
    nothing: 'Nothing could be gathered for this period.',
    noTrips: 'Nobody drove.',
    noDrivers: 'No driver was active.',
    trips: (trips, distance) => `${plural(trips, 'trip', 'trips')} over ${distance}.`,
    lookedAt: (looked, known) => `Only ${looked} of ${known} trips could be looked at.`,
    lookedAtAll: (looked, known) => `${looked} of ${known} trips looked at.`,
    lookedAtSince: (looked, known, history) =>
      `${looked} of ${known} trips looked at; ${plural(history, 'is', 'are')} from before Tripline looked after this fleet.`,
    allHistory: (trips) =>
      trips.count === 1
        ? 'The one trip was not looked at: it is from before Tripline looked after this fleet.'
        : `None of the ${trips.said} trips was looked at: they are from before Tripline looked after this fleet.`,
  },
  word: {
    title: 'Who needs a word',
    fell: 'Scores that fell the most',
    fellNote: (minTrips) =>
      `By the score at the end of each period; at least ${plural(minTrips, 'trip', 'trips')} in both.`,
    below: (threshold) => `Below ${threshold}`,
    belowNote: 'Rated, with enough trips, the lowest score first.',
    nobodyRanked: 'Nobody could be compared: no driver had enough rated trips in both periods.',
    notRead: 'The drivers could not be read, so nobody is named here.',
    beforeNotRead: 'The period before could not be read, so nobody is compared with it.',
    nobody: 'Nobody. That is good news.',
  },
  thanks: {
    title: 'Who deserves a thank-you',
    note: 'Their scores rose the most. People who hear it keep driving that way.',
    nobody: 'Nobody’s score rose this time.',
  },
  driver: {
    driver: 'Driver',
    score: 'Score',
    change: 'Change',
    trips: (trips) => plural(trips, 'trip', 'trips'),
    cause: (event, before, now) => `${event} ${before} → ${now}`,
    causes: (causes, perHundred) => `${causes} ${perHundred}`,
    above: 'Named above',
    noCause: 'No kind of event explains it',
    notLookedAt: 'No trips were looked at, so no reason can be given',
  },
  scores: {
    title: 'The score',
    ofHundred: 'of 100',
    rating: 'Rating (1 to 5)',
    now: 'Now',
    change: 'Change',
    ratingsNote: '5 is best.',
    lineTitle: 'Score over eight periods',
    lineAlt: ({ who, points }) => `Line of the score, ${who}, by the last date of each period: ${points}.`,
    lineAltGroups: (groups) => ` Last scores of the groups: ${groups}.`,
    noLine: 'No score is known for any of the last eight periods, so there is no line to draw.',
    fleet: 'Fleet',
    together: 'Together',
    band: (groups) => `grey: from the lowest to the highest of ${groups.said} groups`,
    ratingsAlt: (ratings) => `The four ratings from 1 to 5: ${ratings}.`,
    legendNow: 'now',
    legendBefore: 'before',
  },
  groups: {
    title: 'Groups side by side',
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
    tooFew: (minTrips) => `Fewer than ${plural(minTrips, 'trip', 'trips')}, so not ranked`,
    note: '“Cannot be rated” is no judgement: often a phone lacks a sensor, or there were too few trips.',
  },
  driving: {
    title: 'Driving',
    measure: 'Measure',
    now: 'Now',
    change: 'Change',
    trips: 'Trips',
    distance: 'Distance',
    hours: 'Time at the wheel',
    night: 'Driven at night',
    highway: 'Driven on highways',
    events: 'Events',
    event: 'Event',
    sharesNote: 'The shares are of the trips of which they are known. Night is midnight to 4 am local time.',
  },
  alerts: {
    title: 'Alerts and incidents',
    alerts: (alerts, change) => `${plural(alerts, 'alert', 'alerts')}${change && ` (${change})`}.`,
    alertsMissing: (why) => `The number of alerts ${asVerb(why)}.`,
    severities: (parts) => `By severity: ${parts}.`,
    none: 'No rule raised an alert.',
    unanswered: (incidents) => `${plural(incidents, 'incident waits', 'incidents wait')} for an answer.`,
    unansweredMissing: (why) => `How many incidents wait for an answer ${asVerb(why)}.`,
    median: (time) => `Half of the answers came within ${time}.`,
    medianMissing: (why) => `The time until an answer: ${why}.`,
    incident: 'Incident',
    opened: 'Opened',
    answer: 'Answer',
    noAnswer: 'not answered',
    answeredAfter: (time) => `after ${time}`,
    answered: 'answered',
    open: 'open',
    resolvedAs: (disposition) => `resolved: ${disposition}`,
    resolved: 'resolved',
    answerNow: 'Answer now',
    noIncidents: 'No incidents were opened.',
  },
  rules: {
    title: 'Rules, the loudest first',
    rule: 'Rule',
    alerts: 'Alerts',
    before: 'Before',
    noisy: (why) => `Noisy: ${why}.`,
    overBudget: (alerts) => `${plural(alerts, 'alert', 'alerts')} over its budget`,
    falseAlarms: (falseAlarms, answered) => `${falseAlarms} of ${answered} answers said false alarm`,
    noisyAnyway: 'it raises more than people can use',
    note: 'A noisy rule is worth a look: a higher threshold, a throttle or a budget makes it quieter.',
    none: 'No rule raised an alert.',
  },
  deletions: {
    title: 'Deleted trips',
    driver: 'Driver',
    deleted: 'Deleted',
    effect: 'Effect on the score',
    byRule: (rule) => `by the rule ${rule}`,
    effectOf: (before, after, change) => `${before} → ${after} (${change})`,
    effectUnknown: 'could not be read',
    total: (trips) =>
      `${plural(trips, 'trip was', 'trips were')} deleted as invalid; the service no longer counts ${trips.count === 1 ? 'it' : 'them'}.`,
    waiting: (trips) => `${plural(trips, 'deletion waits', 'deletions wait')} for somebody’s approval.`,
    none: 'No trip was deleted.',
  },
  devices: {
    title: 'Phones and silence',
    silent: 'Gone silent',
    silentNote:
      'They drove in the period before and not in this one: a holiday, a new phone, or an app that no longer records.',
    sensors: 'Phones that miss sensors',
    sensorsNote: 'Without them some ratings cannot be given.',
    driver: 'Driver',
    lastScore: 'Last score',
    missing: 'Missing',
    tripsBefore: 'Trips before',
    noSilent: 'Nobody went silent.',
    silentNotRead: 'Who went silent is not known: the period before could not be read.',
    noSensors: 'No phone misses a sensor.',
  },
  coverage: {
    title: 'What this rests on',
    none: 'There were no trips to look at.',
    lookedAt: (looked, known) => `${looked} of ${known} trips looked at.`,
    notAll: (missing) =>
      `${plural(missing, 'trip is', 'trips are')} missing from what is counted here from trips.`,
    history: (trips, since) =>
      `${plural(trips, 'trip is', 'trips are')} from before Tripline looked after this fleet${since && ` (since ${since})`} and ${trips.count === 1 ? 'was' : 'were'} not looked at. A backfill would read ${trips.count === 1 ? 'it' : 'them'}.`,
    waiting: (trips) => `${plural(trips, 'trip is', 'trips are')} still on the way and will be looked at.`,
    unnamed: (trips) =>
      `Of ${plural(trips, 'trip', 'trips')} only the number is known: no notification announced ${trips.count === 1 ? 'it' : 'them'}.`,
    more: (trips) =>
      `The analytics service counts ${plural(trips, 'trip', 'trips')} more than its lists named when they were compared last.`,
    compared: (moment) =>
      `Compared with the analytics service’s own lists of trips${moment && ` on ${moment} or later`}.`,
    notCompared: ({ days, isOff }) =>
      `${days ? `For ${plural(days, 'date', 'dates')} of the period there` : 'There'} is no comparison with the analytics service’s own lists of trips${isOff ? ': comparisons are switched off' : ''}.`,
    since: (date) => `Tripline looks after this fleet since ${date}.`,
    parked: (trips) =>
      `${plural(trips, 'trip', 'trips')} could not be read at the analytics service and ${trips.count === 1 ? 'is' : 'are'} set aside.`,
    missing: (figures) => `Not all of it is known: ${figures}.`,
    known: 'Trips at the service',
    lookedAtLabel: 'Trips looked at',
    parkedLabel: 'Trips set aside',
  },
  more: {
    inTable: (rows) => `and ${rows.said} more in the attached table`,
    rows: (rows) => `and ${rows.said} more`,
    gone: 'The details were left out, because this mail would be too long.',
  },
  attached: 'The table attached holds every driver of the period (CSV, opens in any spreadsheet).',
  foot: {
    figuresRead: (moment, zone) => `Figures read ${moment} (${zone}).`,
    period: (from, to, zone) =>
      `The analytics service counts whole UTC days; on the clock of ${zone} this period runs from ${from} to ${to}.`,
    sentBy: (digest, version, fleet) =>
      `Sent by Tripline for ${fleet}: the digest “${digest}”, version ${version}.`,
    unsubscribe: 'Unsubscribe from this digest',
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
