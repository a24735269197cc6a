import type { QueryClient } from '@tanstack/react-query';
import { beginDistributions } from '../conditions/index.ts';
import { catalogueQuery, choiceQueries } from '../fields/index.ts';
import { formOf, isObject, parsedText, readCatalogue } from '../form/index.ts';
import { storedQuery, textOf } from '../stored/index.ts';

/**
 * Requests all data of a rule's editor at once, before the editor is drawn. Drawing takes longer than the
 * requests, and each answer that arrives later draws the form again.
 */
export async function beginEditing(
  queries: QueryClient,
  { fleet, rule }: { readonly fleet: string; readonly rule: string },
): Promise<void> {
  const { groups, rules, policies, routes } = choiceQueries(fleet);
  void queries.prefetchQuery(groups);
  void queries.prefetchQuery(rules);
  void queries.prefetchQuery(policies);
  void queries.prefetchQuery(routes);
  try {
    const asked = [
      queries.ensureQueryData(storedQuery(fleet, rule)),
      queries.ensureQueryData(catalogueQuery(fleet)),
    ] as const;
    const [stored, facts] = await Promise.all(asked);
    const document = parsedText(textOf(stored));
    if (!isObject(document)) return;
    const { conditions } = formOf(document);
    beginDistributions(queries, { fleet, conditions, catalogue: readCatalogue(facts) });
  } catch {
    // Errors are ignored here, because the editor requests the data again and shows the error.
  }
}
