import type { Say } from '../language/index.ts';

/** A number as people read it, and as grammar needs it. */
export interface Counted {
  readonly count: number;
  /** The same, formatted: `1,284`. */
  readonly said: string;
}

/** The sentences and labels of the sections, alerts aside, which say why a figure is missing as the head does. */
export function sectionWords(say: Say) {
  return {
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
  };
}
