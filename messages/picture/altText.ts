import { eventWords, oneLine } from '../format/index.ts';

/** Types named one by one; the rest are summed up. */
const NAMED_TYPES = 5;

/** How many events of each type there are, most frequent first. */
export function countByType(
  events: readonly { readonly typeName: string }[],
): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const { typeName } of events) counts.set(typeName, (counts.get(typeName) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one);
}

/** The picture in words, for those who do not see it. */
export function pictureAltText(events: readonly { readonly typeName: string }[]): string {
  const counts = countByType(events);
  const named = counts
    .slice(0, NAMED_TYPES)
    .map(([typeName, count]) => `${count} × ${eventWords(oneLine(typeName, 80))}`);
  const others = counts.slice(NAMED_TYPES).reduce((sum, [, count]) => sum + count, 0);
  if (others > 0) named.push(`${others} other`);
  return `The trip’s path from start to end${named.length > 0 ? `, with ${named.join(', ')}` : ''}.`;
}
