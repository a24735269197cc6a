import type { Authenticator } from '../apiAuth.ts';
import type { ServerDependencies } from '../dependencies.ts';
import type { Route } from '../route.ts';
import { alarmRoutes } from './alarms.ts';
import { alertRoutes } from './alerts.ts';
import { auditRoutes } from './audit.ts';
import { backfillRoutes } from './backfills.ts';
import { backtestRoutes } from './backtests.ts';
import { conditionRoutes } from './conditions.ts';
import { coverageRoutes } from './coverage.ts';
import { deadLetterRoutes } from './deadLetters.ts';
import { deletionRoutes } from './deletions.ts';
import { deliveryRoutes } from './deliveries.ts';
import { digestRoutes, digestRunRoutes } from './digests.ts';
import { driverRoutes } from './drivers.ts';
import { escalationPolicyRoutes } from './escalationPolicies.ts';
import { incidentRoutes } from './incidents.ts';
import { feedbackRoutes } from './feedback.ts';
import { notificationRoutes } from './notifications.ts';
import { outboxRoutes } from './outbox.ts';
import { rotationRoutes } from './rotations.ts';
import { routeMaker } from './route.ts';
import { ruleRoutes } from './rules.ts';
import { silenceRoutes } from './silences.ts';
import { simulationRoutes } from './simulations.ts';
import { trialRoutes } from './trials.ts';
import { tripRoutes } from './trips.ts';
import { webhookSecretRoutes } from './webhookSecrets.ts';

const NOUNS = [
  ...[ruleRoutes, trialRoutes, conditionRoutes, simulationRoutes, backtestRoutes, tripRoutes, alertRoutes],
  ...[escalationPolicyRoutes, rotationRoutes, digestRoutes, digestRunRoutes],
  ...[incidentRoutes, feedbackRoutes, deliveryRoutes, silenceRoutes, deletionRoutes, backfillRoutes],
  ...[coverageRoutes, notificationRoutes, deadLetterRoutes, auditRoutes, alarmRoutes, outboxRoutes],
  ...[driverRoutes, webhookSecretRoutes],
];

/** Every route of the API. */
export function apiRoutes(deps: ServerDependencies, authenticator: Authenticator): Route[] {
  const api = routeMaker(authenticator);
  return NOUNS.flatMap((noun) => noun(api, deps));
}
