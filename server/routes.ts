import type { Authenticator } from './http/apiAuth.ts';
import type { ServerDependencies } from './dependencies/dependencies.ts';
import type { Route } from './http/route.ts';
import { alarmRoutes } from './api/operations/alarms.ts';
import { alertRoutes } from './api/trips/alerts.ts';
import { auditRoutes } from './api/operations/audit.ts';
import { backfillRoutes } from './api/operations/backfills.ts';
import { backtestRoutes } from './api/dry-runs/backtests.ts';
import { conditionRoutes } from './api/documents/conditions.ts';
import { coverageRoutes } from './api/operations/coverage.ts';
import { deadLetterRoutes } from './api/operations/deadLetters.ts';
import { deletionRoutes } from './api/trips/deletions.ts';
import { deliveryRoutes } from './api/trips/deliveries.ts';
import { digestRoutes, digestRunRoutes } from './api/documents/digests.ts';
import { driverRoutes } from './api/operations/drivers.ts';
import { escalationPolicyRoutes } from './api/documents/escalationPolicies.ts';
import { incidentRoutes } from './api/trips/incidents.ts';
import { feedbackRoutes } from './api/operations/feedback.ts';
import { notificationRoutes } from './api/operations/notifications.ts';
import { outboxRoutes } from './api/operations/outbox.ts';
import { rotationRoutes } from './api/documents/rotations.ts';
import { routeMaker } from './api/http/route.ts';
import { ruleRoutes } from './api/documents/rules.ts';
import { silenceRoutes } from './api/trips/silences.ts';
import { simulationRoutes } from './api/dry-runs/simulations.ts';
import { trialRoutes } from './api/documents/trials.ts';
import { tripRoutes } from './api/trips/trips.ts';
import { webhookSecretRoutes } from './api/operations/webhookSecrets.ts';

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
