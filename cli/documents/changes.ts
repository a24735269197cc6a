import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { BacktestResult } from '../../rules/backtests/index.ts';
import type { DocumentIssue } from '../../rules/lint/index.ts';
import type { ApiClient } from '../calls/index.ts';
import { differences } from './diff.ts';
import type { Difference } from './diff.ts';
import { DOCUMENT_KINDS, canonical, idsNeeded } from '../files/index.ts';
import type {
  ConditionsById,
  DocumentFile,
  DocumentFolder,
  DocumentKind,
  DocumentLock,
} from '../files/index.ts';
import { serverDocuments, serverVersion } from './serverDocuments.ts';
import type { ServerDocument } from './serverDocuments.ts';

/**
 * The result of back-testing a changed rule over a range of stored trips. The figures are those after
 * throttles, budget and quiet hours.
 */
export interface Behaviour {
  readonly from: string;
  readonly to: string;
  readonly trips: number;
  /** Trips that were not decided, because data is missing. With that data there might be more alerts. */
  readonly undecided: number;
  /** Mode of the rule. In any mode, the figures are those of a live rule, because only live rules send. */
  readonly mode: BacktestResult['rule']['mode'];
  /** Ids of shared conditions that were tried in the folder's version. */
  readonly tried_conditions?: readonly string[];
  /** Number of alerts of the file's rule. */
  readonly new: number;
  /** Number of alerts of the published rule; absent when no rule is published. */
  readonly old?: number;
  /** Number of trips on which both versions alert. */
  readonly both?: number;
  readonly messages: number;
  readonly worst_day?: { readonly date: string; readonly alerts: number };
  /** Notes on the limits of these figures. */
  readonly notes: readonly string[];
}

/** Changes that others made to a document since this folder was applied or pulled. */
export interface Drift {
  /** Version that this folder last applied or pulled. */
  readonly known: number;
  /** Published version; absent when the document was retired. */
  readonly now?: number;
  readonly who?: string;
  readonly by?: string;
  readonly why?: string;
  readonly at?: string;
}

/** The planned or applied change of one document. */
export interface Change {
  readonly kind: string;
  readonly id: string;
  readonly change: 'new' | 'changed' | 'same' | 'removed' | 'kept (no file)';
  readonly file?: string;
  /** Published version: in a plan the present version, after applying the new version. */
  readonly version?: number;
  readonly differences?: readonly Difference[];
  readonly drift?: Drift;
  /** Changes by others that were overwritten, once applied. */
  readonly replaced?: Drift;
  /** Warnings from the server, which knows the fleet's names. */
  readonly warnings?: readonly DocumentIssue[];
  /** Ids of shared conditions that the rule uses and that change in the same plan. */
  readonly changed_conditions?: readonly string[];
  /** Back-test of the file's rule against the published one. */
  readonly behaviour?: Behaviour;
  /** Another person's unpublished draft that would be replaced. */
  readonly draft?: { readonly by: string; readonly at: string };
}

/** A document with everything needed to apply its change. */
export interface PlannedChange {
  readonly change: Change;
  readonly kind: DocumentKind;
  readonly file?: DocumentFile;
  /** Published document; absent when there is none. */
  readonly published?: object;
}

/** Returns whether applying the change would have an effect. */
export function doesSomething({ change }: Pick<Change, 'change'>): boolean {
  return change !== 'same' && change !== 'kept (no file)';
}

/** Compares the files of a folder with the fleet's published documents. Changes nothing. */
export async function planDocuments(args: {
  readonly api: ApiClient;
  readonly folder: DocumentFolder;
  readonly lock: DocumentLock;
  /** Whether to retire documents without a file. This includes only kinds that have a subfolder in the folder. */
  readonly prune: boolean;
}): Promise<PlannedChange[]> {
  const { api, folder, lock, prune } = args;
  const publishing: PlannedChange[] = [];
  const removals: PlannedChange[] = [];
  for (const kind of DOCUMENT_KINDS) {
    const onServer = await serverDocuments(api, kind);
    const files = folder.documents.filter((file) => file.kind === kind);
    for (const file of files)
      publishing.push(await planFile({ api, lock, file, stored: onServer.get(file.id) }));
    if (folder.isOneFile) continue;
    const ids = new Set(files.map((file) => file.id));
    for (const { id, version, published } of onServer.values())
      if (version !== undefined && !ids.has(id)) {
        const drift = await driftOf({ api, lock, kind, id, version });
        const change = prune && folder.kinds.has(kind) ? ('removed' as const) : ('kept (no file)' as const);
        removals.push({
          kind,
          ...(published && { published }),
          change: { kind: kind.kind, id, change, version, ...(drift && { drift }) },
        });
      }
  }
  // Documents that others refer to are published first and retired last.
  return withConditions([...publishing, ...removals.reverse()]);
}

