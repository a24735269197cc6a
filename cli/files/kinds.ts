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

/** A kind of document that lives as files and has a life on the server: draft, published version, history. */
export interface DocumentKind {
  /** What people call one. */
  readonly kind: string;
  /** Its route in the API, and the folder of its files below DIR unless there is only one. */
  readonly folder: string;
  /** The field that holds the document in the API's answers. */
  readonly field: string;
  /** Of a kind of which a fleet has one document: its id. Its file lies in DIR itself, and its route has no id. */
  readonly only?: string;
  /** Reads one; without what is around it, the names of other documents are taken as they are. */
  readonly parse: (json: unknown, around?: Around) => ParsedDocument<{ readonly id: string }>;
  /** Fields of a file in the order in which they are written; others follow. */
  readonly order: readonly string[];
  /** The JSON Schema for editors, with the fleet’s own names: where the API has it, and its file beside the documents. */
  readonly schema?: { readonly address: string; readonly file: string };
}

/** What the server keeps, in the order of publishing: what others refer to comes first. */
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

/** The file of a kind of which there is one document. */
export const SETTINGS_FILE = `${SETTINGS_ID}.json`;

/** The kind of a file that is named alone, by the folder it lies in; a rule where that says nothing. */
export function kindOfFile(path: string): DocumentKind {
  const folder = basename(dirname(path));
  if (basename(path) === SETTINGS_FILE && !DOCUMENT_FOLDERS.includes(folder)) return kindNamed('settings');
  return (
    DOCUMENT_KINDS.find((each) => each.folder === folder && each.only === undefined) ?? kindNamed('rule')
  );
}

/** A kind by what people call it. */
export function kindNamed(
  name: 'rotation' | 'recipient route' | 'escalation policy' | 'condition' | 'rule' | 'digest' | 'settings',
): DocumentKind {
  return DOCUMENT_KINDS.find(({ kind }) => kind === name)!;
}

/** A document as it counts: defaults filled in, without what only editors need. Equal documents are deeply equal. */
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
 * The one kind whose folder a path is, by its name: `DIR/rotations`. Undefined for a folder of another name, for one that
 * holds such folders itself, and for what is no folder.
 */
export async function loneKind(path: string): Promise<DocumentKind | undefined> {
  const folder = resolve(path);
  if (!DOCUMENT_FOLDERS.includes(basename(folder)) || (await isFile(folder))) return undefined;
  for (const inner of DOCUMENT_FOLDERS) if (await isFolder(join(folder, inner))) return undefined;
  return kindOfFile(join(folder, 'any.json'));
}

/**
 * Where the lock file of a folder, or of a file's folder, lies: beside the folders of all kinds when one kind's folder is
 * named alone and they have one already, else in the folder itself.
 */
export async function lockRootOf(folder: string): Promise<string> {
  const isOneOfThem = DOCUMENT_FOLDERS.includes(basename(resolve(folder)));
  const above = dirname(resolve(folder));
  const isThere = isOneOfThem && !(await isFile(join(folder, LOCK))) && (await isFile(join(above, LOCK)));
  return isThere ? above : folder;
}

/** The name of the lock file. */
export const LOCK = '.tripline.json';

/** Whether a path is a folder that is there. */
export async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}

/** Whether a path is a file that is there, or the standard input; undefined where nothing is. */
export async function isNamedFile(path: string): Promise<boolean | undefined> {
  if (isStandardInput(path)) return true;
  return (await stat(path).catch(() => undefined))?.isFile();
}

/** Whether a path is a file that is there. */
export async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false;
}
