import type { Decision } from '../../rules/evaluation/index.ts';
import {
  LONGEST_NAME,
  actionWords,
  auditWords,
  deliveryBadge,
  driverLabel,
  formatMoment,
  markup,
  oneLine,
  reasonWords,
  scoresWords,
  stopWords,
  stateBadge,
  tripHelp,
  tripReasonWords,
  tripRows,
} from '../format/index.ts';
import type {
  AlertMessage,
  DeliveryState,
  Html,
  HtmlValue,
  MessageFleet,
  MessageTrip,
  AlertToDescribe,
  TripState,
} from '../format/index.ts';
import { clockWords } from '../decisions/index.ts';
import { textsOf } from '../language/index.ts';
import { TRACE_CSS, ruleSection } from './explanation.ts';
import { badge, measures, page, tripPictureHtml } from './page.ts';

/** Everything that the page of a trip shows. */
export interface TripPageInput {
  readonly fleet: MessageFleet;
  readonly driver: AlertMessage['driver'];
  readonly trip: MessageTrip;
  readonly state: TripState;
  /** Reason for its state, in one sentence. */
  readonly stateReason?: string;
  /** Seconds by which the clock of its device was ahead, if it was. */
  readonly clockAheadSeconds?: number;
  /** The latest; absent while nothing was decided. */
  readonly decision?: Decision;
  readonly alerts?: readonly TripPageAlert[];
  readonly deliveries: readonly TripPageDelivery[];
  /** Newest first. */
  readonly revisions: readonly TripPageRevision[];
  /** Newest first. */
  readonly audit: readonly TripPageAudit[];
  /** A `data:` URL of the PNG, or its address. */
  readonly pictureSource?: string;
  /** The nonce of the answer's Content-Security-Policy, see `pagePolicy`. */
  readonly nonce: string;
}

/** Renders the page that explains the decision about one trip to a person. */
export function tripPage(input: TripPageInput): string {
  const { fleet } = input;
  const { language } = fleet;
  const say = textsOf(language);
  const body = markup`${heading(input)}
${tripPictureHtml(input.pictureSource, language)}
${ruleSection(input.decision, fleet)}
${stopSection(input.alerts ?? [], fleet)}
${deliverySection(input.deliveries, fleet)}
${revisionSection(input.revisions, fleet)}
${auditSection(input.audit, fleet)}
<p class="muted small">${say('pages.times', { zone: oneLine(fleet.timezone, LONGEST_NAME) })}</p>`;
  return page({
    language,
    title: say('pages.title', {
      trip: oneLine(input.trip.tripId, 60),
      driver: driverLabel(input.driver),
    }),
    aside: oneLine(fleet.name, LONGEST_NAME),
    body,
    css: TRACE_CSS,
    nonce: input.nonce,
  });
}

function heading(input: TripPageInput): Html {
  const { language } = input.fleet;
  const say = textsOf(language);
  const appearance = stateBadge('trip', input.state, language);
  const matched = input.decision?.rules.filter(({ outcome }) => outcome === 'matched').length;
  const [, ...rows] = tripRows(input);
  return markup`<div class="spread"><div><p class="muted small">${say('pages.trip')} <bdi>${oneLine(input.trip.tripId, LONGEST_NAME)}</bdi></p>
<h1><bdi>${driverLabel(input.driver)}</bdi></h1></div>
<div>${badge(appearance.tone, appearance.symbol, appearance.words)}</div></div>
<p class="lead muted">${input.stateReason ? oneLine(tripReasonWords(input.stateReason, language), 500) : tripHelp(input.state, language)}${matched !== undefined && ` ${say('pages.matched', { count: matched })}`}</p>
${input.clockAheadSeconds !== undefined && markup`<p class="lead">${clockWords(input.clockAheadSeconds, language)}</p>`}
${rows.length > 0 && markup`<div class="card">${measures(rows, language)}</div>`}`;
}

/** One delivery as the page shows it. */
interface TripPageDelivery {
  readonly rule: string;
  readonly action: string;
  readonly receiver: string;
  /** Reason for this recipient, as a sentence without its full stop. */
  readonly because?: string;
  readonly state: DeliveryState;
  /** Reason, when it was held, skipped or failed. */
  readonly reason?: string;
  readonly possibleRepeat: boolean;
  /** No channel was configured: the message was stored instead of sent. */
  readonly inOutbox?: boolean;
  /** The deletion that the delivery requests: its id, and until when (ISO 8601) a person may decide, if it is undecided. */
  readonly deletion?: {
    readonly id: string;
    readonly decideUntil?: string;
    /** The driver's scores before and after, as far as they are known. */
    readonly scoreBefore?: number;
    readonly scoreAfter?: number;
  };
  /** ISO 8601. */
  readonly at: string;
}

/** An alert of the trip and its outcome. */
interface TripPageAlert extends AlertToDescribe {
  readonly rule: string;
  /** ISO 8601. */
  readonly at: string;
}

/** One decision of the trip's history. */
interface TripPageRevision {
  readonly revision: number;
  /** ISO 8601. */
  readonly decidedAt: string;
  /** Names of the rules that matched. */
  readonly matched: readonly string[];
}

