import type { Answer, BodyOf } from '../../api/index.ts';
import type { DocumentIssue } from '../../rules/lint/index.ts';
import type { DocumentFile, DocumentKind } from '../files/index.ts';
import { ApiProblemError, tooLateIsFound } from '../calls/index.ts';
import type { ApiClient } from '../calls/index.ts';

/** A document as the server stores it. */
export interface ServerDocument {
  readonly id: string;
  /** Published version; absent when there is none. */
  readonly version?: number;
  readonly published?: object;
  /** The text, if the document was published with comments. */
  readonly source?: string;
  /** Saved draft that is not published yet. */
  readonly draft?: { readonly body: object; readonly by: string; readonly at: string };
}

/** The answer to saving a draft. */
export interface SavedDraft {
  /** Hash that identifies the draft. */
  readonly draft_hash: string;
  /** Warnings from the server, which knows the fleet's names. */
  readonly warnings?: readonly DocumentIssue[];
}

/** One version of a document and its origin. */
export interface ServerVersion {
  readonly version: number;
  readonly body: object;
  /** The text, if the version was published with comments. */
  readonly source?: string;
  readonly at: string;
  /** Name of the token that published the version. */
  readonly who: string;
  readonly by?: string;
  readonly why?: string;
  readonly rolledBackFrom?: number;
}

/**
 * Returns the paths of a kind's documents. They have the type of the paths of rules, because the routes of
 * all kinds differ only in the field with the document.
 */
function addressesOf({ folder, only }: DocumentKind): {
  readonly list: 'rules';
  readonly one: 'rules/{id}';
} {
  return { list: folder as 'rules', one: (only === undefined ? `${folder}/{id}` : folder) as 'rules/{id}' };
}

type Stored = Answer<'rules'>['items'][number];

/** Yields the fleet's only document of a kind, if any. */
async function* onlyOne(api: ApiClient, kind: DocumentKind): AsyncGenerator<Stored> {
  try {
    yield await api.call('get', addressesOf(kind).one, { params: { id: kind.only ?? '' } });
  } catch (error) {
    if (!(error instanceof ApiProblemError && error.status === 404)) throw error;
  }
}

/** Saves a file's document as a draft, including its comments. */
export function saveDraft(
  api: ApiClient,
  { kind, id, body, source }: Pick<DocumentFile, 'kind' | 'id' | 'body' | 'source'>,
): Promise<SavedDraft> {
  const { one } = addressesOf(kind);
  const params = { id };
  if (source === undefined)
    return api.call('put', one, { params, body: body as BodyOf<'rules/{id}', 'put'> });
  return api.send('put', one, { params, content: { type: 'application/jsonc', bytes: source } });
}

/** Publishes a document's draft. @returns its version */
export async function publishDraft(
  api: ApiClient,
  { kind, id }: Pick<DocumentFile, 'kind' | 'id'>,
  body: BodyOf<'rules/{id}/publish', 'post'>,
): Promise<number> {
  const path = `${addressesOf(kind).one}/publish` as const;
  return (await tooLateIsFound(api.call('post', path, { params: { id }, body }))).version;
}

/** Retires a document. */
export async function retireDocument(
  api: ApiClient,
  { kind, id }: Pick<DocumentFile, 'kind' | 'id'>,
  why: string | undefined,
): Promise<void> {
  // The reason is a query parameter, because not every client sends a body with DELETE.
  await api.call('delete', addressesOf(kind).one, { params: { id }, query: { why } });
}

/** Requests the server to validate a document, because only the server knows the fleet. */
export function validateDocument(
  api: ApiClient,
  kind: DocumentKind,
  body: object | undefined,
): Promise<Answer<'rules/validate', 'post'>> {
  const path = `${addressesOf(kind).list}/validate` as const;
  return api.call('post', path, { body: body as BodyOf<'rules/validate', 'post'> });
}

/** Returns every document of a kind by id. */
export async function serverDocuments(
  api: ApiClient,
  kind: DocumentKind,
): Promise<Map<string, ServerDocument>> {
  const found = new Map<string, ServerDocument>();
  const rows =
    kind.only === undefined
      ? pages((query) => api.call('get', addressesOf(kind).list, { query }))
      : onlyOne(api, kind);
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

/** Yields the versions of a document, newest first. Fetches further pages of the list on demand. */
export async function* serverVersions(
  api: ApiClient,
  kind: DocumentKind,
  id: string,
): AsyncGenerator<ServerVersion> {
  const path = `${addressesOf(kind).one}/versions` as const;
  const versions = pages((query) => api.call('get', path, { params: { id }, query }));
  for await (const row of versions) {
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

/** Returns one version; undefined when the server does not have it. */
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

async function* pages<Row>(
  read: (query: {
    readonly limit: number;
    readonly cursor: string | undefined;
  }) => Promise<{ readonly items: readonly Row[]; readonly next_cursor?: string }>,
): AsyncGenerator<Row> {
  let cursor: string | undefined;
  do {
    const page = await read({ limit: 200, cursor });
    yield* page.items;
    cursor = page.next_cursor;
  } while (cursor !== undefined);
}
