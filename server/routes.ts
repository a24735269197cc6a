import type { Authenticator } from './access/index.ts';
import { alertRoutes, feedbackRoutes, statisticsRoutes } from './api/alerts/index.ts';
import { backtestRoutes } from './api/backtests/index.ts';
import { deletionRoutes } from './api/deletions/index.ts';
import { channelRoutes, deliveryRoutes, outboxRoutes, webhookSecretRoutes } from './api/deliveries/index.ts';
import { digestRoutes, digestRunRoutes } from './api/digests/index.ts';
import { settingsRoutes } from './api/documents/index.ts';
import { directoryRoutes, driverRoutes, groupRoutes } from './api/drivers/index.ts';
import {
  escalationPolicyRoutes,
  onCallRoutes,
  recipientRouteRoutes,
  rotationRoutes,
} from './api/escalation/index.ts';
import { explanationRoutes } from './api/explanations/index.ts';
import { distributionRoutes, factRoutes } from './api/facts/index.ts';
import { routeMaker } from './api/http/index.ts';
import { incidentPlaceRoutes, incidentRoutes } from './api/incidents/index.ts';
import { liveRoutes } from './api/live/index.ts';
import { alarmRoutes, auditRoutes, setupRoutes } from './api/operations/index.ts';
import { backfillRoutes, coverageRoutes } from './api/reconcile/index.ts';
import { conditionRoutes, ruleRoutes } from './api/rules/index.ts';
import { silenceRoutes } from './api/silences/index.ts';
import { simulationRoutes } from './api/simulations/index.ts';
import { deadLetterRoutes, notificationRoutes, tripPathRoutes, tripRoutes } from './api/trips/index.ts';
import { userRoutes } from './api/users/index.ts';
import type { Route, ServerDependencies } from './http/index.ts';

const NOUNS = [
  ruleRoutes,
  conditionRoutes,
  simulationRoutes,
  backtestRoutes,
  tripPathRoutes,
  tripRoutes,
  explanationRoutes,
  alertRoutes,
  escalationPolicyRoutes,
  rotationRoutes,
  recipientRouteRoutes,
  digestRoutes,
  digestRunRoutes,
  settingsRoutes,
  incidentRoutes,
  incidentPlaceRoutes,
  feedbackRoutes,
  deliveryRoutes,
  silenceRoutes,
  deletionRoutes,
  backfillRoutes,
  coverageRoutes,
  notificationRoutes,
  deadLetterRoutes,
  auditRoutes,
  alarmRoutes,
  outboxRoutes,
  channelRoutes,
  directoryRoutes,
  driverRoutes,
  groupRoutes,
  webhookSecretRoutes,
  userRoutes,
  factRoutes,
  distributionRoutes,
  statisticsRoutes,
  onCallRoutes,
  setupRoutes,
  liveRoutes,
];

/** Returns all routes of the API. */
export function apiRoutes(deps: ServerDependencies, authenticator: Authenticator): Route[] {
  const api = routeMaker(authenticator, deps);
  return NOUNS.flatMap((noun) => noun(api, deps));
}
