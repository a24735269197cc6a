import { parseEscalationPolicy, parseRotation, parseRoute } from '../../rules/lint/index.ts';
import type { Conditions, DocumentIssue, ParsedDocument } from '../../rules/lint/index.ts';
import { findingsIn, located, readDocumentText, refuseMistakes } from '../files/index.ts';
import type { DocumentFile, DocumentFolder, Finding } from '../files/index.ts';
import { policyFindings, rotationFindings, routeFindings, routeRotationFindings } from '../lint/index.ts';
import type { ApiClient } from '../calls/index.ts';
import { conditionsToBe, documentsToBe, doesSomething } from './changes.ts';
import type { PlannedChange } from './changes.ts';
import { validateDocument } from './serverDocuments.ts';

/**
 * Checks each file against the documents as they are after the change. This finds unresolved names before
 * anything is published.
 * @throws CommandError with exit code 1 and the position of each mistake
 */
export async function refuseUnresolved(path: string, planned: readonly PlannedChange[]): Promise<void> {
  const toBe = [...conditionsToBe(planned)] as [string, { readonly conditions: Conditions }][];
  const conditions = new Map(toBe.map(([id, document]) => [id, document.conditions]));
  const rotations = parsed(documentsToBe(planned, 'rotations'), parseRotation);
  const routes = parsed(documentsToBe(planned, 'routes'), parseRoute);
  const policies = parsed(documentsToBe(planned, 'escalation-policies'), parseEscalationPolicy);
  const findings: Finding[] = [];
  for (const { kind, file: document } of planned)
    if (document) {
      const file = await readDocumentText(document.path);
      findings.push(...findingsIn(file, (json) => kind.parse(json, { conditions })));
      if (kind.folder === 'rules') findings.push(...policyFindings(file, policies));
      if (kind.folder === 'escalation-policies') findings.push(...rotationFindings(file, rotations));
      if (kind.folder === 'routes') findings.push(...routeRotationFindings(file, rotations));
      else findings.push(...routeFindings(file, routes));
    }
  refuseMistakes(path, findings);
}

function parsed<T>(
  documents: ReadonlyMap<string, object>,
  parse: (json: unknown) => ParsedDocument<T>,
): ReadonlyMap<string, T> {
  const read = [...documents].flatMap(([id, body]) => {
    const document = parse(body);
    return document.ok ? [[id, document.document] as const] : [];
  });
  return new Map(read);
}

/**
 * Adds the server's warnings, because the server knows the fleet's groups, attributes and documents. Leaves
 * out warnings that `lint` reports about the file alone.
 */
export async function withWarnings(
  api: ApiClient,
  { isOneFile }: Pick<DocumentFolder, 'isOneFile'>,
  planned: readonly PlannedChange[],
): Promise<PlannedChange[]> {
  const ids = idsOf(planned);
  const doubted: PlannedChange[] = [];
  for (const each of planned) {
    const { change, file } = each;
    if (!file || !doesSomething(change)) {
      doubted.push(each);
      continue;
    }
    const { errors, warnings } = await validateDocument(api, each.kind, each.file?.body);
    const left = [...unpublished(errors, isOneFile), ...newsOf(file, warnings, ids)];
    doubted.push(left.length === 0 ? each : { ...each, change: { ...change, warnings: left } });
  }
  return doubted;
}

/**
 * Refuses a single file that names unpublished documents. Otherwise `apply` would save its draft and then
 * fail.
 * @throws CommandError with exit code 1
 */
export async function refuseUnpublished(
  api: ApiClient,
  path: string,
  planned: readonly PlannedChange[],
): Promise<void> {
  const findings: Finding[] = [];
  for (const each of planned)
    if (each.file && doesSomething(each.change)) {
      const { text } = await readDocumentText(each.file.path);
      for (const issue of located(
        text,
        unpublished((await validateDocument(api, each.kind, each.file?.body)).errors, true),
      ))
        findings.push({ file: path, level: 'error', ...issue });
    }
  refuseMistakes(path, findings);
}

/** Returns the errors that prevent publishing a single file. Empty for a folder, because `refuseUnresolved` checks it. */
function unpublished(errors: readonly DocumentIssue[], isOneFile: boolean): DocumentIssue[] {
  if (!isOneFile) return [];
  return errors
    .filter(({ message }) => message.startsWith('there is no published '))
    .map(({ pointer, message }) => ({
      pointer,
      message: `${message}: publish it first, or name the folder that holds both`,
    }));
}

/** Returns the ids of all documents as they are after the change. */
export function idsOf(planned: readonly PlannedChange[]): ReadonlySet<string> {
  return new Set(planned.filter(({ change }) => change.change !== 'removed').map(({ change }) => change.id));
}

/**
 * Returns the server's warnings without two kinds: warnings that the file alone shows, and warnings about
 * names that the same change adds.
 */
export function newsOf(
  { kind, body }: DocumentFile,
  warnings: readonly DocumentIssue[],
  ids: ReadonlySet<string>,
): readonly DocumentIssue[] {
  const own = new Set(kind.parse(body).warnings.map(({ pointer, message }) => `${pointer} ${message}`));
  return warnings.filter(({ pointer, message }) => {
    if (own.has(`${pointer} ${message}`)) return false;
    const named = valueAt(body, pointer);
    return pointer.startsWith('/scope/') || typeof named !== 'string' || !ids.has(named);
  });
}

function valueAt(document: unknown, pointer: string): unknown {
  let value = document;
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}
