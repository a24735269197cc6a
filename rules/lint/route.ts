import { CHANNELS, PERSON_CHANNELS } from '../channels/index.ts';
import { IssueList, hintOf, inOrder, issueAt, pointerTo, sentence } from '../documents/index.ts';
import type { DocumentIssue, Route, Sentence } from '../documents/index.ts';
import { documentNames, receiverKey } from '../recipients/index.ts';
import type { Rotations } from '../recipients/index.ts';
import { Suggestions, quoted } from '../vocabulary/index.ts';
import { lintRotationName } from './rotation.ts';
import { MOST_NAMED, unfilled } from './routeUse.ts';
import type { KnownDrivers } from './routeUse.ts';

/** Finds mistakes and probable mistakes in a recipient route. Its fields must be valid. */
export function lintRoute(route: Route, issues: IssueList): void {
  const { by, attribute, entries } = route;
  if (by === 'attribute' && attribute === undefined) issues.error('/attribute', sentence('attributeMissing'));
  if (by === 'group' && attribute !== undefined) issues.error('/attribute', sentence('attributeNoEffect'));
  refuseTwice(route, issues);
  if (Object.keys(entries).length === 0 && !route.default)
    return issues.error('/entries', sentence('routeEmpty'));
  lintDefault(route, issues);
}

function refuseTwice(route: Route, issues: IssueList): void {
  const first = new Map<string, string>();
  for (const { channel, receiver, path } of documentNames(route)) {
    const entry = path.slice(0, path[0] === 'default' ? 1 : 2).join('/');
    const pointer = path.reduce<string>(pointerTo, '');
    const key = `${entry} ${receiverKey({ action: channel, receiver })}`;
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, pointer);
    else issues.error(pointer, sentence('recipientTwice', { earlier }));
  }
}

function lintDefault({ entries, default: other }: Route, issues: IssueList): void {
  if (!other) return issues.warn('', sentence('noDefault'));
  for (const channel of PERSON_CHANNELS) {
    if (other[channel] !== undefined) continue;
    const named = Object.keys(entries).filter((key) => entries[key]?.[channel] !== undefined);
    if (named.length > 0)
      issues.warn(
        '/default',
        sentence('defaultLacks', {
          way: CHANNELS[channel].inText,
          name: quoted(named[0]!),
          same: CHANNELS[channel].inText,
        }),
      );
  }
}

/** Returns the errors and warnings about a route's references to published rotations. */
export function lintRouteRotations(
  route: Route,
  rotations: Rotations,
): { readonly errors: readonly DocumentIssue[]; readonly warnings: readonly DocumentIssue[] } {
  const issues = new IssueList();
  for (const { channel, receiver, path } of documentNames(route))
    lintRotationName(
      { action: channel, receiver, pointer: path.reduce<string>(pointerTo, '') },
      rotations,
      issues,
    );
  return { errors: inOrder(issues.errors), warnings: inOrder(issues.warnings) };
}

/**
 * Returns warnings about a route that does not fit the fleet's drivers. It may have groups without an entry, entries without a
 * driver, or recipients that no driver record provides.
 */
export function unknownNamesOfRoute(route: Route, known: KnownDrivers): DocumentIssue[] {
  const suggestions = new Suggestions();
  const keys = Object.keys(route.entries);
  const { groups, values } = known;
  const listed = route.by === 'group' ? groups : values && [...values];
  const strangers = listed === undefined ? [] : keys.filter((key) => !listed.includes(key));
  const missing = route.by === 'group' ? (groups ?? []).filter((group) => !keys.includes(group)) : [];
  return [
    ...strangers.slice(0, MOST_NAMED).map((key) => {
      const hint = hintOf(suggestions, key, listed ?? []);
      return issueAt(pointerTo('/entries', key), strangeEntry(route, key, hint));
    }),
    ...missing.slice(0, MOST_NAMED).map((group) => {
      const effect = route.default ? sentence('groupGetsDefault') : sentence('groupGetsNothing');
      return issueAt('/entries', sentence('groupWithoutEntry', { name: quoted(group), effect }));
    }),
    ...unfilled(
      documentNames(route).map(({ channel, receiver, path }) => ({
        action: channel,
        receiver,
        pointer: path.reduce<string>(pointerTo, ''),
      })),
      known,
    ),
  ];
}

function strangeEntry(route: Route, key: string, hint: string | Sentence): Sentence {
  return route.by === 'group'
    ? sentence('entryNoGroup', { name: quoted(key), hint })
    : sentence('entryNoValue', { value: quoted(key), path: String(route.attribute), hint });
}
