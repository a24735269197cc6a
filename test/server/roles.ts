import type { Role } from '../../config.ts';

/**
 * Every operation of the API under the role that it takes: who is below is refused. It is decided here and not read from the
 * routes, so that a route which asks for less than it should is seen. SECURITY.md says what each role is for.
 */
export const OPERATIONS_OF_ROLE: Readonly<Record<Role, readonly string[]>> = {
  /** Reads, and asks what would be: nothing is changed for anyone, and nothing is sent. */
  viewer: [
    'fleetConditionSchema',
    'fleetDigestSchema',
    'fleetEscalationPolicySchema',
    'fleetRotationSchema',
    'fleetRouteSchema',
    'fleetRuleSchema',
    'fleetSettingsSchema',
    'getAlert',
    'getBackfill',
    'getBacktest',
    'getCondition',
    'getCoverage',
    'getDeadLetter',
    'getDeletion',
    'getDigest',
    'getDriver',
    'getEscalationPolicy',
    'getFeedback',
    'getIncident',
    'getOutboxPicture',
    'getRotation',
    'getRotationShifts',
    'getRoute',
    'getRule',
    'getSettings',
    'getSilence',
    'getSimulation',
    'getTrial',
    'getTrip',
    'listAlarms',
    'listAlerts',
    'listAudit',
    'listBackfills',
    'listBacktests',
    'listConditionVersions',
    'listConditions',
    'listDeadLetters',
    'listDeletions',
    'listDeliveries',
    'listDigestRuns',
    'listDigestVersions',
    'listDigests',
    'listDrivers',
    'listEscalationPolicies',
    'listEscalationPolicyVersions',
    'listIncidents',
    'listNotifications',
    'listOutbox',
    'listRotationVersions',
    'listRotations',
    'listRouteVersions',
    'listRoutes',
    'listRuleVersions',
    'listRules',
    'listSettingsVersions',
    'listSilences',
    'listTrips',
    'previewDigest',
    'previewEscalationPolicy',
    'previewRoute',
    'simulate',
    'streamEvents',
    'validateCondition',
    'validateDigest',
    'validateEscalationPolicy',
    'validateRotation',
    'validateRoute',
    'validateRule',
    'validateSettings',
  ],
  /** Writes documents and silences, tries rules out, sends digests, and answers incidents. */
  editor: [
    'acknowledgeIncident',
    'cancelBacktest',
    'createSilence',
    'endSilence',
    'endTrial',
    'escalateIncident',
    'noteIncident',
    'publishCondition',
    'publishDigest',
    'publishEscalationPolicy',
    'publishRotation',
    'publishRoute',
    'publishRule',
    'putCondition',
    'putDigest',
    'putEscalationPolicy',
    'putRotation',
    'putRoute',
    'putRule',
    'reassignIncident',
    'reopenIncident',
    'resolveIncident',
    'retireCondition',
    'retireDigest',
    'retireEscalationPolicy',
    'retireRotation',
    'retireRoute',
    'retireRule',
    'rollBackCondition',
    'rollBackDigest',
    'rollBackEscalationPolicy',
    'rollBackRotation',
    'rollBackRoute',
    'rollBackRule',
    'sendDigest',
    'snoozeIncident',
    'startBacktest',
    'startTrial',
  ],
  /**
   * Decides deletions, replays, fetches history, sees and rotates secrets of webhooks, writes the settings, imports the directory, and
   * exports or erases what is stored about a driver.
   */
  admin: [
    'approveDeletion',
    'cancelBackfill',
    'eraseDriver',
    'exportDriver',
    'getDeletionSnapshot',
    'getErasure',
    'getWebhookSecret',
    'importDrivers',
    'listErasures',
    'publishSettings',
    'putSettings',
    'rejectDeletion',
    'replayTrip',
    'retireSettings',
    'rollBackSettings',
    'rotateWebhookSecret',
    'startBackfill',
  ],
};

const ROLE_OF = new Map(
  Object.entries(OPERATIONS_OF_ROLE).flatMap(([role, ids]) => ids.map((id) => [id, role as Role] as const)),
);

/**
 * The role that an operation takes.
 * @throws Error for one that nobody has decided about
 */
export function roleNeeded(operationId: string): Role {
  const role = ROLE_OF.get(operationId);
  if (role === undefined)
    throw new Error(
      `Nobody has said who may call ${operationId}: add it under its role to OPERATIONS_OF_ROLE in test/server/roles.ts.`,
    );
  return role;
}
