import {
  lintRouteUse,
  parseDigest,
  recipientsOfDigest,
  unknownNamesOfDigest,
} from '../../../rules/lint/index.ts';
import type { Digest, DocumentIssue, ParsedDocument } from '../../../rules/lint/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import { digestSync } from '../../../store/db/index.ts';
import type { Db } from '../../../store/db/index.ts';
import { publishedRoutes } from '../../../store/documents/index.ts';
import { knownGroups } from '../../../store/facts/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';
import { anyDigest } from '../http/index.ts';
import type { RouteMaker } from '../http/index.ts';
import { documentRoutes, storedFleetNames } from '../documents/index.ts';
import type { DocumentType } from '../documents/index.ts';

const TAG = 'Digests';

async function warningsOf(db: Db, fleetId: string, digest: Digest): Promise<readonly DocumentIssue[]> {
  const { attributePaths = [] } = digest.driver_name ? await storedFleetNames(db, fleetId) : {};
  const routes = lintRouteUse(recipientsOfDigest(digest), await publishedRoutes(db, fleetId));
  const unknown = unknownNamesOfDigest(digest, {
    groups: digest.groups && (await knownGroups(db, fleetId)),
    // While no driver's attributes are stored, attribute names cannot be checked.
    ...(attributePaths.length > 0 && { attributePaths }),
  });
  return [...unknown, ...routes.errors, ...routes.warnings];
}

function digestNoun(deps: ServerDependencies): DocumentType {
  return {
    kind: 'digest',
    path: '/digests',
    tag: TAG,
    one: 'digest',
    many: 'digests',
    field: 'digest',
    idOne: 'Digest',
    idMany: 'Digests',
    completes: 'groups and driver attributes',
    schema: anyDigest,
    isOfGroups: true,
    read: (_db, _fleetId, body): Promise<ParsedDocument<JsonObject>> => {
      const read = parseDigest(body);
      return Promise.resolve(read.ok ? { ...read, document: read.document as unknown as JsonObject } : read);
    },
    warnings: (db, { fleetId }, document) => warningsOf(db, fleetId, document as unknown as Digest),
    breaks: async (db, { fleetId }, document) =>
      lintRouteUse(recipientsOfDigest(document), await publishedRoutes(db, fleetId)).errors,
    changed: (fleetId) => deps.requests.dispatchSoon(digestSync(fleetId)),
  };
}

/** Returns the routes of digest documents: draft, published version, history. */
export function digestRoutes(api: RouteMaker, deps: ServerDependencies): Route[] {
  return documentRoutes(api, deps, digestNoun(deps));
}
