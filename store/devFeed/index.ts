/** Recent events for the terminal of `tripline dev`. */
export {
  alarmsSince,
  decisionsSince,
  deletionsRequestedSince,
  deliveriesHeldSince,
  deliveriesSettledSince,
  tripsWaitingSince,
} from './devFeed.ts';
export type { ActiveDelivery, Moment, Since } from './devFeed.ts';
