import type { Db } from '../../../store/db/index.ts';
import { endOf } from '../../../store/alerts/index.ts';
import type { Caller } from '../../access/index.ts';
import { namesOf, onWire } from '../http/index.ts';
import type { AnswerOf } from '../http/index.ts';
import { mayEnd } from './end.ts';
import type { Shown } from './end.ts';
import { criticalRules } from './reach.ts';
import { silenceSchema } from './schemas.ts';

/** A silence as it is answered. */
export type ShownSilence = AnswerOf<typeof silenceSchema>;

/** Returns silences with the known names of their drivers. @param args.caller absent: whether they may end it is left out */
export async function shownSilences(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly rows: readonly Shown[];
    readonly caller: Caller | undefined;
    readonly at: Date;
  },
): Promise<ShownSilence[]> {
  const { fleetId, rows, caller, at } = args;
  const names = await namesOf(
    db,
    fleetId,
    rows.flatMap(({ drivers }) => drivers ?? []),
  );
  return Promise.all(
    rows.map(async (row) => {
      const critical = await criticalRules(db, fleetId, row.rules ?? []);
      const known = (row.drivers ?? []).flatMap((id) =>
        names.has(id) ? [[id, names.get(id)!] as const] : [],
      );
      return onWire(silenceSchema, row, {
        driver_names: known.length > 0 ? Object.fromEntries(known) : null,
        critical_rules: critical.length > 0 ? critical : null,
        active: row.createdAt <= at && endOf(row) > at,
        may_end: caller && (await mayEnd(db, row, { ...caller, fleetId, at })),
        dry_run: null,
        warnings: null,
        would_have_silenced: null,
      });
    }),
  );
}
