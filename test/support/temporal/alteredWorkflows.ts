import { readFile } from 'node:fs/promises';
import { workflowBundlePath } from './workflowBundles.ts';

/** A change of the workflows' code, as text of the bundle. */
export interface Alteration {
  readonly of: RegExp;
  readonly to: string;
}

/** Incidents are checked for messages before each tick: one activity more than a history of today's has there. */
export const INCIDENT_READS_FIRST: Alteration = {
  of: /const tick = await page\.tickIncident\(/,
  to: 'await update.refreshIncidentMessages({ fleet, incidentId }); const tick = await page.tickIncident(',
};

/** Releases always take another nap before they look. */
export const RELEASE_WAITS_LONGER: Alteration = {
  of: /let asksOnceMore = false;/,
  to: 'await (0, _temporalio_workflow__WEBPACK_IMPORTED_MODULE_0__.sleep)(1); let asksOnceMore = false;',
};

/** Releases find their history long after a page or two. */
export const RELEASE_SOON_CONTINUES_AS_NEW: Alteration = {
  of: /if \(more && (.*workflowInfo\)\(\))\.continueAsNewSuggested\)/,
  to: 'if (more && $1.historyLength > 60)',
};

/** Every decision about a trip is checked once more before anyone is notified. */
export const DECISION_IS_REEVALUATED: Alteration = {
  of: /(?=await \(0,_readableTrip_ts__\w+\.executeAndComplete\)\(input, assessment\);)/,
  to: 'await retried.completeTrip(input); ',
};

/** Today's workflows as one bundle, with a change where one is named. @throws when the place of the change is not found once */
export async function bundleWorkflows(
  alteration?: Alteration,
  entry: 'index' | 'versioned' = 'index',
): Promise<{ readonly code: string }> {
  const path = await workflowBundlePath(`workflow-bundle${entry === 'versioned' ? '-versioned' : ''}.js`);
  const code = await readFile(path, 'utf8');
  if (alteration === undefined) return { code };
  const places = code.match(new RegExp(alteration.of, 'g'))?.length ?? 0;
  if (places !== 1)
    throw new Error(`${String(alteration.of)} stands ${places} times in the workflows' bundle.`);
  return { code: code.replace(alteration.of, alteration.to) };
}
