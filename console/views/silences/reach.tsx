import { Alert } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { client, send, useFleet } from '../../api/index.ts';
import type { components } from '../../api/index.ts';
import { useSay } from '../../language/index.ts';
import { Icon, useRuleName } from '../../layout/index.ts';

/** The scope of a silence. */
interface Scope {
  readonly rules?: string[];
  readonly drivers?: string[];
  readonly groups?: string[];
}

/** The effect of a silence, as the API predicts it before the silence is created. */
export interface Reach {
  readonly isWholeFleet: boolean;
  /** Critical rules among the chosen rules. */
  readonly critical: readonly string[];
  /** The alerts that the silence would have stopped recently; undefined until they are known. */
  readonly recent: components['schemas']['Silence']['would_have_silenced'];
  /** The phrase that a person must type to create the silence; undefined when none is needed. */
  readonly phrase: string | undefined;
}

/** Rules that are shown with their own number of alerts. The total includes all rules. */
const SHOWN = 3;

/** Requests the effect of a silence from the API, without creating the silence. */
export function useReach(scope: Scope, opened: boolean): Reach {
  const say = useSay();
  const { id: fleet } = useFleet();
  const { data } = useQuery({
    queryKey: ['/silences?dry_run=true', fleet, scope],
    enabled: opened,
    placeholderData: keepPreviousData,
    queryFn: () =>
      send(
        client.POST('/api/v1/fleets/{fleet}/silences', {
          params: { path: { fleet }, query: { dry_run: 'true' } },
          // Placeholders for the other fields, because the request is sent before the rest of the form is
          // filled in.
          body: {
            id: crypto.randomUUID(),
            reason: '-',
            ...scope,
            until: new Date(Date.now() + 3_600_000).toISOString(),
          },
        }),
      ),
  });
  const isWholeFleet = Object.keys(scope).length === 0;
  const critical = (data?.critical_rules ?? []).filter((rule) => scope.rules?.includes(rule));
  const phrase = isWholeFleet
    ? say('silences.phraseFleet')
    : critical.length > 0
      ? say('silences.phraseCritical')
      : undefined;
  return { isWholeFleet, critical, recent: data?.would_have_silenced, phrase };
}

/** Shows the effect of a silence in words. Warns if it covers the whole fleet, or critical rules. */
export function ReachWords({ reach }: { readonly reach: Reach }): ReactNode {
  const say = useSay();
  const nameOf = useRuleName();
  const { isWholeFleet, critical, recent } = reach;
  const rules = (recent?.rules ?? []).slice(0, SHOWN);
  const lately = recent && (
    <p>
      {say('silences.wouldHave', { count: recent.alerts })}
      {rules.length > 0 && ` ${rules.map(({ rule, alerts }) => `${nameOf(rule)}: ${alerts}`).join(' · ')}`}
    </p>
  );
  if (reach.phrase === undefined) return <div aria-live="polite">{lately}</div>;
  const names = critical.map(nameOf).join(', ');
  return (
    <Alert color="red" icon={<Icon name="warning" />} aria-live="polite">
      <p>
        {isWholeFleet
          ? say('silences.reachFleet')
          : say('silences.reachCritical', { names, count: critical.length })}
      </p>
      {lately}
    </Alert>
  );
}
