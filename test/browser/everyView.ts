import type { Db } from '../../store/db/index.ts';
import type { ServerInTest } from '../support/servers/server.ts';
import { fleetOfDay } from './fleetOfDay.ts';
import { fleetWithRules } from './fleetWithRules.ts';
import { listsOfDay } from './listsOfDay.ts';
import { rulesOfFleet } from './rulesOfFleet.ts';
import { FULL_TRIP, THROTTLED_DRIVER, tripsOfDay } from './tripsOfDay.ts';

/** Ids of the things that some views show. */
export interface Shown {
  readonly incident: string;
  readonly backtest: string;
}

/** A view with its address and the selector that shows that it is there. */
export interface ViewInTest {
  readonly name: string;
  readonly path: (shown: Shown) => string;
  readonly shown: string;
  /** Selector of an element that is there once the view can be used, if that is before everything is drawn. */
  readonly usable?: string;
  /** Selector of the element that is drawn last, if that is after `shown`. */
  readonly drawn?: string;
}

/** Every view of a fleet. */
export const EVERY_VIEW: readonly ViewInTest[] = [
  { name: 'overview', path: () => '/fleets/north', shown: 'text=Safety on call' },
  { name: 'incidents', path: () => '/fleets/north/incidents', shown: 'main li a' },
  { name: 'incident', path: ({ incident }) => `/fleets/north/incidents/${incident}`, shown: 'main ol li' },
  { name: 'rules', path: () => '/fleets/north/rules', shown: 'main td svg rect' },
  { name: 'rule', path: () => '/fleets/north/rules/repeated-phone-use', shown: 'main ol li' },
  { name: 'rule-draft', path: () => '/fleets/north/rules/hard-braking', shown: 'main ol li' },
  {
    name: 'backtest',
    path: ({ backtest }) => `/fleets/north/rules/repeated-phone-use/backtests/${backtest}`,
    shown: 'main canvas',
  },
  { name: 'newRule', path: () => '/fleets/north/rules/new', shown: 'main li button' },
  {
    name: 'ruleEditor',
    path: () => '/fleets/north/rules/phone/edit',
    shown: 'main svg rect',
    usable: 'main fieldset',
    drawn: ':nth-match(main svg:has(rect), 2)',
  },
  { name: 'silences', path: () => '/fleets/north/silences', shown: 'text=Roadworks on the A1' },
  { name: 'deletions', path: () => '/fleets/north/deletions', shown: 'text=Peter Lindqvist' },
  { name: 'alarms', path: () => '/fleets/north/alarms', shown: 'text=SLACK_BOT_TOKEN' },
  { name: 'outbox', path: () => '/fleets/north/outbox', shown: 'main li' },
  { name: 'audit', path: () => '/fleets/north/audit', shown: 'main li' },
  { name: 'channels', path: () => '/fleets/north/channels', shown: 'main li' },
  { name: 'users', path: () => '/fleets/north/users', shown: 'text=Vera Stein' },
  { name: 'alerts', path: () => '/fleets/north/alerts', shown: 'main li a' },
  { name: 'trips', path: () => '/fleets/north/trips', shown: 'main li a' },
  {
    name: 'trip',
    path: () => `/fleets/north/trips/${FULL_TRIP.driverId}/${FULL_TRIP.tripId}`,
    shown: 'main svg polyline',
  },
  {
    name: 'why',
    path: () => `/fleets/north/why?driver=${THROTTLED_DRIVER}&day=2026-01-31&rule=phone-use`,
    shown: 'main ol li',
  },
];

/** Creates a fleet that has something for every view. */
export async function fleetForEveryView(server: ServerInTest, db: Db): Promise<Shown> {
  const { id: incident } = await fleetOfDay(server, db);
  const { backtest } = await rulesOfFleet(server, db);
  await fleetWithRules(server, db);
  await listsOfDay(server, db);
  await tripsOfDay(db);
  return { incident, backtest };
}
