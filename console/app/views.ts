import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { NavigationEntry } from '../layout/index.ts';
import type { ConsolePath } from './paths.ts';

/** Names in an address, by the parameters of its path. */
export type ViewParams = Readonly<Partial<Record<string, string>>>;

/** A view of a fleet: its address, and how it is loaded. */
export interface View {
  readonly path: ConsolePath;
  /** Loads the view's own chunk when the view is opened. */
  readonly load: () => Promise<ComponentType>;
  /** Requests the view's data at once, before the view is drawn. The view itself shows failures. */
  readonly begin?: (queries: QueryClient, params: ViewParams) => Promise<void>;
  /** Present when the view requests no data of the whole fleet, so that readers who are limited to groups can use it. */
  readonly isGroupScoped?: true;
}

/** Every view of a fleet. The router knows no other view. */
export const VIEWS: readonly View[] = [
  { path: '/fleets/{fleet}', load: async () => (await import('../views/overview/index.ts')).Overview },
  {
    path: '/fleets/{fleet}/incidents',
    load: async () => (await import('../views/incidents/index.ts')).Inbox,
    isGroupScoped: true,
  },
  {
    path: '/fleets/{fleet}/incidents/{id}',
    load: async () => (await import('../views/incidents/index.ts')).IncidentPage,
    isGroupScoped: true,
  },
  {
    path: '/fleets/{fleet}/alerts',
    load: async () => (await import('../views/alerts/index.ts')).Alerts,
    isGroupScoped: true,
  },
  {
    path: '/fleets/{fleet}/trips',
    load: async () => (await import('../views/trips/index.ts')).Trips,
    isGroupScoped: true,
  },
  {
    path: '/fleets/{fleet}/trips/{driver_id}/{trip_id}',
    load: async () => (await import('../views/trips/index.ts')).TripPage,
    isGroupScoped: true,
  },
  { path: '/fleets/{fleet}/why', load: async () => (await import('../views/why/index.ts')).Why },
  {
    path: '/fleets/{fleet}/rules',
    load: async () => (await import('../views/rules/list/index.ts')).RuleList,
  },
  {
    path: '/fleets/{fleet}/rules/new',
    load: async () => (await import('../views/rules/editor/index.ts')).NewRule,
  },
  {
    path: '/fleets/{fleet}/rules/{id}',
    load: async () => (await import('../views/rules/page/index.ts')).RulePage,
  },
  {
    path: '/fleets/{fleet}/rules/{id}/edit',
    load: async () => (await import('../views/rules/editor/index.ts')).RuleEditor,
    begin: async (queries, { fleet = '', id = '' }) =>
      (await import('../views/rules/editor/index.ts')).beginEditing(queries, { fleet, rule: id }),
  },
  {
    path: '/fleets/{fleet}/rules/{id}/backtests/{backtest}',
    load: async () => (await import('../views/rules/backtests/index.ts')).BacktestPage,
  },
  {
    path: '/fleets/{fleet}/silences',
    load: async () => (await import('../views/silences/index.ts')).Silences,
  },
  {
    path: '/fleets/{fleet}/deletions',
    load: async () => (await import('../views/deletions/index.ts')).Deletions,
  },
  { path: '/fleets/{fleet}/alarms', load: async () => (await import('../views/alarms/index.ts')).Alarms },
  {
    path: '/fleets/{fleet}/outbox',
    load: async () => (await import('../views/deliveries/index.ts')).Deliveries,
  },
  { path: '/fleets/{fleet}/audit', load: async () => (await import('../views/audit/index.ts')).AuditLog },
  {
    path: '/fleets/{fleet}/channels',
    load: async () => (await import('../views/channels/index.ts')).Channels,
  },
  {
    path: '/fleets/{fleet}/users',
    load: async () => (await import('../views/users/index.ts')).Users,
    isGroupScoped: true,
  },
];

/** The main navigation, in its order. */
export const NAVIGATION: readonly NavigationEntry[] = [
  { view: '', label: 'shell.nav_overview', icon: 'overview' },
  { view: 'incidents', label: 'shell.nav_incidents', icon: 'incidents', isGroupScoped: true },
  { view: 'alerts', label: 'shell.nav_alerts', icon: 'alerts', isGroupScoped: true },
  { view: 'trips', label: 'shell.nav_trips', icon: 'trips', isGroupScoped: true },
  { view: 'why', label: 'shell.nav_why', icon: 'info' },
  { view: 'rules', label: 'shell.nav_rules', icon: 'rules', group: 'rules' },
  { view: 'silences', label: 'shell.nav_silences', icon: 'silences', group: 'rules' },
  { view: 'deletions', label: 'shell.nav_deletions', icon: 'deletions', group: 'rules' },
  { view: 'alarms', label: 'shell.nav_alarms', icon: 'alarms', group: 'administration' },
  { view: 'outbox', label: 'shell.nav_outbox', icon: 'outbox', group: 'administration' },
  { view: 'audit', label: 'shell.nav_audit', icon: 'audit', group: 'administration' },
  { view: 'channels', label: 'shell.nav_channels', icon: 'channels', group: 'administration' },
  { view: 'users', label: 'shell.nav_users', icon: 'users', group: 'administration', isGroupScoped: true },
];
