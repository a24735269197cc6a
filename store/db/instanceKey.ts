import { randomBytes } from 'node:crypto';
import type { Db } from './schema.ts';

/**
 * A secret of this installation: 32 random bytes, made by whoever asks first, and the same for every process from then on.
 * @param name what it is for, e.g. `links`
 */
export async function instanceKey(db: Db, name: string): Promise<Buffer> {
  await db
    .insertInto('instanceKeys')
    .values({ name, key: randomBytes(32), createdAt: new Date() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const row = await db
    .selectFrom('instanceKeys')
    .select('key')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return row.key;
}
