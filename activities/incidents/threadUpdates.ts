import { CHANNELS, CHANNEL_NAMES, isPeopleChannel } from '../../rules/channels/index.ts';
import type { PageReceiver } from '../../rules/recipients/index.ts';
import type { Tx } from '../../store/db/index.ts';
import { planIncidentMessages, sentPages, unannouncedEvents } from '../../store/incidents/index.ts';
import type { Incident, SentPage } from '../../store/incidents/index.ts';
import type { IncidentEventKind } from '../../store/tables/index.ts';

/** Kinds of events that are noted in the Slack thread of every page, and sent to every system that was paged by webhook. */
const NOTED: readonly IncidentEventKind[] = [
  'joined',
  'unanswered',
  'acknowledged',
  'snoozed',
  'resolved',
  'reopened',
];

/**
 * Plans notes about an incident's events. Deliveries that are already planned stay.
 *
 * | channel | recipients of a note | reason |
 * |---|---|---|
 * | Slack | paged before the event, and not with the event or later | a newer page shows everything |
 * | webhook | paged before the event, and not with the event | a system follows each change |
 * | e-mail | for a joined alert: paged before, if the newest page reached no one in Slack | an e-mail has no thread |
 */
export async function planNotes(
  tx: Tx,
  { incident, at }: { readonly incident: Incident; readonly at: Date },
): Promise<void> {
  const key = { fleetId: incident.fleetId, id: incident.id };
  const untold = await unannouncedEvents(tx, { ...key, kinds: NOTED });
  if (untold.length === 0) return;
  const pages = await sentPages(tx, key);
  for (const { seq, kind } of untold) {
    const before = pages.filter((page) => page.seq < seq);
    const since = pages.filter((page) => page.seq >= seq);
    const byItself = pages.filter((page) => page.seq === seq);
    const receivers = CHANNEL_NAMES.flatMap((name) => {
      const { incidentNotes } = CHANNELS[name];
      if (incidentNotes === 'joined' && !(kind === 'joined' && reachesOnlyJoined(before))) return [];
      return receiversOf(name, before, incidentNotes === 'each' ? byItself : since);
    });
    await planIncidentMessages(tx, incident, { kind: 'incident_note', seq, receivers, at });
  }
}

/** Returns the recipients of one channel whom the pages in `by` notified, but those in `notBy` did not. */
function receiversOf(
  action: SentPage['action'],
  by: readonly SentPage[],
  notBy: readonly SentPage[],
): readonly PageReceiver[] {
  const of = (pages: readonly SentPage[]): ReadonlySet<string> =>
    new Set(pages.filter((page) => page.action === action).map(({ receiver }) => receiver));
  const others = of(notBy);
  return [...of(by)].filter((receiver) => !others.has(receiver)).map((receiver) => ({ action, receiver }));
}

/** Returns whether the newest page to people was sent only over channels without threads. */
function reachesOnlyJoined(pages: readonly SentPage[]): boolean {
  const toPeople = pages.filter(({ action }) => isPeopleChannel(action));
  const newest = Math.max(...toPeople.map(({ seq }) => seq));
  return toPeople
    .filter(({ seq }) => seq === newest)
    .every(({ action }) => CHANNELS[action].incidentNotes === 'joined');
}
