import type { Decision } from '../../rules/evaluation/index.ts';
import {
  LONGEST_NAME,
  TRIP_STATES,
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
import { TRACE_CSS, ruleSection } from './explanation.ts';
import { badge, measures, page, tripPictureHtml } from './page.ts';

/** Everything that the page of a trip shows. */
export interface TripPageInput {
  readonly fleet: MessageFleet;
  readonly driver: AlertMessage['driver'];
  readonly trip: MessageTrip;
  readonly state: TripState;
  /** Why it is in that state, in one sentence. */
  readonly stateReason?: string;
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
  /** Of this answer's Content-Security-Policy, see `pagePolicy`. */
  readonly nonce: string;
}

/** The page that explains to a person what became of one trip, and why. */
export function tripPage(input: TripPageInput): string {
  const { fleet } = input;
  const body = markup`${heading(input)}
${tripPictureHtml(input.pictureSource)}
${ruleSection(input.decision, fleet.timezone)}
${stopSection(input.alerts ?? [], fleet.timezone)}
${deliverySection(input.deliveries, fleet.timezone)}
${revisionSection(input.revisions, fleet.timezone)}
${auditSection(input.audit, fleet.timezone)}
<p class="muted small">Times are those of ${oneLine(fleet.timezone, LONGEST_NAME)}.</p>`;
  return page({
    title: `Trip ${oneLine(input.trip.tripId, 60)} · ${driverLabel(input.driver)}`,
    aside: oneLine(fleet.name, LONGEST_NAME),
    body,
    css: TRACE_CSS,
    nonce: input.nonce,
  });
}

function heading(input: TripPageInput): Html {
  const appearance = TRIP_STATES[input.state];
  const matched = input.decision?.rules.filter(
    ({ outcome, trial }) => outcome === 'matched' && !trial,
  ).length;
  const [, ...rows] = tripRows(input);
  return markup`<div class="spread"><div><p class="muted small">Trip <bdi>${oneLine(input.trip.tripId, LONGEST_NAME)}</bdi></p>
<h1><bdi>${driverLabel(input.driver)}</bdi></h1></div>
<div>${badge(appearance.tone, appearance.symbol, appearance.words)}</div></div>
<p class="lead muted">${input.stateReason ? oneLine(input.stateReason, 500) : appearance.help}${matched !== undefined && ` ${matchedWords(matched)}`}</p>
${rows.length > 0 && markup`<div class="card">${measures(rows)}</div>`}`;
}

function matchedWords(count: number): string {
  if (count === 0) return 'No rule matched.';
  return count === 1 ? 'One rule matched.' : `${count} rules matched.`;
}

/** One delivery as the page shows it. */
interface TripPageDelivery {
  readonly rule: string;
  readonly action: string;
  readonly receiver: string;
  /** Why this recipient, as a sentence without its full stop. */
  readonly because?: string;
  readonly state: DeliveryState;
  /** Why, when it was held, skipped or failed. */
  readonly reason?: string;
  readonly possibleRepeat: boolean;
  /** No channel was configured: the message was stored instead of sent. */
  readonly inOutbox?: boolean;
  /** The deletion it asks for: its id, and until when (ISO 8601) a person may decide, while nobody has. */
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

/** An alert of the trip, and what became of it. */
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

/** Alerts that were not reported, or not by themselves, or not at once, and why; nothing where all simply were. */
function stopSection(alerts: readonly TripPageAlert[], timezone: string): HtmlValue {
  const rows = alerts.flatMap((alert) => {
    const words = stopWords(alert);
    if (words === undefined) return [];
    return [[markup`<code>${short(alert.rule)}</code>`, words, moment(alert.at, timezone)]];
  });
  if (rows.length === 0) return undefined;
  return section('Alerts not sent', { columns: ['Rule', 'Why', 'When'], rows, empty: '' });
}

/** What was sent to whom, and how that stands. */
function deliverySection(deliveries: readonly TripPageDelivery[], timezone: string): Html {
  const rows = deliveries.map((delivery) => {
    const appearance = deliveryBadge(delivery);
    const why = reasonWords(delivery.reason);
    return [
      badge(appearance.tone, appearance.symbol, appearance.words),
      markup`${short(actionWords(delivery.action))} <bdi>${delivery.action === 'delete_trip' ? (delivery.deletion?.id ?? '') : short(delivery.receiver)}</bdi>${delivery.possibleRepeat && markup` ${badge('warning', '⚠', 'possible duplicate')}`}${why && markup`<br><span class="muted small">${oneLine(why, 500)}</span>`}${delivery.because && markup`<br><span class="muted small">${oneLine(delivery.because, 500)}.</span>`}${deadline(delivery, timezone)}${scores(delivery)}`,
      markup`<code>${short(delivery.rule)}</code>`,
      moment(delivery.at, timezone),
    ];
  });
  return section('Deliveries', {
    columns: ['State', 'To', 'Rule', 'When'],
    rows,
    empty: 'Nothing to send.',
  });
}

function deadline({ deletion }: TripPageDelivery, timezone: string): HtmlValue {
  if (deletion?.decideUntil === undefined) return undefined;
  const until = formatMoment(deletion.decideUntil, timezone) ?? short(deletion.decideUntil);
  return markup`<br><span class="muted small">Not deleted unless a person approves it by ${until}.</span>`;
}

function scores({ deletion }: TripPageDelivery): HtmlValue {
  const words = deletion && scoresWords(deletion);
  return words && markup`<br><span class="muted small">${words}</span>`;
}

/** Each decision of the trip, when it was read more than once. */
function revisionSection(revisions: readonly TripPageRevision[], timezone: string): HtmlValue {
  if (revisions.length < 2) return undefined;
  const rows = revisions.map(({ revision, decidedAt, matched }) => [
    String(revision),
    matched.length > 0 ? matched.map((name) => short(name)).join(', ') : 'no rule matched',
    moment(decidedAt, timezone),
  ]);
  return section('Revisions', { columns: ['Revision', 'Matched', 'When'], rows, empty: '' });
}

/** Who did what, when and why. */
function auditSection(audit: readonly TripPageAudit[], timezone: string): Html {
  const rows = audit.map(({ at, who, what, why }) => [
    markup`${oneLine(auditWords(what), 500)}${why && markup`<br><span class="muted small">${oneLine(why, 500)}</span>`}`,
    markup`<bdi>${short(who)}</bdi>`,
    moment(at, timezone),
  ]);
  return section('Audit', { columns: ['What', 'Who', 'When'], rows, empty: 'Nothing is recorded yet.' });
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

function moment(at: string, timezone: string): Html {
  return markup`<span class="muted small nowrap">${formatMoment(at, timezone) ?? short(at)}</span>`;
}

function short(text: string): string {
  return oneLine(text, LONGEST_NAME);
}
