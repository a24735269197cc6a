import { Box, Group } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { client, send, useFleet } from '../../../api/index.ts';
import { LOCALES, useLanguage } from '../../../language/index.ts';
import type { Say } from '../../../language/index.ts';
import { useTimes } from '../../../layout/index.ts';
import type { Catalogue, ConditionLeaf, ConditionNode, Distribution, Fact } from '../form/index.ts';
import { barsOf, matchingTrips } from '../form/index.ts';
import type { Matching } from '../form/index.ts';
import { useFactWords } from './words.ts';

const PAUSE_MS = 500;
const FRESH_MS = 300_000;
/** The latest request. Requests run one after the other, because the server accepts only few of these at once. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Returns the request for the distribution of a comparison's fact, as JSON. Undefined while a parameter or
 * the path is missing.
 */
function askedOf(leaf: ConditionLeaf, fact: Fact): string | undefined {
  const isComplete =
    fact.params.every(({ name, required }) => !required || (leaf.params?.[name] ?? '') !== '') &&
    (!fact.takes_path || /^\$\..+/.test(leaf.factPath ?? ''));
  if (!isComplete) return undefined;
  return JSON.stringify({
    fact: leaf.field,
    ...(leaf.params && { params: leaf.params }),
    ...(leaf.factPath !== undefined && { path: leaf.factPath }),
  });
}

function queryOf(fleet: string, asked: string | undefined) {
  return queryOptions({
    queryKey: ['/api/v1/fleets/{fleet}/facts/distribution', { fleet, asked }],
    staleTime: FRESH_MS,
    retry: 1,
    queryFn: async ({ signal }) => {
      const before = last;
      const mine = before
        .catch(() => undefined)
        .then(() =>
          send(
            client.POST('/api/v1/fleets/{fleet}/facts/distribution', {
              params: { path: { fleet } },
              body: JSON.parse(asked ?? '') as { readonly fact: string },
              signal,
            }),
          ),
        );
      last = mine;
      return mine;
    },
  });
}

/** Requests the distributions of all facts in the form before they are shown. */
export function beginDistributions(
  queries: QueryClient,
  asked: { readonly fleet: string; readonly conditions: ConditionNode; readonly catalogue: Catalogue },
): void {
  const { fleet, conditions, catalogue } = asked;
  if ('rules' in conditions) {
    for (const each of conditions.rules) beginDistributions(queries, { ...asked, conditions: each });
    return;
  }
  const fact = catalogue.facts.get(conditions.field);
  const about = fact && askedOf(conditions, fact);
  if (about !== undefined) void queries.prefetchQuery(queryOf(fleet, about));
}

function useDistribution(asked: string | undefined): Distribution | undefined {
  const { id: fleet } = useFleet();
  const [settled] = useDebouncedValue(asked, PAUSE_MS);
  const isSettled = asked !== undefined && settled === asked;
  const query = useQuery({ ...queryOf(fleet, settled), enabled: isSettled });
  return isSettled ? query.data : undefined;
}

/** Shows the distribution of a fact in this fleet, and the share of trips that the comparison would match. */
export function DistributionOf({
  leaf,
  fact,
}: {
  readonly leaf: ConditionLeaf;
  readonly fact: Fact;
}): ReactNode {
  const distribution = useDistribution(askedOf(leaf, fact));
  if (!distribution) return <Line />;
  return <Shown {...{ leaf, fact, distribution }} />;
}

function Shown({
  leaf,
  fact,
  distribution,
}: {
  readonly leaf: ConditionLeaf;
  readonly fact: Fact;
  readonly distribution: Distribution;
}): ReactNode {
  const { say, language } = useLanguage();
  const words = useFactWords();
  const times = useTimes();
  const { known, unknown, trips, from, to } = distribution;
  if (trips === 0) return <Line>{say('ruleEditor.noTrips')}</Line>;
  if (known === 0) return <Line>{say('ruleEditor.neverKnown', { count: trips })}</Line>;
  const locale = LOCALES[language];
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const unit = words.unit(fact);
  const quantity = (value: string | number | undefined): string =>
    typeof value === 'number' ? [number.format(value), unit].filter(Boolean).join(' ') : String(value ?? '');
  const at = (share: number): string =>
    quantity(distribution.quantiles?.find((each) => each.share === share)?.value);
  const matching = matchingTrips(distribution, leaf);
  const sentences = [
    matching && matchingWords(matching, { say, percent }),
    distribution.quantiles
      ? say('ruleEditor.usual', { half: at(0.5), most: at(0.9), maximum: quantity(distribution.maximum) })
      : (distribution.values ?? [])
          .slice(0, 4)
          .map(({ value, count }) => `${String(value)} ${percent.format(count / known)}`)
          .join(', '),
  ].filter((each) => each !== undefined && each !== '');
  const range =
    from !== undefined && to !== undefined
      ? say('ruleEditor.basis', {
          count: trips,
          unknown,
          from: times.day(from.slice(0, 10)),
          to: times.day(to.slice(0, 10)),
        })
      : '';
  return (
    <Line>
      <Picture distribution={distribution} leaf={leaf} />
      <Box flex="1 1 220px">
        {sentences.map((sentence, index) => (
          <span key={sentence}>{index === 0 ? <strong>{sentence}</strong> : ` ${sentence}`}</span>
        ))}{' '}
        {range}
      </Box>
    </Line>
  );
}

/** Shows a line below a condition. It has its height before its words are known, so that nothing moves when they arrive. */
function Line({ children }: { readonly children?: ReactNode }): ReactNode {
  return (
    <Group gap="4px 12px" mih={34} mt={6} fz="xs" c="dimmed">
      {children}
    </Group>
  );
}

/**
 * Returns the share of matching trips in words. Near 0 or 100 percent, it says the number of trips, because
 * the share would be rounded away.
 */
function matchingWords(
  { share, count, of }: Matching,
  { say, percent }: { readonly say: Say; readonly percent: Intl.NumberFormat },
): string {
  if (count === 0) return say('ruleEditor.matchNone');
  if (count === of) return say('ruleEditor.matchAll');
  if (share >= 0.01 && share <= 0.99) return say('ruleEditor.match', { share: percent.format(share) });
  if (count !== undefined) return say('ruleEditor.matchCount', { count, trips: of });
  return say(share < 0.01 ? 'ruleEditor.matchFew' : 'ruleEditor.matchMost');
}

/**
 * Draws the trips in the order of their values. Matching trips have the accent colour. The words beside the
 * picture say the same.
 */
function Picture({
  distribution,
  leaf,
}: {
  readonly distribution: Distribution;
  readonly leaf: ConditionLeaf;
}): ReactNode {
  const bars = barsOf(distribution, leaf);
  if (bars.length === 0) return undefined;
  const width = 100 / bars.length;
  return (
    <svg width="150" height="30" viewBox="0 0 100 30" preserveAspectRatio="none" aria-hidden="true">
      {bars.map(({ from, to, isMatching }, index) => (
        <rect
          key={index}
          {...{ x: index * width + width * 0.1, width: width * 0.8 }}
          {...{ y: 30 - Math.max(to * 30, from * 30 + 0.8), height: Math.max(0.8, (to - from) * 30) }}
          fill={isMatching ? 'var(--accent)' : 'var(--mantine-color-dimmed)'}
          opacity={isMatching ? 1 : 0.45}
        />
      ))}
    </svg>
  );
}
