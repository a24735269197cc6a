import {
  conditionRoutes,
  digestRoutes,
  digestRunRoutes,
  escalationPolicyRoutes,
  recipientRouteRoutes,
  rotationRoutes,
  ruleRoutes,
  settingsRoutes,
} from './api/documents/index.ts';
import { backtestRoutes, simulationRoutes } from './api/dry-runs/index.ts';
import { distributionRoutes, factRoutes } from './api/facts/index.ts';
import { routeMaker } from './api/http/index.ts';
import { userRoutes } from './identity/index.ts';
import { liveRoutes } from './api/live/index.ts';
import {
  alarmRoutes,
  auditRoutes,
  backfillRoutes,
  channelRoutes,
  coverageRoutes,
  deadLetterRoutes,
  directoryRoutes,
  driverRoutes,
  feedbackRoutes,
  groupRoutes,
  notificationRoutes,
  onCallRoutes,
  outboxRoutes,
  setupRoutes,
  webhookSecretRoutes,
} from './api/operations/index.ts';
import { statisticsRoutes } from './api/statistics/index.ts';
import {
  alertRoutes,
  deletionRoutes,
  deliveryRoutes,
  explanationRoutes,
  incidentRoutes,
  silenceRoutes,
  tripPathRoutes,
  tripRoutes,
} from './api/trips/index.ts';
import type { Authenticator, Route, ServerDependencies } from './http/index.ts';

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

/** Every route of the API. */
export function apiRoutes(deps: ServerDependencies, authenticator: Authenticator): Route[] {
  const api = routeMaker(authenticator, deps);
  return NOUNS.flatMap((noun) => noun(api, deps));
}
