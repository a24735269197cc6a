import { recordAudit, withFleetLock } from '../db/index.ts';
import type { Db } from '../db/index.ts';

/** Milliseconds after a rotation for which the old secret still signs, in addition to the new one. */
export const SIGNS_ON_MS = 24 * 3_600_000;
/**
 * Maximum number of rotations of one endpoint within `SIGNS_ON_MS`, because each secret in use adds a signature to every webhook.
 */
export const MOST_ROTATIONS = 4;

/** A generation (version) of an endpoint's secret that is in use for signing. */
export interface LiveGeneration {
  readonly generation: number;
  /** Time at which it stops signing. Absent for the newest generation. */
  readonly signsUntil?: Date;
}

interface Endpoint {
  readonly fleetId: string;
  readonly origin: string;
}

/** Returns the secret generations that sign webhooks to an endpoint at an instant, newest first. There is always at least one. */
export async function liveGenerations(
  db: Db,
  { fleetId, origin, at }: Endpoint & { readonly at: Date },
): Promise<readonly LiveGeneration[]> {
  const rotations = await db
    .selectFrom('webhookSecretGenerations')
    .select(['generation', 'beganAt'])
    .where('fleetId', '=', fleetId)
    .where('origin', '=', origin)
    .orderBy('generation', 'desc')
    .limit(MOST_ROTATIONS + 1)
    .execute();
  const earlier = rotations
    .map(({ generation, beganAt }) => ({
      generation: generation - 1,
      signsUntil: new Date(beganAt.getTime() + SIGNS_ON_MS),
    }))
    .filter(({ signsUntil }) => signsUntil > at);
  return [{ generation: rotations[0]?.generation ?? 1 }, ...earlier];
}

/**
 * Begins a new generation of an endpoint's secret, with an entry in the audit log. The previous generation signs for another day.
 * @returns false, without a change, when the endpoint was already rotated `MOST_ROTATIONS` times within `SIGNS_ON_MS`
 */
export function rotateGeneration(
  db: Db,
  { fleetId, origin, at, who, why }: Endpoint & { readonly at: Date; who: string; why?: string },
): Promise<boolean> {
  return withFleetLock(db, { fleetId, purpose: 'webhook-generations' }, async (tx) => {
    const live = await liveGenerations(tx, { fleetId, origin, at });
    if (live.length > MOST_ROTATIONS) return false;
    const generation = live[0]!.generation + 1;
    await tx
      .insertInto('webhookSecretGenerations')
      .values({ fleetId, origin, generation, beganAt: at })
      .execute();
    await recordAudit(tx, {
      fleetId,
      at,
      who,
      ...(why === undefined ? {} : { why }),
      action: 'webhook_secret.rotated',
      subjectType: 'webhook_endpoint',
      subjectId: origin,
      details: { generation },
    });
    return true;
  });
}
