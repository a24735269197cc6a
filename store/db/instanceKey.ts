import { randomBytes } from 'node:crypto';
import type { Db } from './connection/index.ts';

/**
 * Returns a secret of this installation: 32 random bytes, created by the first call and then the same for every process.
 * @param name its purpose, e.g. `links`
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
