import { textsOf } from '../language/index.ts';
import type { Language, Say } from '../language/index.ts';
import type { DigestCaveat, DigestRating, Missing } from './content.ts';
import { sectionWords } from './sectionWords.ts';
import type { Counted } from './sectionWords.ts';

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

/** Every sentence and label of a digest, by the part that says it. */
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
    ...sectionWords(say),
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
