import { textsOf } from '../language/index.ts';
import type { Language, Say } from '../language/index.ts';
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

const MISSING: readonly Missing[] = ['not_rated', 'not_known', 'unavailable'];

/** The words of a digest in any language. */
export type DigestWords = ReturnType<typeof wordsOf>;

const made = new Map<Language, DigestWords>();

/** The words of a digest in a language; what is put in is formatted already. */
export function digestWords(language: Language): DigestWords {
  const known = made.get(language) ?? wordsOf(textsOf(language));
  made.set(language, known);
  return known;
}

/** Every sentence and label of a digest, by the section that says it. */
function wordsOf(say: Say) {
  /** Why a figure is missing, behind what is missing: `is not known`. */
  const asVerb = (why: string): string => {
    const kind = MISSING.find((each) => say(`digests.missing_${each}`) === why);
    return kind === undefined ? why : say(`digests.is_${kind}`);
  };
  return {
    caveats: {
      drivers_unread: ({ reason }) => say('digests.caveats_drivers_unread', { reason }),
      drivers_before_unread: ({ reason }) => say('digests.caveats_drivers_before_unread', { reason }),
      scores_unread: ({ missing, of, reason }) =>
        say('digests.caveats_scores_unread', { missing, of, reason }),
      groups_unread: () => say('digests.caveats_groups_unread'),
      groups_cut: ({ shown, total }) => say('digests.caveats_groups_cut', { shown, total }),
      groups_unknown: ({ groups }) => say('digests.caveats_groups_unknown', { groups: groups.join(', ') }),
      narrowed: ({ groups }) =>
        say('digests.caveats_narrowed', { groups: groups.join(', '), count: groups.length }),
      nobody_drove: () => say('digests.caveats_nobody_drove'),
      nobody_drove_before: () => say('digests.caveats_nobody_drove_before'),
      nobody_rated: ({ drivers }) => say('digests.caveats_nobody_rated', { drivers }),
      trips_unknown: ({ drivers }) => say('digests.caveats_trips_unknown', { drivers }),
      possible_repeat: () => say('format.possibleRepeat'),
      counts_differ: ({ listed, counted }) => say('digests.caveats_counts_differ', { listed, counted }),
    } satisfies CaveatWords,
    missing: {
      not_rated: say('digests.missing_not_rated'),
      not_known: say('digests.missing_not_known'),
      unavailable: say('digests.missing_unavailable'),
    },
    ratings: {
      hard_brake_rating: say('digests.ratings_hard_brake_rating'),
      phone_use_rating: say('digests.ratings_phone_use_rating'),
      rapid_acceleration_rating: say('digests.ratings_rapid_acceleration_rating'),
      overspeeding_rating: say('digests.ratings_overspeeding_rating'),
    } as Readonly<Record<DigestRating, string>>,
    severities: {
      critical: say('digests.severities_critical'),
      warning: say('digests.severities_warning'),
      info: say('digests.severities_info'),
    },
    dispositions: {
      confirmed: say('digests.dispositions_confirmed'),
      false_alarm: say('digests.dispositions_false_alarm'),
      not_driver: say('digests.dispositions_not_driver'),
      other: say('digests.dispositions_other'),
    } as Readonly<Record<string, string>>,
    change: {
      up: (by: string) => say('digests.change_up', { by }),
      down: (by: string) => say('digests.change_down', { by }),
      same: say('digests.change_same'),
      hardly: say('digests.change_hardly'),
      nothingBefore: say('digests.change_nothingBefore'),
      was: (value: string) => say('digests.change_was', { value }),
      /** Behind a difference of shares. */
      points: (value: string) => say('digests.change_points', { value }),
    },
    head: {
      wholeFleet: say('digests.head_wholeFleet'),
      groups: (ids: string, more: number) =>
        more > 0
          ? say('digests.head_groupsMore', { ids, more })
          : say(ids.includes(', ') ? 'digests.head_groups' : 'digests.head_groupsOne', { ids }),
      wholeDays: say('digests.head_wholeDays'),
      comparedWith: (range: string) => say('digests.head_comparedWith', { range }),
      caveats: say('digests.head_caveats'),
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
      scoreInSubject: (score: string, change: string) =>
        change === ''
          ? say('digests.head_scoreInSubject', { score })
          : say('digests.head_scoreInSubjectChanged', { score, change }),
      scoreMissingInSubject: (why: string) => say('digests.head_scoreMissingInSubject', { why }),
      unansweredInSubject: (incidents: Counted) => say('digests.head_unansweredInSubject', { ...incidents }),
      preview: ({ word, thanks }: { readonly word: Counted; readonly thanks: Counted }) =>
        say('digests.head_preview', { word: word.said, wordCount: word.count, thanks: thanks.said }),
      previewQuiet: say('digests.head_previewQuiet'),
    },
    short: {
      title: say('digests.short_title'),
      scoreUp: (score: string, by: string, before: string) =>
        say('digests.short_scoreUp', { score, by, before }),
      scoreDown: (score: string, by: string, before: string) =>
        say('digests.short_scoreDown', { score, by, before }),
      scoreSame: (score: string) => say('digests.short_scoreSame', { score }),
      scoreFirst: (score: string) => say('digests.short_scoreFirst', { score }),
      scoreMissing: (why: string) => say('digests.short_scoreMissing', { is: asVerb(why) }),
      unanswered: (incidents: Counted) => say('digests.short_unanswered', { ...incidents }),
      allAnswered: (incidents: Counted) => say('digests.short_allAnswered', { ...incidents }),
      fell: (drivers: Counted) => say('digests.short_fell', { ...drivers }),
      below: (drivers: Counted, threshold: string) => say('digests.short_below', { ...drivers, threshold }),
      rose: (drivers: Counted) => say('digests.short_rose', { ...drivers }),
      nobodyMoved: say('digests.short_nobodyMoved'),
      nothing: say('digests.short_nothing'),
      noTrips: say('digests.short_noTrips'),
      noDrivers: say('digests.short_noDrivers'),
      trips: (trips: Counted, distance: string) => say('digests.short_trips', { ...trips, distance }),
      evaluated: (evaluated: string, known: string) => say('digests.short_evaluated', { evaluated, known }),
      allEvaluated: (evaluated: string, known: string) =>
        say('digests.short_allEvaluated', { evaluated, known }),
      /** All that were not evaluated are from before the fleet was connected. */
      evaluatedSince: (evaluated: string, known: string, history: Counted) =>
        say('digests.short_evaluatedSince', { evaluated, known, ...history }),
      allHistory: (trips: Counted) => say('digests.short_allHistory', { ...trips }),
    },
    word: {
      title: say('digests.word_title'),
      fell: say('digests.word_fell'),
      fellNote: (minTrips: Counted) => say('digests.word_fellNote', { ...minTrips }),
      below: (threshold: string) => say('digests.word_below', { threshold }),
      belowNote: say('digests.word_belowNote'),
      nobodyRanked: say('digests.word_nobodyRanked'),
      notRead: say('digests.word_notRead'),
      beforeNotRead: say('digests.word_beforeNotRead'),
      nobody: say('digests.word_nobody'),
    },
    thanks: {
      title: say('digests.thanks_title'),
      note: say('digests.thanks_note'),
      nobody: say('digests.thanks_nobody'),
    },
    driver: {
      driver: say('digests.driver_driver'),
      score: say('digests.driver_score'),
      change: say('digests.driver_change'),
      trips: (trips: Counted) => say('digests.driver_trips', { ...trips }),
      cause: (event: string, before: string, now: string) => `${event} ${before} → ${now}`,
      causes: (causes: string, perHundred: string) => `${causes} ${perHundred}`,
      above: say('digests.driver_above'),
      noCause: say('digests.driver_noCause'),
      noneEvaluated: say('digests.driver_noneEvaluated'),
    },
    scores: {
      title: say('digests.scores_title'),
      ofHundred: say('digests.scores_ofHundred'),
      rating: say('digests.scores_rating'),
      now: say('digests.scores_now'),
      change: say('digests.scores_change'),
      ratingsNote: say('digests.scores_ratingsNote'),
      lineTitle: say('digests.scores_lineTitle'),
      lineAlt: ({ who, points }: { readonly who: string; readonly points: string }) =>
        say('digests.scores_lineAlt', { who, points }),
      lineAltGroups: (groups: string) => ` ${say('digests.scores_lineAltGroups', { groups })}`,
      noLine: say('digests.scores_noLine'),
      fleet: say('digests.scores_fleet'),
      together: say('digests.scores_together'),
      band: (groups: Counted) => say('digests.scores_band', { groups: groups.said }),
      ratingsAlt: (ratings: string) => say('digests.scores_ratingsAlt', { ratings }),
      legendNow: say('digests.scores_legendNow'),
      legendBefore: say('digests.scores_legendBefore'),
    },
    groups: {
      title: say('digests.groups_title'),
      group: say('digests.groups_group'),
      score: say('digests.groups_score'),
      change: say('digests.groups_change'),
      drivers: say('digests.groups_drivers'),
      distance: say('digests.groups_distance'),
    },
    counts: {
      title: say('digests.counts_title'),
      what: say('digests.counts_what'),
      number: say('digests.counts_number'),
      active: say('digests.counts_active'),
      joined: say('digests.counts_joined'),
      notRated: say('digests.counts_notRated'),
      tooFew: (minTrips: Counted) => say('digests.counts_tooFew', { ...minTrips }),
      note: say('digests.counts_note'),
    },
    driving: {
      title: say('digests.driving_title'),
      measure: say('digests.driving_measure'),
      now: say('digests.driving_now'),
      change: say('digests.driving_change'),
      trips: say('digests.driving_trips'),
      distance: say('digests.driving_distance'),
      hours: say('digests.driving_hours'),
      night: say('digests.driving_night'),
      highway: say('digests.driving_highway'),
      events: say('digests.driving_events'),
      event: say('digests.driving_event'),
      sharesNote: say('digests.driving_sharesNote'),
    },
    alerts: {
      title: say('digests.alerts_title'),
      alerts: (alerts: Counted, change: string) =>
        change === ''
          ? say('digests.alerts_alerts', { ...alerts })
          : say('digests.alerts_alertsChanged', { ...alerts, change }),
      alertsMissing: (why: string) => say('digests.alerts_alertsMissing', { is: asVerb(why) }),
      severities: (parts: string) => say('digests.alerts_severities', { parts }),
      none: say('digests.alerts_none'),
      unanswered: (incidents: Counted) => say('digests.short_unanswered', { ...incidents }),
      unansweredMissing: (why: string) => say('digests.alerts_unansweredMissing', { is: asVerb(why) }),
      median: (time: string) => say('digests.alerts_median', { time }),
      medianMissing: (why: string) => say('digests.alerts_medianMissing', { why }),
      incident: say('digests.alerts_incident'),
      opened: say('digests.alerts_opened'),
      answer: say('digests.alerts_answer'),
      noAnswer: say('digests.alerts_noAnswer'),
      answeredAfter: (time: string) => say('digests.alerts_answeredAfter', { time }),
      answered: say('digests.alerts_answered'),
      open: say('digests.alerts_open'),
      resolvedAs: (disposition: string) => say('digests.alerts_resolvedAs', { disposition }),
      resolved: say('digests.alerts_resolved'),
      answerNow: say('digests.alerts_answerNow'),
      noIncidents: say('digests.alerts_noIncidents'),
    },
    rules: {
      title: say('digests.rules_title'),
      rule: say('digests.rules_rule'),
      alerts: say('digests.rules_alerts'),
      before: say('digests.rules_before'),
      noisy: (why: string) => say('digests.rules_noisy', { why }),
      overBudget: (alerts: Counted) => say('digests.rules_overBudget', { ...alerts }),
      falseAlarms: (falseAlarms: string, answered: string) =>
        say('digests.rules_falseAlarms', { falseAlarms, answered }),
      noisyAnyway: say('digests.rules_noisyAnyway'),
      note: say('digests.rules_note'),
      none: say('digests.rules_none'),
    },
    deletions: {
      title: say('digests.deletions_title'),
      driver: say('digests.deletions_driver'),
      deleted: say('digests.deletions_deleted'),
      effect: say('digests.deletions_effect'),
      byRule: (rule: string) => say('digests.deletions_byRule', { rule }),
      effectOf: (before: string, after: string, change: string) => `${before} → ${after} (${change})`,
      effectUnknown: say('digests.deletions_effectUnknown'),
      total: (trips: Counted) => say('digests.deletions_total', { ...trips }),
      waiting: (trips: Counted) => say('digests.deletions_waiting', { ...trips }),
      none: say('digests.deletions_none'),
    },
    devices: {
      title: say('digests.devices_title'),
      silent: say('digests.devices_silent'),
      silentNote: say('digests.devices_silentNote'),
      sensors: say('digests.devices_sensors'),
      sensorsNote: say('digests.devices_sensorsNote'),
      driver: say('digests.devices_driver'),
      lastScore: say('digests.devices_lastScore'),
      missing: say('digests.devices_missing'),
      tripsBefore: say('digests.devices_tripsBefore'),
      noSilent: say('digests.devices_noSilent'),
      silentNotRead: say('digests.devices_silentNotRead'),
      noSensors: say('digests.devices_noSensors'),
    },
    coverage: {
      title: say('digests.coverage_title'),
      none: say('digests.coverage_none'),
      evaluated: (evaluated: string, known: string) =>
        say('digests.short_allEvaluated', { evaluated, known }),
      notAll: (missing: Counted) => say('digests.coverage_notAll', { ...missing }),
      /** @param since a date, or empty */
      history: (trips: Counted, since: string) =>
        since === ''
          ? say('digests.coverage_history', { ...trips })
          : say('digests.coverage_historySince', { ...trips, since }),
      waiting: (trips: Counted) => say('digests.coverage_waiting', { ...trips }),
      /** Trips of which only the number is known. */
      unnamed: (trips: Counted) => say('digests.coverage_unnamed', { ...trips }),
      /** The service counts more than its lists named. */
      more: (trips: Counted) => say('digests.coverage_more', { ...trips }),
      /** @param moment empty when it is not known */
      compared: (moment: string) =>
        moment === '' ? say('digests.coverage_compared') : say('digests.coverage_comparedOn', { moment }),
      /** @param days those without a comparison, when it is not all */
      notCompared: ({ days, isOff }: { readonly days: Counted | undefined; readonly isOff: boolean }) =>
        days
          ? say(isOff ? 'digests.coverage_notComparedDaysOff' : 'digests.coverage_notComparedDays', {
              ...days,
            })
          : say(isOff ? 'digests.coverage_notComparedOff' : 'digests.coverage_notCompared'),
      since: (date: string) => say('digests.coverage_since', { date }),
      parked: (trips: Counted) => say('digests.coverage_parked', { ...trips }),
      missing: (figures: string) => say('digests.coverage_missing', { figures }),
      known: say('digests.coverage_known'),
      evaluatedLabel: say('digests.coverage_evaluatedLabel'),
      parkedLabel: say('digests.coverage_parkedLabel'),
    },
    more: {
      inTable: (rows: Counted) => say('digests.more_inTable', { count: rows.said }),
      rows: (rows: Counted) => say('format.more', { count: rows.said }),
    },
    attached: say('digests.attached'),
    foot: {
      figuresRead: (moment: string, zone: string) => say('digests.foot_figuresRead', { moment, zone }),
      period: (from: string, to: string, zone: string) => say('digests.foot_period', { from, to, zone }),
      sentBy: (digest: string, version: number, fleet: string) =>
        say('digests.foot_sentBy', { digest, version, fleet }),
      unsubscribe: say('digests.foot_unsubscribe'),
    },
    mail: {
      open: say('digests.mail_open'),
      attention: say('digests.mail_attention'),
      changes: say('digests.mail_changes'),
      noChange: say('digests.mail_noChange'),
      rating: (of: string) => say('digests.mail_rating', { of }),
      notComparable: say('digests.mail_notComparable'),
      onPage: say('digests.mail_onPage'),
      expires: say('digests.mail_expires'),
    },
    page: {
      preview: say('digests.page_preview'),
      subject: say('digests.page_subject'),
      sources: say('digests.page_sources'),
      figure: say('digests.page_figure'),
      source: say('digests.page_source'),
      note: say('digests.page_note'),
    },
  };
}
