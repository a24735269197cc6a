import type { Connection } from '@temporalio/client';
import { SEARCH_ATTRIBUTES } from '../workflows/contracts/index.ts';
import { connectTemporal } from './connection.ts';
import type { TemporalSettings } from './connection.ts';

const WITHIN_MS = 5_000;

/** Number of the type `Keyword` in Temporal's API. All of Tripline's search attributes have this type. */
const KEYWORD = 2;

/**
 * Returns Tripline's search attributes that a namespace lacks, and those that it has with another type. Rejects when Temporal
 * does not answer, or refuses the query.
 */
async function searchAttributesOf(
  service: Connection['operatorService'],
  namespace: string,
): Promise<{ readonly missing: readonly string[]; readonly otherType: readonly string[] }> {
  const { customAttributes } = await service.listSearchAttributes({ namespace });
  const typeOf = (name: string) => customAttributes?.[name];
  const names = Object.keys(SEARCH_ATTRIBUTES);
  return {
    missing: names.filter((name) => typeOf(name) === undefined),
    otherType: names.filter((name) => typeOf(name) !== undefined && Number(typeOf(name)) !== KEYWORD),
  };
}

/** Returns the command that adds missing search attributes to a namespace. */
function addSearchAttributes(missing: readonly string[], namespace: string): string {
  const all = Object.entries(SEARCH_ATTRIBUTES).filter(([name]) => missing.includes(name));
  const named = all.map(([name, type]) => `--name ${name} --type ${type}`).join(' ');
  return `temporal operator search-attribute create --namespace ${namespace} ${named}`;
}

/**
 * Returns a warning about search attributes that a namespace lacks or has with another type, and the command that corrects that.
 * Returns undefined when all are right. Rejects when Temporal does not answer, or refuses the query.
 */
export async function searchAttributesWarning(
  settings: TemporalSettings,
  namespace: string,
): Promise<string | undefined> {
  const { connection, within, close } = connectTemporal(settings, { retries: false });
  try {
    const { missing, otherType } = await within(WITHIN_MS, () =>
      searchAttributesOf(connection.operatorService, namespace),
    );
    if (otherType.length > 0)
      return `The namespace "${namespace}" has the search attributes ${otherType.join(', ')} with another type than Keyword. Workflows run without search attributes; only Temporal's lists cannot be filtered by fleet, rule and severity. Remove them (temporal operator search-attribute remove --namespace ${namespace} ${otherType.map((name) => `--name ${name}`).join(' ')}), then add them with the type Keyword.`;
    if (missing.length === 0) return undefined;
    return `The namespace "${namespace}" lacks the search attributes ${missing.join(', ')}. Workflows run without them; only Temporal's lists cannot be filtered by fleet, rule and severity. Add them: ${addSearchAttributes(missing, namespace)}`;
  } finally {
    await close();
  }
}