/** Describes documents that pruning keeps because their kind has no folder here. */
export function notPruned(folder: DocumentFolder, planned: readonly PlannedChange[]): string[] {
  if (folder.isOneKind) return [];
  return DOCUMENT_KINDS.flatMap((kind) => {
    const { length } = planned.filter((each) => each.kind === kind && !each.file);
    if (length === 0 || folder.kinds.has(kind) || kind.only !== undefined) return [];
    const [what, name] = [`${length} published in ${kind.folder}`, join(folder.root, kind.folder)];
    return [`${what} unchanged: there is no ${name}. Create that folder if --prune should include it.`];
  });
}

/** Adds to each change of a rule the shared conditions that the rule uses and that change in the same plan. */
function withConditions(planned: readonly PlannedChange[]): PlannedChange[] {
  const known = conditionsToBe(planned);
  const changed = new Set(
    planned
      .filter((each) => each.kind.folder === 'conditions' && doesSomething(each.change))
      .map((each) => each.change.id),
  );
  return planned.map((each) => {
    const body = each.file?.body ?? each.published;
    if (each.kind.folder !== 'rules' || !body || each.change.change === 'removed') return each;
    const inside = idsNeeded(body, known).filter((id) => changed.has(id));
    return inside.length === 0 ? each : { ...each, change: { ...each.change, changed_conditions: inside } };
  });
}

/** Returns all shared conditions as they are after the change: those of the folder, and other published ones. */
export function conditionsToBe(planned: readonly PlannedChange[]): ConditionsById {
  return documentsToBe(planned, 'conditions');
}

/**
 * Returns the documents of a kind as they are after the change.
 * @param folder the kind's folder
 */
export function documentsToBe(
  planned: readonly PlannedChange[],
  folder: string,
): ReadonlyMap<string, object> {
  const ofKind = planned.filter((each) => each.kind.folder === folder);
  return new Map(
    ofKind.flatMap(({ change, file, published }) => {
      const body = change.change === 'removed' ? undefined : (file?.body ?? published);
      return body ? [[change.id, body] as const] : [];
    }),
  );
}

async function planFile(args: {
  readonly api: ApiClient;
  readonly lock: DocumentLock;
  readonly file: DocumentFile;
  readonly stored: ServerDocument | undefined;
}): Promise<PlannedChange> {
  const { api, lock, file, stored } = args;
  const { kind, id, path } = file;
  const own = canonical(kind, file.body);
  const version = stored?.version;
  const about = { kind: kind.kind, id, file: path, ...(version === undefined ? {} : { version }) };
  const before = stored?.published && canonical(kind, stored.published);
  const known = { kind, file, ...(stored?.published && { published: stored.published }) };
  if (before !== undefined && isDeepStrictEqual(before, own))
    return { ...known, change: { ...about, change: 'same' } };
  const drift = await driftOf({ api, lock, kind, id, version });
  const draft = stored?.draft;
  return {
    ...known,
    change: {
      ...about,
      ...(before === undefined
        ? { change: 'new' }
        : { change: 'changed', differences: differences(before, own) }),
      ...(drift && { drift }),
      ...(draft && !isDeepStrictEqual(canonical(kind, draft.body), own)
        ? { draft: { by: draft.by, at: draft.at } }
        : {}),
    },
  };
}

/**
 * Returns the change that someone else published since the folder last agreed with the server; undefined if
 * there is none.
 */
async function driftOf(args: {
  readonly api: ApiClient;
  readonly lock: DocumentLock;
  readonly kind: DocumentKind;
  readonly id: string;
  readonly version: number | undefined;
}): Promise<Drift | undefined> {
  const { api, lock, kind, id, version } = args;
  const known = lock.version(kind.folder, id);
  if (known === undefined || known === version) return undefined;
  if (version === undefined) return { known };
  const { who, by, why, at } = (await serverVersion(api, kind, { id, version })) ?? {};
  return {
    known,
    now: version,
    ...(who === undefined ? {} : { who }),
    ...(by === undefined ? {} : { by }),
    ...(why === undefined ? {} : { why }),
    ...(at === undefined ? {} : { at }),
  };
}
