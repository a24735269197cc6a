import { expect, it } from 'vitest';
import { planNotes } from '../../../activities/incidents/index.ts';
import { inTransaction } from '../../../store/db/index.ts';
import { lockIncident } from '../../../store/incidents/index.ts';
import { happens, incidentInStore } from '../../support/incidentInStore.ts';
import { useDatabase } from '../../support/useDatabase.ts';

const test = useDatabase();
const HOUR_MS = 3_600_000;
const at = (hoursFromNow: number): Date => new Date(Date.now() + hoursFromNow * HOUR_MS);

it('a webhook is told nothing of what happened before the release that tells it', async () => {
  const incident = await incidentInStore(test.db, 'f');
  const to = [{ action: 'webhook', receiver: 'https://tickets.example/hook' } as const];
  await happens(test.db, incident, { event: { kind: 'paged' }, tell: 'incident_page', to });
  await happens(test.db, incident, { event: { kind: 'acknowledged', at: at(-5) } });
  await happens(test.db, incident, { event: { kind: 'lapsed', at: at(-4) } });
  const set = { webhookNotesSince: at(-3) };
  await happens(test.db, incident, { event: { kind: 'acknowledged', at: at(-2) }, set });
  await inTransaction(test.db, async (tx) =>
    planNotes(tx, { incident: (await lockIncident(tx, incident))!, at: at(0) }),
  );
  const notes = await test.db
    .selectFrom('deliveries')
    .innerJoin('incidentEvents', (join) =>
      join
        .onRef('incidentEvents.incidentId', '=', 'deliveries.incidentId')
        .onRef('incidentEvents.seq', '=', 'deliveries.incidentSeq'),
    )
    .select(['deliveries.receiver', 'incidentEvents.kind', 'incidentEvents.at'])
    .where('deliveries.kind', '=', 'incident_note')
    .execute();
  expect(notes).toMatchObject([{ receiver: to[0]!.receiver, kind: 'acknowledged' }]);
  expect(notes[0]!.at.getTime()).toBeGreaterThan(set.webhookNotesSince.getTime());
});
