import type { Tx } from '../store/database.ts';
import { planIncidentMessages, slackPagesOf, untoldEvents } from '../store/incidentDeliveries.ts';
import type { Incident } from '../store/incidents.ts';
import type { IncidentEventKind } from '../store/tables/incidents.ts';

/** What everybody who was paged in Slack hears of, in the thread of the page. */
const NOTED: readonly IncidentEventKind[] = ['joined', 'unanswered', 'acknowledged', 'resolved', 'reopened'];

/**
 * Plans a note into every Slack channel that was paged before something of this kind happened, unless it was paged again by
 * that very thing or since: the newer page says it all. What is planned already stands.
 */
export async function planNotes(
  tx: Tx,
  { incident, at }: { readonly incident: Incident; readonly at: Date },
): Promise<void> {
  const key = { fleetId: incident.fleetId, id: incident.id };
  const untold = await untoldEvents(tx, { ...key, kinds: NOTED });
  if (untold.length === 0) return;
  const pages = await slackPagesOf(tx, key);
  for (const { seq } of untold) {
    const anew = new Set(pages.filter((page) => page.seq >= seq).map(({ receiver }) => receiver));
    const channels = new Set(pages.filter((page) => page.seq < seq).map(({ receiver }) => receiver));
    const receivers = [...channels]
      .filter((receiver) => !anew.has(receiver))
      .map((receiver) => ({ action: 'slack' as const, receiver }));
    await planIncidentMessages(tx, incident, { kind: 'incident_note', seq, receivers, at });
  }
}
