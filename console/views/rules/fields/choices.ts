import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { read, useFleet } from '../../../api/index.ts';
import { useRules } from '../../../layout/index.ts';
import { isObject } from '../form/index.ts';
import type { Json } from '../form/index.ts';

/**
 * Maximum number of entries that are read of each list. Recipients that only further rules name are not
 * offered, but can be typed.
 */
const MOST = 200;

/** An entry of the fleet's lists: its id and its name. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/** The fleet's groups, rules, policies, routes and recipients that a form offers. */
export interface Choices {
  readonly groups: readonly Named[];
  readonly rules: readonly Named[];
  readonly policies: readonly Named[];
  readonly routes: readonly Named[];
  /** E-mail addresses and Slack channels to which other rules send. */
  readonly addresses: readonly string[];
  readonly channels: readonly string[];
}

/** Returns the queries for the entries that a form offers. The rules' names have a query of their own. */
export function choiceQueries(fleet: string) {
  const path = { fleet };
  const list = { params: { path, query: { limit: MOST } } };
  return {
    groups: read('/api/v1/fleets/{fleet}/groups', { params: { path } }),
    rules: read('/api/v1/fleets/{fleet}/rules', list),
    policies: read('/api/v1/fleets/{fleet}/escalation-policies', list),
    routes: read('/api/v1/fleets/{fleet}/routes', list),
  };
}

/** Returns the entries that a form offers. Each list is empty until it has arrived. */
export function useChoices(): Choices {
  const { id: fleet } = useFleet();
  const asked = choiceQueries(fleet);
  const groups = useQuery(asked.groups).data;
  const names = useRules();
  const rules = useQuery(asked.rules).data;
  const policies = useQuery(asked.policies).data;
  const routes = useQuery(asked.routes).data;
  return useMemo(() => {
    const documents = (rules?.items ?? []).flatMap(({ rule, draft }) => [rule as Json, draft as Json]);
    const receivers = documents.flatMap(receiversOf);
    return {
      groups: (groups?.items ?? []).map(({ id }) => ({ id, name: id })),
      rules: names,
      policies: (policies?.items ?? []).map((each) => named(each.id, each.escalation_policy ?? each.draft)),
      routes: (routes?.items ?? []).map((each) => named(each.id, each.route ?? each.draft)),
      addresses: distinct(receivers.filter((each) => each.includes('@'))),
      channels: distinct(receivers.filter((each) => each.startsWith('#'))),
    };
  }, [groups, names, rules, policies, routes]);
}

function named(id: string, document: unknown): Named {
  const { name } = (document ?? {}) as { readonly name?: unknown };
  return { id, name: typeof name === 'string' ? name : id };
}

function receiversOf(rule: Json): readonly string[] {
  const actions = isObject(rule) && Array.isArray(rule['actions']) ? rule['actions'] : [];
  return actions
    .filter(isObject)
    .flatMap(({ to, channel }) => (Array.isArray(to) ? to : [channel ?? null]))
    .filter((each): each is string => typeof each === 'string');
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)].sort();
}
