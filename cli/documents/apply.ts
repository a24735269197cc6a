import { addressOf, readDocuments, readLock, unsavedLock } from '../files/index.ts';
import type { DocumentLock } from '../files/index.ts';
import {
  CommandError,
  EXIT,
  clockOf,
  createApiClient,
  createTerminal,
  tooLateIsFound,
} from '../terminal/index.ts';
import type { ApiClient } from '../terminal/index.ts';
import { doesSomething, notPruned, planDocuments } from './changes.ts';
import type { Change, PlannedChange } from './changes.ts';
import { notesOf, printChanges } from './printChanges.ts';
import { saveDraft } from './serverDocuments.ts';
import { idsOf, newsOf, refuseUnpublished, refuseUnresolved, withWarnings } from './warnings.ts';

/** Options of `rules apply`. */
export interface ApplyOptions {
  readonly fleet?: string;
  readonly json?: boolean;
  readonly prune?: boolean;
  readonly dryRun?: boolean;
  readonly refuseDrift?: boolean;
  readonly why?: string;
}

/** Publishes the documents of a folder that differ from what is published. Nothing is touched while one file has an error. */
export async function applyRules(path: string, options: ApplyOptions): Promise<number> {
  const folder = await readDocuments(path);
  if (folder.isOneFile && options.prune)
    throw new CommandError(`--prune retires what has no file, but ${path} is one file: name a folder.`);
  const api = createApiClient(options.fleet ?? 'default');
  const lock = await readLock(folder.root, api);
  const bare = await planDocuments({ api, folder, lock, prune: options.prune ?? false });
  if (!folder.isOneFile) await refuseUnresolved(path, bare);
  else if (!options.dryRun) await refuseUnpublished(api, path, bare);
  if (options.refuseDrift) await refuseDrift(api, bare);
  const planned = options.dryRun ? await withWarnings(api, folder, bare) : bare;
  const ids = idsOf(planned);
  const terminal = createTerminal();
  const notes = options.prune ? notPruned(folder, planned) : [];
  const changes: Change[] = [];
  try {
    for (const each of planned)
      changes.push(options.dryRun ? each.change : await applyOne({ api, lock, ids, planned: each }, options));
  } finally {
    if (!options.dryRun) await lock.save().catch((error: unknown) => void notes.push(unsavedLock(error)));
  }
  if (options.json) terminal.json({ applied: !options.dryRun, changes, notes });
  else {
    for (const note of notes) terminal.line(terminal.colors.yellow(note));
    printChanges(terminal, changes, await clockOf(api));
    const count = changes.filter(doesSomething).length;
    terminal.line(options.dryRun ? `${count} would change; nothing was applied.` : `${count} changed.`);
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

async function applyOne(
  with_: {
    readonly api: ApiClient;
    readonly lock: DocumentLock;
    /** Ids of the documents that there will be. */
    readonly ids: ReadonlySet<string>;
    readonly planned: PlannedChange;
  },
  options: ApplyOptions,
): Promise<Change> {
  const { api, lock, ids, planned } = with_;
  const { change, kind, file } = planned;
  const address = addressOf(kind, change.id);
  const why = options.why ? { why: options.why } : undefined;
  if (change.change === 'removed') {
    // A body with DELETE is not for everyone; the reason is a query parameter.
    await api.call('DELETE', why ? `${address}?why=${encodeURIComponent(why.why)}` : address);
    lock.set(kind.folder, change.id, undefined);
    return settled(change);
  }
  if (!file) return change;
  if (change.change === 'same') {
    lock.set(kind.folder, change.id, change.version);
    return settled(change);
  }
  const saved = await saveDraft(api, file);
  // Named by its hash: what someone else saves in between is not published for them.
  const publishing = { ...why, draft_hash: saved.draft_hash };
  const { version } = await tooLateIsFound(
    api.call<{ version: number }>('POST', `${address}/publish`, publishing),
  );
  lock.set(kind.folder, change.id, version);
  const warnings = newsOf(file, saved.warnings ?? [], ids);
  return { ...settled(change), version, ...(warnings.length > 0 && { warnings }) };
}

/** A change once it is carried out: folder and server agree, so nothing drifts any more. */
function settled({ drift, ...change }: Change): Change {
  return drift && change.change !== 'same' ? { ...change, replaced: drift } : change;
}
