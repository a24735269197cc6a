import { SETTINGS_ID } from '../../../rules/documents/index.ts';
import { parseSettings, unknownNamesOfSettings } from '../../../rules/lint/index.ts';
import type { ParsedDocument, Settings } from '../../../rules/lint/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';
import { anySettings } from '../http/index.ts';
import type { RouteMaker } from '../http/index.ts';
import { documentRoutes } from './routes.ts';
import { storedFleetNames } from './fleetNames.ts';
import type { DocumentType } from './schemas.ts';

const TAG = 'Settings';

const SETTINGS: DocumentType = {
  kind: 'settings',
  path: '/settings',
  tag: TAG,
  one: 'settings document',
  many: 'settings documents',
  field: 'settings',
  idOne: 'Settings',
  idMany: 'Settings',
  completes: 'driver attributes',
  schema: anySettings,
  only: SETTINGS_ID,
  writer: 'admin',
  read: (_db, _fleetId, body): Promise<ParsedDocument<JsonObject>> => {
    const read = parseSettings(body);
    return Promise.resolve(read.ok ? { ...read, document: read.document as unknown as JsonObject } : read);
  },
  async warnings(db, { fleetId }, document) {
    const settings = document as unknown as Settings;
    if (Object.keys(settings.driver_fields).length === 0) return [];
    const { attributePaths = [] } = await storedFleetNames(db, fleetId);
    // While no driver's attributes are stored, attribute names cannot be checked.
    return attributePaths.length === 0 ? [] : unknownNamesOfSettings(settings, { attributePaths });
  },
};

/**
 * Returns the routes of a fleet's settings, a single document: draft, published version, history. Every write
 * needs the role `admin`.
 */
export function settingsRoutes(api: RouteMaker, deps: ServerDependencies): Route[] {
  return documentRoutes(api, deps, SETTINGS);
}
