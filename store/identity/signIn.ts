import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { JsonObject } from '../../rules/vocabulary/index.ts';
import { inTransaction, recordAudit } from '../db/index.ts';
import type { Db, Tx } from '../db/index.ts';
import { skeletonOf, standsAlone } from './skeleton.ts';
import { openGrants } from './users.ts';
import type { Grant, User } from './users.ts';

/** Whom a provider signs in, and what they may do now. */
export interface SignIn {
  readonly issuer: string;
  readonly subject: string;
  /** The provider's name for the person. It gets an addition if another user has that name. */
  readonly name: string;
  /** Only a verified one. */
  readonly email?: string;
  readonly grants: readonly Grant[];
  /** Names that the audit log gives to others: of service tokens, and Tripline's own. */
  readonly reservedNames: readonly string[];
  readonly at: Date;
}

/**
 * Records a sign-in: the user, and their role in each fleet in place of the ones before, with an entry in the audit log of
 * every fleet that lets them in.
 * @returns the user and what they may do: nothing where each fleet's admins keep them out
 */
export function recordSignIn(
  db: Db,
  signIn: SignIn,
): Promise<{ readonly user: User; readonly grants: readonly Grant[] }> {
  return inTransaction(db, async (tx) => {
    // Two people with one name who sign in at the same time must not both get it.
    await sql`lock table users in share row exclusive mode`.execute(tx);
    const user = await upsertUser(tx, signIn);
    await replaceGrants(tx, user.id, signIn);
    const grants = await openGrants(tx, user.id);
    for (const { fleetId, role, groups } of grants)
      await recordAudit(tx, {
        fleetId,
        at: signIn.at,
        who: user.name,
        action: 'user.signed_in',
        subjectType: 'user',
        subjectId: user.id,
        details: { issuer: signIn.issuer, role, ...(groups && { groups: [...groups] }) },
      });
    return { user, grants };
  });
}

/** A sign-in that grants nothing in a fleet, or may not, and why. */
interface RefusedSignIn {
  readonly issuer: string;
  readonly subject: string;
  /** Fleets whose audit logs record it. */
  readonly fleetIds: readonly string[];
  readonly why: string;
  readonly details?: JsonObject;
  readonly at: Date;
}

/** Records that a sign-in was refused, in the audit log of the fleets that it concerns. */
export async function recordRefusal(
  db: Db,
  { issuer, subject, fleetIds, why, details, at }: RefusedSignIn,
): Promise<void> {
  for (const fleetId of fleetIds)
    await recordAudit(db, {
      fleetId,
      at,
      who: 'tripline',
      action: 'sign_in.refused',
      why,
      subjectType: 'user',
      subjectId: subject,
      details: { issuer, ...details },
    });
}

/** Withdraws all grants of a provider from a user to whom it grants nothing any more, and ends the user's sessions. */
export function withdrawGrants(
  db: Db,
  { issuer, subject, at }: Pick<SignIn, 'issuer' | 'subject' | 'at'>,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const user = await findUser(tx, { issuer, subject });
    if (!user) return;
    await tx
      .updateTable('userGrants')
      .set({ role: null, grantedAt: at })
      .where('userId', '=', user.id)
      .execute();
    await tx.deleteFrom('sessions').where('userId', '=', user.id).execute();
  });
}

function findUser(
  db: Db,
  { issuer, subject }: Pick<SignIn, 'issuer' | 'subject'>,
): Promise<User | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

async function upsertUser(tx: Tx, signIn: SignIn): Promise<User> {
  const { issuer, subject, email = null, at } = signIn;
  const known = await findUser(tx, signIn);
  const id = known?.id ?? randomUUID();
  const name = await distinctName(tx, signIn, id);
  const changed = { name, skeleton: skeletonOf(name), email, lastSignInAt: at };
  if (known) {
    await tx.updateTable('users').set(changed).where('id', '=', id).execute();
    return { ...known, ...changed };
  }
  const user = { id, issuer, subject, createdAt: at, ...changed };
  await tx.insertInto('users').values(user).execute();
  return user;
}

/**
 * Returns the name that the audit log uses. It must not pass for anyone else's, whatever a person calls themselves at the
 * provider: it then names the issuer. The address is enough for namesakes of one issuer, which verified both.
 */
async function distinctName(tx: Tx, signIn: SignIn, id: string): Promise<string> {
  const { email, subject, issuer } = signIn;
  const reserved = new Set(signIn.reservedNames.map(skeletonOf));
  const holderOf = async (candidate: string): Promise<{ readonly issuer?: string } | undefined> => {
    const skeleton = skeletonOf(candidate);
    if (reserved.has(skeleton)) return {};
    return tx
      .selectFrom('users')
      .select('issuer')
      .where('skeleton', '=', skeleton)
      .where('id', '<>', id)
      .executeTakeFirst();
  };
  if (standsAlone(signIn.name)) {
    const holder = await holderOf(signIn.name);
    if (!holder) return signIn.name;
    const withEmail = `${signIn.name} (${email})`;
    if (email !== undefined && holder.issuer === issuer && !(await holderOf(withEmail))) return withEmail;
  }
  // A person of Slack is written so.
  const name = signIn.name.replace(/^slack:.*$/i, '"$&"');
  const from = issuer.replace(/^https?:\/\//, '').replace(/\/$/, '');
  for (const whose of [`of ${from}`, `${subject} of ${from}`])
    if (!(await holderOf(`${name} (${whose})`))) return `${name} (${whose})`;
  return `${name} (${id} of ${from})`;
}

async function replaceGrants(tx: Tx, userId: string, { grants, at }: SignIn): Promise<void> {
  await tx
    .updateTable('userGrants')
    .set({ role: null, grantedAt: at })
    .where('userId', '=', userId)
    .where('role', 'is not', null)
    .execute();
  for (const { fleetId, role, groups: limit } of grants) {
    const groups = limit ? [...limit] : null;
    await tx
      .insertInto('userGrants')
      .values({ fleetId, userId, role, groups, grantedAt: at, disabledAt: null })
      .onConflict((conflict) =>
        conflict.columns(['fleetId', 'userId']).doUpdateSet({ role, groups, grantedAt: at }),
      )
      .execute();
  }
}
