import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import {
  parseDigest,
  parseEscalationPolicy,
  parseRotation,
  parseRoute,
  parseRule,
  parseSettings,
  parseSharedCondition,
} from '../../rules/lint/index.ts';
import { SETTINGS_ID } from '../../rules/documents/index.ts';
import type { Around, ParsedDocument } from '../../rules/lint/index.ts';
import { isStandardInput } from './standardInput.ts';

/** A kind of document that is stored in files and published on the server, with draft, published version and history. */
export interface DocumentKind {
  /** Name of the kind in texts for people. */
  readonly kind: string;
  /** Name of the route in the API. It is also the folder of the files below DIR, unless there is only one document. */
  readonly folder: string;
  /** Field that contains the document in the API's answers. */
  readonly field: string;
  /** Id of the document, if a fleet has only one of this kind. Its file is in DIR itself, and its route has no id. */
  readonly only?: string;
  /** Parses a document. Without `around`, names of other documents are not checked. */
  readonly parse: (json: unknown, around?: Around) => ParsedDocument<{ readonly id: string }>;
  /** Fields in the order in which a file has them. All other fields come after these. */
  readonly order: readonly string[];
  /**
   * JSON Schema for editors with the fleet’s own names: its path in the API, and its file in the folder of
   * the documents.
   */
  readonly schema?: { readonly address: string; readonly file: string };
}

/** Kinds of documents in the order of publishing. Documents that others refer to come first. */
export const DOCUMENT_KINDS: readonly DocumentKind[] = [
  {
    kind: 'rotation',
    folder: 'rotations',
    field: 'rotation',
    parse: (json) => parseRotation(json),
    order: ['$schema', 'id', 'name', 'timezone', 'handover', 'starts', 'people', 'overrides'],
    schema: { address: 'rotations/schema', file: 'rotation.schema.json' },
  },
  {
    kind: 'recipient route',
    folder: 'routes',
    field: 'route',
    parse: (json) => parseRoute(json),
    order: ['$schema', 'id', 'name', 'description', 'by', 'attribute', 'entries', 'default'],
    schema: { address: 'routes/schema', file: 'route.schema.json' },
  },
  {
    kind: 'escalation policy',
    folder: 'escalation-policies',
    field: 'escalation_policy',
    parse: (json) => parseEscalationPolicy(json),
    order: [
      '$schema',
      'id',
      'name',
      'description',
      'steps',
      'repeat',
      'repage_after',
      'join_within',
      'unanswered',
      'late',
    ],
    schema: { address: 'escalation-policies/schema', file: 'escalation-policy.schema.json' },
  },
  {
    kind: 'condition',
    folder: 'conditions',
    field: 'condition',
    parse: parseSharedCondition,
    order: ['$schema', 'id', 'name', 'description', 'conditions'],
    schema: { address: 'conditions/schema', file: 'condition.schema.json' },
  },
  {
    kind: 'rule',
    folder: 'rules',
    field: 'rule',
    parse: parseRule,
    order: [
      '$schema',
      'id',
      'name',
      'description',
      'severity',
      'mode',
      'copy_of',
      'scope',
      'conditions',
      'throttle',
      'budget',
      'suppresses',
      'actions',
    ],
    schema: { address: 'rules/schema', file: 'rule.schema.json' },
  },
  {
    kind: 'digest',
    folder: 'digests',
    field: 'digest',
    parse: (json) => parseDigest(json),
    order: [
      '$schema',
      'id',
      'name',
      'description',
      'period',
      'send',
      'groups',
      'to',
      'slack',
      'sections',
      'needs_attention_below',
      'min_trips',
      'units',
      'language',
      'driver_name',
      'paused',
    ],
    schema: { address: 'digests/schema', file: 'digest.schema.json' },
  },
  {
    kind: 'settings',
    folder: 'settings',
    field: 'settings',
    only: SETTINGS_ID,
    parse: (json) => parseSettings(json),
    order: ['$schema', 'id', 'driver_fields', 'language', 'units', 'brand', 'privacy'],
    schema: { address: 'settings/schema', file: 'settings.schema.json' },
  },
];

/** Name of the settings file. */
export const SETTINGS_FILE = `${SETTINGS_ID}.json`;

/** Returns the kind of a file by the name of its folder. In any other folder, the file is a rule. */
export function kindOfFile(path: string): DocumentKind {
  const folder = basename(dirname(path));
  if (basename(path) === SETTINGS_FILE && !DOCUMENT_FOLDERS.includes(folder)) return kindNamed('settings');
  return (
    DOCUMENT_KINDS.find((each) => each.folder === folder && each.only === undefined) ?? kindNamed('rule')
  );
}

/** Returns the kind with the given name. */
export function kindNamed(
  name: 'rotation' | 'recipient route' | 'escalation policy' | 'condition' | 'rule' | 'digest' | 'settings',
): DocumentKind {
  return DOCUMENT_KINDS.find(({ kind }) => kind === name)!;
}

/**
 * Returns a document with its defaults and without fields that only editors use. Documents with the same
 * meaning become deeply equal.
 */
export function canonical(kind: DocumentKind, document: unknown): unknown {
  const parsed = kind.parse(document);
  const plain: unknown = JSON.parse(JSON.stringify(parsed.ok ? parsed.document : document));
  if (typeof plain !== 'object' || plain === null || Array.isArray(plain)) return plain;
  return Object.fromEntries(Object.entries(plain).filter(([name]) => name !== '$schema'));
}

/** Names of the folders that hold documents. */
export const DOCUMENT_FOLDERS: readonly string[] = DOCUMENT_KINDS.filter(
  ({ only }) => only === undefined,
).map(({ folder }) => folder);

/**
 * Returns the kind of a folder for a single kind, by its name, such as `DIR/rotations`. Undefined for another
 * name, for a file, and for a folder that contains such folders itself.
 */
export async function loneKind(path: string): Promise<DocumentKind | undefined> {
  const folder = resolve(path);
  if (!DOCUMENT_FOLDERS.includes(basename(folder)) || (await isFile(folder))) return undefined;
  for (const inner of DOCUMENT_FOLDERS) if (await isFolder(join(folder, inner))) return undefined;
  return kindOfFile(join(folder, 'any.json'));
}

/**
 * Returns the folder of the lock file, usually the folder itself. For the folder of a single kind, it is the
 * folder above if only that one has a lock file.
 */
export async function lockRootOf(folder: string): Promise<string> {
  const isOneOfThem = DOCUMENT_FOLDERS.includes(basename(resolve(folder)));
  const above = dirname(resolve(folder));
  const isThere = isOneOfThem && !(await isFile(join(folder, LOCK))) && (await isFile(join(above, LOCK)));
  return isThere ? above : folder;
}

/** The name of the lock file. */
export const LOCK = '.tripline.json';

/** Returns whether a path is an existing folder. */
export async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}

/** Returns whether a path is a file or the standard input; undefined for a missing path. */
export async function isNamedFile(path: string): Promise<boolean | undefined> {
  if (isStandardInput(path)) return true;
  return (await stat(path).catch(() => undefined))?.isFile();
}

/** Returns whether a path is an existing file. */
export async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false;
}
