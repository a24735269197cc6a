import { readDocuments, readLock, unsavedLock } from '../files/index.ts';
import type { DocumentLock } from '../files/index.ts';
import { clockOf } from '../calls/index.ts';
import type { ApiClient } from '../calls/index.ts';
import type { Context } from '../declaration/index.ts';
import { CommandError, EXIT } from '../terminal/index.ts';
import { doesSomething, notPruned, planDocuments } from './changes.ts';
import type { Change, PlannedChange } from './changes.ts';
import { notesOf, printChanges } from './printChanges.ts';
import { publishDraft, retireDocument, saveDraft } from './serverDocuments.ts';
import { idsOf, newsOf, refuseUnpublished, refuseUnresolved, withWarnings } from './warnings.ts';

interface Given {
  readonly dir: string;
  readonly prune?: boolean;
  readonly dryRun?: boolean;
  readonly refuseDrift?: boolean;
  readonly why?: string;
}

/** Publishes the documents of a folder that differ from the published ones. Changes nothing while a file has an error. */
export async function applyRules(context: Context<Given>): Promise<number> {
  const { terminal, given, isJson, zone } = context;
  const { dir: path, prune = false, dryRun, why } = given;
  const folder = await readDocuments(path);
  if (folder.isOneFile && prune)
    throw new CommandError(`--prune retires what has no file, but ${path} is one file: name a folder.`);
  const { api } = context;
  const lock = await readLock(folder.root, api);
  const bare = await planDocuments({ api, folder, lock, prune });
  if (!folder.isOneFile) await refuseUnresolved(path, bare);
  else if (!dryRun) await refuseUnpublished(api, path, bare);
  if (given.refuseDrift) await refuseDrift(api, bare);
  const planned = dryRun ? await withWarnings(api, folder, bare) : bare;
  const ids = idsOf(planned);
  const notes = prune ? notPruned(folder, planned) : [];
  const changes: Change[] = [];
  try {
    for (const each of planned)
      changes.push(dryRun ? each.change : await applyOne({ api, lock, ids, why, planned: each }));
  } finally {
    if (!dryRun) await lock.save().catch((error: unknown) => void notes.push(unsavedLock(error)));
  }
  if (isJson) terminal.json({ applied: !dryRun, changes, notes });
  else {
    for (const note of notes) terminal.line(terminal.colors.yellow(note));
    printChanges(terminal, changes, await zone());
    const count = changes.filter(doesSomething).length;
    terminal.line(dryRun ? `${count} would change; nothing was applied.` : `${count} changed.`);
  }
  return EXIT.ok;
}

async function refuseDrift(api: ApiClient, planned: readonly PlannedChange[]): Promise<void> {
  const drifted = planned.map((each) => each.change).filter((each) => each.drift);
  if (drifted.length === 0) return;
  const zone = await clockOf(api);
  throw new CommandError(
    `Others published meanwhile, so nothing was applied:\n${drifted.map((each) => `  ${each.kind} ${each.id}: ${notesOf(each, zone)[0]}`).join('\n')}`,
    EXIT.problems,
  );
}

async function applyOne(applying: {
  readonly api: ApiClient;
  readonly lock: DocumentLock;
  /** Ids of all documents as they are after the change. */
  readonly ids: ReadonlySet<string>;
  readonly why: string | undefined;
  readonly planned: PlannedChange;
}): Promise<Change> {
  const { api, lock, ids, planned } = applying;
  const { change, kind, file } = planned;
  const named = { kind, id: change.id };
  const why = applying.why || undefined;
  if (change.change === 'removed') {
    await retireDocument(api, named, why);
    lock.set(kind.folder, change.id, undefined);
    return settled(change);
  }
  if (!file) return change;
  if (change.change === 'same') {
    lock.set(kind.folder, change.id, change.version);
    return settled(change);
  }
  const saved = await saveDraft(api, file);
  // The hash names this draft, so that a draft which someone else saves meanwhile is not published.
  const publishing = { ...(why !== undefined && { why }), draft_hash: saved.draft_hash };
  const version = await publishDraft(api, named, publishing);
  lock.set(kind.folder, change.id, version);
  const warnings = newsOf(file, saved.warnings ?? [], ids);
  return { ...settled(change), version, ...(warnings.length > 0 && { warnings }) };
}

/**
 * Returns a change as it is after applying: without `drift`, because the folder and the server now agree. The
 * drift that was overwritten is in `replaced`.
 */
function settled({ drift, ...change }: Change): Change {
  return drift && change.change !== 'same' ? { ...change, replaced: drift } : change;
}