/** One entry of the audit log. */
interface TripPageAudit {
  /** ISO 8601. */
  readonly at: string;
  readonly who: string;
  readonly what: string;
  readonly why?: string;
}

/**
 * Lists alerts that were not sent, not sent separately, or not sent at once, with the reason. Returns nothing if there are none.
 */
function stopSection(alerts: readonly TripPageAlert[], fleet: MessageFleet): HtmlValue {
  const say = textsOf(fleet.language);
  const rows = alerts.flatMap((alert) => {
    const words = stopWords(alert, fleet.language, fleet.timezone);
    if (words === undefined) return [];
    return [[markup`<code>${short(alert.rule)}</code>`, words, moment(alert.at, fleet)]];
  });
  if (rows.length === 0) return undefined;
  return section(say('pages.alertsNotSent'), {
    columns: [say('pages.rule'), say('pages.why'), say('pages.when')],
    rows,
    empty: '',
  });
}

/** Returns the deliveries, each with its recipient and state. */
function deliverySection(deliveries: readonly TripPageDelivery[], fleet: MessageFleet): Html {
  const { language } = fleet;
  const say = textsOf(language);
  const rows = deliveries.map((delivery) => {
    const appearance = deliveryBadge(delivery, language);
    const why = reasonWords(delivery.reason, language);
    return [
      badge(appearance.tone, appearance.symbol, appearance.words),
      markup`${short(actionWords(delivery.action, language))} <bdi>${delivery.action === 'delete_trip' ? (delivery.deletion?.id ?? '') : short(delivery.receiver)}</bdi>${delivery.possibleRepeat && markup` ${badge('warning', '⚠', say('pages.possibleRepeat'))}`}${why && markup`<br><span class="muted small">${oneLine(why, 500)}</span>`}${delivery.because && markup`<br><span class="muted small">${oneLine(delivery.because, 500)}.</span>`}${deadline(delivery, fleet)}${scores(delivery, fleet)}`,
      markup`<code>${short(delivery.rule)}</code>`,
      moment(delivery.at, fleet),
    ];
  });
  return section(say('pages.deliveries'), {
    columns: [say('pages.state'), say('pages.to'), say('pages.rule'), say('pages.when')],
    rows,
    empty: say('pages.nothingToSend'),
  });
}

function deadline({ deletion }: TripPageDelivery, { timezone, language }: MessageFleet): HtmlValue {
  if (deletion?.decideUntil === undefined) return undefined;
  const until = formatMoment(deletion.decideUntil, timezone, language) ?? short(deletion.decideUntil);
  return markup`<br><span class="muted small">${textsOf(language)('pages.deletionDeadline', { until })}</span>`;
}

function scores({ deletion }: TripPageDelivery, { language }: MessageFleet): HtmlValue {
  const words = deletion && scoresWords(deletion, language);
  return words && markup`<br><span class="muted small">${words}</span>`;
}

/** Renders each decision of the trip, when it was read more than once. */
function revisionSection(revisions: readonly TripPageRevision[], fleet: MessageFleet): HtmlValue {
  if (revisions.length < 2) return undefined;
  const say = textsOf(fleet.language);
  const rows = revisions.map(({ revision, decidedAt, matched }) => [
    String(revision),
    matched.length > 0 ? matched.map((name) => short(name)).join(', ') : say('pages.noRuleMatched'),
    moment(decidedAt, fleet),
  ]);
  return section(say('pages.revisions'), {
    columns: [say('pages.revision'), say('pages.matchedRules'), say('pages.when')],
    rows,
    empty: '',
  });
}

/** Returns the audit entries: each action with its author, time and reason. */
function auditSection(audit: readonly TripPageAudit[], fleet: MessageFleet): Html {
  const say = textsOf(fleet.language);
  const words = (action: string): string => say.known(`pages.audit_${action}`) ?? auditWords(action);
  const rows = audit.map(({ at, who, what, why }) => [
    markup`${oneLine(words(what), 500)}${why && markup`<br><span class="muted small">${oneLine(tripReasonWords(why, fleet.language), 500)}</span>`}`,
    markup`<bdi>${short(who)}</bdi>`,
    moment(at, fleet),
  ]);
  return section(say('pages.audit'), {
    columns: [say('pages.what'), say('pages.who'), say('pages.when')],
    rows,
    empty: say('pages.noAudit'),
  });
}

interface List {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly HtmlValue[])[];
  readonly empty: string;
}

function section(title: string, { columns, rows, empty }: List): Html {
  if (rows.length === 0) return markup`<h2>${title}</h2><div class="card empty">${empty}</div>`;
  return markup`<h2>${title}</h2><div class="card"><table class="stack"><thead><tr>${columns.map((column) => markup`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows.map((cells) => markup`<tr>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>`)}</tbody></table></div>`;
}

function moment(at: string, { timezone, language }: MessageFleet): Html {
  return markup`<span class="muted small nowrap">${formatMoment(at, timezone, language) ?? short(at)}</span>`;
}

function short(text: string): string {
  return oneLine(text, LONGEST_NAME);
}
