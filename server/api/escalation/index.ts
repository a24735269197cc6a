/** Routes of the people who are notified: escalation policies, rotations, recipient routes, and who is on call. */
export { onCallRoutes } from './onCall.ts';
export { escalationPolicyRoutes } from './policies.ts';
export { recipientRouteRoutes } from './recipientRoutes.ts';
export { rotationRoutes } from './rotations.ts';
