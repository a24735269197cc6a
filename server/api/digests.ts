import * as z from 'zod';
import { digestJsonSchema } from '../../rules/jsonSchema.ts';
import { parseDigest } from '../../rules/schema.ts';
import type { Digest, DocumentIssue, ParsedDocument } from '../../rules/schema.ts';
import type { JsonObject } from '../../rules/trip.ts';
import { unknownNamesOfDigest } from '../../rules/unknownFleetNames.ts';
import type { Db } from '../../store/database.ts';
import { knownGroups } from '../../store/groups.ts';
import { digestSync } from '../../store/temporalRequests.ts';
import type { ServerDependencies } from '../dependencies.ts';
import { storedFleetNames } from '../fleetNames.ts';
import type { Route } from '../route.ts';
import { anyDigest } from './decision.ts';
import type { DocumentNoun } from './documentNoun.ts';
import { documentRoutes } from './documents.ts';
import type { RouteMaker } from './route.ts';

const TAG = 'Digests';

async function doubts(db: Db, fleetId: string, digest: Digest): Promise<readonly DocumentIssue[]> {
  const { attributePaths = [] } = digest.driver_name ? await storedFleetNames(db, fleetId) : {};
  return unknownNamesOfDigest(digest, {
    groups: digest.groups && (await knownGroups(db, fleetId)),
    // No attribute at all is no news of what they are called.
    ...(attributePaths.length > 0 && { attributePaths }),
  });
}

function digestNoun(deps: ServerDependencies): DocumentNoun {
  return {
    ...{ kind: 'digest', path: '/digests', tag: TAG, one: 'digest', many: 'digests', field: 'digest' },
    ...{ idOne: 'Digest', idMany: 'Digests', schema: anyDigest },
    // `digests/schema` is the address of the JSON Schema.
    isOfGroups: true,
    read: (_db, _fleetId, body): Promise<ParsedDocument<JsonObject>> => {
      const read = parseDigest(body);
      return Promise.resolve(read.ok ? { ...read, document: read.document as unknown as JsonObject } : read);
    },
    doubts: (db, { fleetId }, document) => doubts(db, fleetId, document as unknown as Digest),
    changed: (fleetId) => deps.requests.dispatchSoon(digestSync(fleetId)),
  };
}

/** Subscriptions to digests: draft, published version, history. */
export function digestRoutes(api: RouteMaker, deps: ServerDependencies): Route[] {
  return [
    api({
      ...{ method: 'get', path: '/digests/schema', id: 'fleetDigestSchema', tag: TAG, role: 'viewer' },
      summary: 'The JSON Schema of a digest, for editors',
      description: 'With the names of the fleet’s own groups and driver attributes to complete.',
      answer: { description: 'JSON Schema.', schema: z.record(z.string(), z.unknown()) },
      run: async ({ fleetId }) => digestJsonSchema(await deps.fleetNames(fleetId)),
    }),
    ...documentRoutes(api, deps, digestNoun(deps)),
  ];
}
