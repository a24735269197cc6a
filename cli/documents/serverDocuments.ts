import type { DocumentIssue } from '../../rules/lint/index.ts';
import { addressOf } from '../files/index.ts';
import type { DocumentFile, DocumentKind } from '../files/index.ts';
import { ApiProblemError } from '../terminal/index.ts';
import type { ApiClient } from '../terminal/index.ts';

/** A document as the server has it. */
export interface ServerDocument {
  readonly id: string;
  /** The published version; absent: none. */
  readonly version?: number;
  readonly published?: object;
  /** Its text, where it was published with comments. */
  readonly source?: string;
  /** Saved by someone and not published. */
  readonly draft?: { readonly body: object; readonly by: string; readonly at: string };
}

/** What saving a draft answers. */
export interface SavedDraft {
  /** Names the draft. */
  readonly draft_hash: string;
  /** Warnings of the server, which knows the fleet. */
  readonly warnings?: readonly DocumentIssue[];
}

/** One version of a document and how it came about. */
export interface ServerVersion {
  readonly version: number;
  readonly body: object;
  /** Its text, where it was published with comments. */
  readonly source?: string;
  readonly at: string;
  /** Name of the token. */
  readonly who: string;
  readonly by?: string;
  readonly why?: string;
  readonly rolledBackFrom?: number;
}

/** What documents and versions of every kind have in common on the wire; the document itself is in a field of its kind. */
interface Wire {
  readonly id: string;
  readonly source?: string;
  readonly version: number;
  readonly draft?: object;
  readonly draft_by?: string;
  readonly draft_at?: string;
  readonly at: string;
  readonly who: string;
  readonly by?: string;
  readonly why?: string;
  readonly rolled_back_from?: number;
}

type StoredWire = Omit<Wire, 'version'> & { readonly version?: number };

/** The one document of its kind; nothing where the fleet has none. */
async function* onlyOne<Row>(api: ApiClient, address: string): AsyncGenerator<Row> {
  try {
    yield await api.call<Row>('GET', address);
  } catch (error) {
    if (!(error instanceof ApiProblemError && error.status === 404)) throw error;
  }
}

/** Saves a file's document as a draft, with its comments where it holds some. */
export function saveDraft(
  api: ApiClient,
  { kind, id, body, source }: Pick<DocumentFile, 'kind' | 'id' | 'body' | 'source'>,
): Promise<SavedDraft> {
  const address = addressOf(kind, id);
  if (source === undefined) return api.call<SavedDraft>('PUT', address, body);
  return api.send<SavedDraft>(address, { type: 'application/jsonc', bytes: source, method: 'PUT' });
}

/** Every document of a kind, by id. */
export async function serverDocuments(
  api: ApiClient,
  kind: DocumentKind,
): Promise<Map<string, ServerDocument>> {
  const found = new Map<string, ServerDocument>();
  const rows =
    kind.only === undefined ? pages<StoredWire>(api, kind.folder) : onlyOne<StoredWire>(api, kind.folder);
  for await (const row of rows) {
    const { id, version, source, draft, draft_by: by = '', draft_at: at = '' } = row;
    found.set(id, {
      id,
      ...(version === undefined ? {} : { version, published: documentIn(row, kind) }),
      ...(source === undefined ? {} : { source }),
      ...(draft === undefined ? {} : { draft: { body: draft, by, at } }),
    });
  }
  return found;
}

/** The versions of a document, newest first, as long as the caller goes on asking. */
export async function* serverVersions(
  api: ApiClient,
  kind: DocumentKind,
  id: string,
): AsyncGenerator<ServerVersion> {
  for await (const row of pages<Wire>(api, `${addressOf(kind, id)}/versions`)) {
    const { version, source, at, who, by, why, rolled_back_from: rolledBackFrom } = row;
    yield {
      version,
      body: documentIn(row, kind),
      at,
      who,
      ...(source === undefined ? {} : { source }),
      ...(by === undefined ? {} : { by }),
      ...(why === undefined ? {} : { why }),
      ...(rolledBackFrom === undefined ? {} : { rolledBackFrom }),
    };
  }
}

/** One version, if the server has it. */
export async function serverVersion(
  api: ApiClient,
  kind: DocumentKind,
  named: { readonly id: string; readonly version: number },
): Promise<ServerVersion | undefined> {
  for await (const each of serverVersions(api, kind, named.id)) {
    if (each.version === named.version) return each;
    if (each.version < named.version) break;
  }
  return undefined;
}

function documentIn(row: object, { field }: DocumentKind): object {
  return (row as Readonly<Record<string, object>>)[field] ?? {};
}

async function* pages<Row>(api: ApiClient, list: string): AsyncGenerator<Row> {
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const page: { items: Row[]; next_cursor?: string } = await api.call(
      'GET',
      `${list}?limit=200${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
    );
    yield* page.items;
    cursor = page.next_cursor;
  }
}
