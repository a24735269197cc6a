import type { Connection } from '@temporalio/client';
import { SEARCH_ATTRIBUTES } from '../workflows/contracts/index.ts';
import { connectTemporal } from './connection.ts';
import type { TemporalSettings } from './connection.ts';

const WITHIN_MS = 5_000;

/** Returns the search attributes that a namespace lacks. Rejects when Temporal does not answer, or refuses the query. */
async function missingSearchAttributes(
  service: Connection['operatorService'],
  namespace: string,
): Promise<string[]> {
  const { customAttributes } = await service.listSearchAttributes({ namespace });
  return Object.keys(SEARCH_ATTRIBUTES).filter((name) => !Object.hasOwn(customAttributes ?? {}, name));
}

/** Returns the command that adds search attributes to a namespace. */
function addSearchAttributes(missing: readonly string[], namespace: string): string {
  const all = Object.entries(SEARCH_ATTRIBUTES).filter(([name]) => missing.includes(name));
  const named = all.map(([name, type]) => `--name ${name} --type ${type}`).join(' ');
  return `temporal operator search-attribute create --namespace ${namespace} ${named}`;
}

/**
 * Returns a warning with the search attributes that a namespace lacks, and the command that adds them.
 * @returns undefined: it lacks none. Rejects when Temporal does not answer, or refuses the query
 */
export async function searchAttributesWarning(
  settings: TemporalSettings,
  namespace: string,
): Promise<string | undefined> {
  const { connection, within, close } = connectTemporal(settings, { retries: false });
  try {
    const missing = await within(WITHIN_MS, () =>
      missingSearchAttributes(connection.operatorService, namespace),
    );
    if (missing.length === 0) return undefined;
    return `The namespace "${namespace}" lacks the search attributes ${missing.join(', ')}. Workflows run without them; only Temporal's lists cannot be filtered by fleet, rule and severity. Add them: ${addSearchAttributes(missing, namespace)}`;
  } finally {
    await close();
  }
}
