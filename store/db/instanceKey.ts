import { randomBytes } from 'node:crypto';
import type { Db } from './schema.ts';

/**
 * A secret of this installation: 32 random bytes, made by whoever asks first, and the same for every process from then on.
 * @param name what it is for, e.g. `links`
 */
export async function instanceKey(db: Db, name: string): Promise<Buffer> {
  const kept = db.selectFrom('instanceKeys').select('key').where('name', '=', name);
  const known = await kept.executeTakeFirst();
  if (known) return known.key;
  await db
    .insertInto('instanceKeys')
    .values({ name, key: randomBytes(32), createdAt: new Date() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await kept.executeTakeFirstOrThrow()).key;
}
