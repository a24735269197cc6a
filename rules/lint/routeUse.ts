import { CHANNELS, isChannel, receiversNamed } from '../channels/index.ts';
import type { Channel } from '../channels/index.ts';
import { IssueList, inOrder, issueAt, pointerTo, sentence } from '../documents/index.ts';
import type {
  Digest,
  DocumentIssue,
  EscalationPolicy,
  Route,
  RouteEntry,
  Rule,
  Settings,
} from '../documents/index.ts';
import { namedReceivers, receiverListsOf } from '../escalation/index.ts';
import { documentNames, namedOf, routeOf } from '../recipients/index.ts';
import type { Routes } from '../recipients/index.ts';
import { quoted } from '../vocabulary/index.ts';
import type { DriverField } from '../vocabulary/index.ts';
import type { KnownNames } from './unknownNames.ts';

/** Maximum number of entries that a message names. */
export const MOST_NAMED = 10;

/** The recipients of a document that may name routes, with their pointers. */
export interface NamesRoutes {
  readonly names: readonly {
    readonly action: Channel;
    readonly receiver: string;
    readonly pointer: string;
  }[];
  /** True for a digest, which is about many drivers and not about one. */
  readonly isDigest: boolean;
}

/** Returns the recipients in a rule, including the recipient of its approval request. */
export function recipientsOfRule({ actions }: Pick<Rule, 'actions'>): NamesRoutes {
  const names = actions.flatMap((action, index) => {
    const at = pointerTo('/actions', index);
    if (action.type === 'delete_trip')
      return action.ask === undefined
        ? []
        : [{ action: 'slack' as const, receiver: action.ask, pointer: `${at}/ask` }];
    if (action.type === 'escalate' || !isChannel(action.type)) return [];
    return receiversNamed(action).map(({ receiver, path }) => ({
      action: action.type,
      receiver,
      pointer: path.reduce<string>(pointerTo, at),
    }));
  });
  return { names, isDigest: false };
}

/** Returns the recipients in an escalation policy. */
export function recipientsOfPolicy(policy: EscalationPolicy): NamesRoutes {
  return { names: receiverListsOf(policy).flatMap(namedReceivers), isDigest: false };
}

/** Returns the recipients in a digest. */
export function recipientsOfDigest({ to = [], slack }: Pick<Digest, 'to' | 'slack'>): NamesRoutes {
  return {
    names: [
      ...to.map((receiver, index) => ({ action: 'email' as const, receiver, pointer: `/to/${index}` })),
      ...(slack === undefined ? [] : [{ action: 'slack' as const, receiver: slack, pointer: '/slack' }]),
    ],
    isDigest: true,
  };
}

/** Returns the ids of the routes that a document names. */
export function routesUsed({ names }: NamesRoutes): readonly string[] {
  return [...new Set(names.flatMap(({ receiver }) => routeOf(receiver) ?? []))];
}

/** Returns the errors and warnings about a document's references to published routes. */
export function lintRouteUse(
  { names, isDigest }: NamesRoutes,
  routes: Routes,
): { readonly errors: readonly DocumentIssue[]; readonly warnings: readonly DocumentIssue[] } {
  const issues = new IssueList();
  for (const { action, receiver, pointer } of names) {
    const as = namedOf(action, receiver);
    if (as.kind !== 'route') continue;
    const route = routes.get(as.id);
    if (!route) {
      const known = [...routes.keys()];
      const hint = issues.hint(as.id, known);
      issues.error(pointer, sentence('noRoute', { name: quoted(as.id), hint }), known);
      continue;
    }
    if (isDigest) lintDigestRoute(route, pointer, issues);
    lintChannel(route, { action, pointer }, issues);
  }
  return { errors: inOrder(issues.errors), warnings: inOrder(issues.warnings) };
}

function lintDigestRoute(route: Route, pointer: string, issues: IssueList): void {
  if (route.by !== 'group') issues.error(pointer, sentence('digestRoute', { name: quoted(route.id) }));
  const ofDriver = documentNames(route).find(
    ({ channel, receiver }) => namedOf(channel, receiver).kind === 'driver',
  );
  if (ofDriver)
    issues.error(pointer, sentence('digestDriver', { name: quoted(route.id), receiver: ofDriver.receiver }));
}

function lintChannel(
  route: Route,
  { action, pointer }: { readonly action: Channel; readonly pointer: string },
  issues: IssueList,
): void {
  const way = CHANNELS[action].inText;
  const has = (entry: RouteEntry | undefined): boolean => entry !== undefined && Object.hasOwn(entry, action);
  const lacking = Object.keys(route.entries).filter((key) => !has(route.entries[key]));
  if (has(route.default)) return;
  if (lacking.length === Object.keys(route.entries).length)
    return issues.error(pointer, sentence('routeLacks', { name: quoted(route.id), way }));
  if (route.default) issues.warn(pointer, sentence('routeDefaultLacks', { name: quoted(route.id), way }));
  for (const key of lacking.slice(0, MOST_NAMED))
    issues.warn(pointer, sentence('entryLacks', { entry: quoted(key), name: quoted(route.id), way }));
}

/** The fleet's names and driver data, as far as they were read. */
export interface KnownDrivers extends KnownNames {
  /** Fields of the driver record that at least one driver has. */
  readonly filledFields?: ReadonlySet<DriverField> | undefined;
  /** Values that drivers have at the route's attribute. */
  readonly values?: ReadonlySet<string> | undefined;
}

const FIELD_OF = { manager: 'manager_email', email: 'email' } as const;

/**
 * Returns warnings about recipients such as `driver:manager` that no driver record provides, and about recipients that the
 * settings do not allow.
 */
export function unfilledRecipients(
  { names }: NamesRoutes,
  known: Pick<KnownDrivers, 'filledFields'> & { readonly privacy?: Settings['privacy'] },
): DocumentIssue[] {
  const coaching = known.privacy?.coaching_emails ?? true;
  const refused = coaching ? [] : names.filter(({ receiver }) => receiver === 'driver:email');
  return [
    ...refused.map(({ pointer }) => issueAt(pointer, sentence('coachingRefused'))),
    ...unfilled(names, known),
  ];
}

/** Returns warnings about recipients such as `driver:manager` that no driver record provides. */
export function unfilled(
  names: NamesRoutes['names'],
  { filledFields }: Pick<KnownDrivers, 'filledFields'>,
): DocumentIssue[] {
  if (!filledFields) return [];
  return names.flatMap(({ action, receiver, pointer }) => {
    const as = namedOf(action, receiver);
    if (as.kind !== 'driver' || filledFields.has(FIELD_OF[as.who])) return [];
    return [issueAt(pointer, sentence('fieldUnfilled', { field: FIELD_OF[as.who], receiver }))];
  });
}
