import type { PageReceiver } from '../rules/pageReceivers.ts';
import type { Tx } from '../store/database.ts';
import { pagesToPeople, planIncidentMessages, untoldEvents } from '../store/incidentDeliveries.ts';
import type { PageToPeople } from '../store/incidentDeliveries.ts';
import type { Incident } from '../store/incidents.ts';
import type { IncidentEventKind } from '../store/tables/incidents.ts';

/** What everybody who was paged in Slack hears of, in the thread of the page. */
const NOTED: readonly IncidentEventKind[] = ['joined', 'unanswered', 'acknowledged', 'resolved', 'reopened'];

/**
 * Plans a note into every Slack channel that was paged before something of this kind happened, unless it was paged again by
 * that very thing or since: the newer page says it all. An alert that joins is told by e-mail to everybody who was paged by
 * e-mail, where the newest page told nobody in Slack. What is planned already stands.
 */
export async function planNotes(
  tx: Tx,
  { incident, at }: { readonly incident: Incident; readonly at: Date },
): Promise<void> {
  const key = { fleetId: incident.fleetId, id: incident.id };
  const untold = await untoldEvents(tx, { ...key, kinds: NOTED });
  if (untold.length === 0) return;
  const pages = await pagesToPeople(tx, key);
  for (const { seq, kind } of untold) {
    const before = pages.filter((page) => page.seq < seq);
    const receivers = [
      ...notYetAnew('slack', { seq, before, pages }),
      ...(kind === 'joined' && isByMailOnly(before) ? notYetAnew('email', { seq, before, pages }) : []),
    ];
    await planIncidentMessages(tx, incident, { kind: 'incident_note', seq, receivers, at });
  }
}

/** Who was paged by one way before an entry of the timeline, and not with it or since. */
function notYetAnew(
  action: PageToPeople['action'],
  args: {
    readonly seq: number;
    readonly before: readonly PageToPeople[];
    readonly pages: readonly PageToPeople[];
  },
): readonly PageReceiver[] {
  const own = (page: PageToPeople): boolean => page.action === action;
  const anew = new Set(
    args.pages.filter((page) => own(page) && page.seq >= args.seq).map(({ receiver }) => receiver),
  );
  const receivers = new Set(args.before.filter(own).map(({ receiver }) => receiver));
  return [...receivers].filter((receiver) => !anew.has(receiver)).map((receiver) => ({ action, receiver }));
}

/** Whether the newest page told people, and none of them in Slack. */
function isByMailOnly(pages: readonly PageToPeople[]): boolean {
  const newest = Math.max(...pages.map(({ seq }) => seq));
  return pages.filter(({ seq }) => seq === newest).every(({ action }) => action === 'email');
}
