import type { Decision } from '../../rules/evaluation/index.ts';
import { LONGEST_NAME, TRIP_STATES, driverLabel, markup, oneLine, tripRows } from '../format/index.ts';
import type { AlertMessage, Html, MessageFleet, MessageTrip, TripState } from '../format/index.ts';
import { auditSection, deliverySection, revisionSection, stopSection } from './tripPageLists.ts';
import type { TripPageAlert, TripPageAudit, TripPageDelivery, TripPageRevision } from './tripPageLists.ts';
import { badge, measures, page, tripPictureHtml } from './page.ts';
import { ruleSection } from './ruleCards.ts';
import { TRACE_CSS } from './traceTree.ts';

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
  const look = TRIP_STATES[input.state];
  const matched = input.decision?.rules.filter(
    ({ outcome, trial }) => outcome === 'matched' && !trial,
  ).length;
  const [, ...rows] = tripRows(input);
  return markup`<div class="spread"><div><p class="muted small">Trip <bdi>${oneLine(input.trip.tripId, LONGEST_NAME)}</bdi></p>
<h1><bdi>${driverLabel(input.driver)}</bdi></h1></div>
<div>${badge(look.tone, look.symbol, look.words)}</div></div>
<p class="lead muted">${input.stateReason ? oneLine(input.stateReason, 500) : look.help}${matched !== undefined && ` ${matchedWords(matched)}`}</p>
${rows.length > 0 && markup`<div class="card">${measures(rows)}</div>`}`;
}

function matchedWords(count: number): string {
  if (count === 0) return 'No rule matched.';
  return count === 1 ? 'One rule matched.' : `${count} rules matched.`;
}
