import type { DocumentIssue } from '../rules/schema.ts';
import type { ApiClient } from './apiClient.ts';
import type { DocumentFile } from './documentFolder.ts';
import { doesSomething } from './documentPlan.ts';
import type { PlannedChange } from './documentPlan.ts';

/**
 * The changes, each with what looks wrong in it to the server, which knows the fleet's groups, attributes and documents.
 * What `lint` says of the file alone is left to `lint`.
 */
export async function withDoubts(
  api: ApiClient,
  planned: readonly PlannedChange[],
): Promise<PlannedChange[]> {
  const ids = idsOf(planned);
  const doubted: PlannedChange[] = [];
  for (const each of planned) {
    const { change, kind, file } = each;
    if (!file || !doesSomething(change)) {
      doubted.push(each);
      continue;
    }
    const { warnings } = await api.call<{ warnings: DocumentIssue[] }>(
      'POST',
      `${kind.folder}/validate`,
      file.body,
    );
    const left = newsOf(file, warnings, ids);
    doubted.push(left.length === 0 ? each : { ...each, change: { ...change, warnings: left } });
  }
  return doubted;
}

/** Ids of the documents that there will be. */
export function idsOf(planned: readonly PlannedChange[]): ReadonlySet<string> {
  return new Set(planned.filter(({ change }) => change.change !== 'removed').map(({ change }) => change.id));
}

/** Of the server's warnings those that the file alone does not show, and that are not about what comes with it. */
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
