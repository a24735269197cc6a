import { inTransaction } from '../db/index.ts';
import type { Db, Tx } from '../db/index.ts';
import { addVersion, auditEdit, lockDocument, setDocument } from './edits.ts';
import type { Edit } from './edits.ts';
import type { DocumentKey } from './reads.ts';

/** How starting a trial ended. `isNew` is false when the draft ran already. */
export type TrialOutcome =
  | { readonly ok: true; readonly version: number; readonly since: Date; readonly isNew: boolean }
  | {
      readonly ok: false;
      readonly because: 'no_such_document' | 'no_draft' | 'not_published' | 'same_as_published';
    };

/** A document's columns when no trial runs. */
export const NO_TRIAL = { trialVersion: null, trialSince: null } as const;

/**
 * Start a trial: run the draft in shadow beside the published version, under a version of its own. The draft stays, to be changed
 * or published; what is changed in it does not run before it is asked for again.
 */
export async function startTrial(db: Db, args: DocumentKey & Edit): Promise<TrialOutcome> {
  return inTransaction(db, async (tx) => {
    const row = await lockDocument(tx, args);
    if (row === undefined) return { ok: false, because: 'no_such_document' };
    const { draft, publishedVersion, trialVersion, trialSince } = row;
    if (publishedVersion === null) return { ok: false, because: 'not_published' };
    if (draft === null) return { ok: false, because: 'no_draft' };
    if (row.draftIsPublished) return { ok: false, because: 'same_as_published' };
    if (trialVersion !== null && trialSince !== null && row.draftIsTried)
      return { ok: true, version: trialVersion, since: trialSince, isNew: false };
    const version = await addVersion(tx, args, {
      body: draft,
      source: row.draftSource,
      after: row.lastVersion,
      trial: true,
    });
    await setDocument(tx, args, {
      trialVersion: version,
      trialSince: args.at,
      lastVersion: version,
      updatedAt: args.at,
    });
    await auditEdit(tx, args, { what: 'trial_started', details: { version } });
    return { ok: true, version, since: args.at, isNew: true };
  });
}

/** Ends a trial; the alerts it would have raised stay stored. @returns whether one ran */
export async function endTrial(db: Db, args: DocumentKey & Edit): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const row = await lockDocument(tx, args);
    if (row === undefined || row.trialVersion === null) return false;
    await setDocument(tx, args, { ...NO_TRIAL, updatedAt: args.at });
    await auditEdit(tx, args, { what: 'trial_ended', details: { version: row.trialVersion } });
    return true;
  });
}

/** Ends a trial that equals the published version: there is nothing to compare any more. */
export async function endTrialOnceEqual(tx: Tx, args: DocumentKey & Edit): Promise<void> {
  const row = await lockDocument(tx, args);
  if (!row?.trialIsPublished) return;
  await setDocument(tx, args, NO_TRIAL);
  await auditEdit(tx, args, { what: 'trial_ended', details: { version: row.trialVersion } });
}
