import type { ComponentType } from 'react';
import type { NavigationEntry } from '../layout/index.ts';
import type { ConsolePath } from './paths.ts';

/** A view of a fleet: its address, and how it is loaded. */
export interface View {
  readonly path: ConsolePath;
  /** A chunk of its own, loaded when the view is opened. */
  readonly load: () => Promise<ComponentType>;
}

/** Every view of a fleet. A view that is not listed here is nowhere. */
export const VIEWS: readonly View[] = [
  { path: '/fleets/{fleet}', load: async () => (await import('../views/overview/index.ts')).Overview },
  {
    path: '/fleets/{fleet}/incidents',
    load: async () => (await import('../views/incidents/index.ts')).Inbox,
  },
  {
    path: '/fleets/{fleet}/incidents/{id}',
    load: async () => (await import('../views/incidents/index.ts')).IncidentPage,
  },
  {
    path: '/fleets/{fleet}/rules',
    load: async () => (await import('../views/rules/list/index.ts')).RuleList,
  },
  {
    path: '/fleets/{fleet}/rules/{id}',
    load: async () => (await import('../views/rules/page/index.ts')).RulePage,
  },
  {
    path: '/fleets/{fleet}/rules/{id}/backtests/{backtest}',
    load: async () => (await import('../views/rules/backtests/index.ts')).BacktestPage,
  },
  {
    path: '/fleets/{fleet}/rules/new',
    load: async () => (await import('../views/rules/editor/index.ts')).NewRule,
  },
  {
    path: '/fleets/{fleet}/rules/{id}/edit',
    load: async () => (await import('../views/rules/editor/index.ts')).RuleEditor,
  },
];

/** The main navigation, in its order. */
export const NAVIGATION: readonly NavigationEntry[] = [
  { view: '', label: 'shell.nav_overview', icon: 'overview' },
  { view: 'incidents', label: 'shell.nav_incidents', icon: 'incidents' },
  { view: 'rules', label: 'shell.nav_rules', icon: 'rules' },
];
