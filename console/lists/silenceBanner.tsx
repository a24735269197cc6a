import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read, useFleet } from '../api/index.ts';
import type { components } from '../api/index.ts';
import { useSay } from '../language/index.ts';
import type { Say } from '../language/index.ts';
import { Notice, useRuleName, useTimes } from '../layout/index.ts';
import { FleetLink } from '../navigation/index.ts';

type Silence = components['schemas']['Silence'];

/** Silences that a banner names at most; their list shows the rest. */
const SHOWN = 3;
/** Rules, drivers or groups of one silence that a line names at most. */
const NAMED = 4;
/** Milliseconds between two polls, because no live event reports that a silence expired or was created. */
const ASKED_AGAIN_MS = 60_000;

/** Returns the silences that are active now; none for readers who are limited to groups. */
export function useActiveSilences(): readonly Silence[] {
  const { id: fleet, groups } = useFleet();
  const { data } = useQuery({
    ...read('/api/v1/fleets/{fleet}/silences', { params: { path: { fleet }, query: { active: 'true' } } }),
    enabled: groups === undefined,
    refetchInterval: ASKED_AGAIN_MS,
  });
  return data?.items ?? [];
}

/** Returns whether a silence covers every driver and rule, except critical rules. */
export function isOfWholeFleet({ rules, drivers, groups }: Silence): boolean {
  return !rules && !drivers && !groups;
}

/** Returns the scope of a silence in words. */
export function silenceScope(
  silence: Silence,
  { say, nameOf }: { readonly say: Say; readonly nameOf: (rule: string) => string },
): string {
  const { rules, drivers, groups, driver_names: names = {} } = silence;
  const parts = [
    ...(rules ? [say('silences.ofRules', { names: listed(rules.map(nameOf)) })] : []),
    ...(drivers ? [say('silences.ofDrivers', { names: listed(drivers.map((id) => names[id] ?? id)) })] : []),
    ...(groups ? [say('silences.ofGroups', { names: listed(groups) })] : []),
  ];
  return parts.length === 0 ? say('silences.ofAll') : parts.join(' · ');
}

function listed(names: readonly string[]): string {
  const more = names.length - NAMED;
  return more > 0 ? `${names.slice(0, NAMED).join(', ')} +${more}` : names.join(', ');
}

/** Shows the active silences at the top of a view: what they cover, and until when. Shows nothing while there is none. */
export function SilenceBanner(): ReactNode {
  const say = useSay();
  const times = useTimes();
  const nameOf = useRuleName();
  const silences = useActiveSilences();
  if (silences.length === 0) return undefined;
  const isFar = silences.some((each) => isOfWholeFleet(each) || each.critical_rules !== undefined);
  return (
    <aside aria-label={say('silences.active')}>
      <Notice
        tone={isFar ? 'critical' : 'warning'}
        icon="silences"
        title={
          silences.some(isOfWholeFleet)
            ? say('silences.bannerFleet')
            : isFar
              ? say('silences.bannerCritical')
              : say('silences.banner', { count: silences.length })
        }
      >
        <ul>
          {silences.slice(0, SHOWN).map((each) => (
            <Text key={each.id} component="li" size="sm" c="var(--mantine-color-text)">
              {say('silences.bannerLine', {
                scope: silenceScope(each, { say, nameOf }),
                time: times.dateTime(each.until),
              })}{' '}
              <Text
                component="bdi"
                inherit
                lineClamp={2}
                display="-webkit-inline-box"
                style={{ verticalAlign: 'bottom' }}
              >
                {each.reason}
              </Text>
            </Text>
          ))}
        </ul>
        <FleetLink to={['silences']}>{say('silences.bannerAll')}</FleetLink>
      </Notice>
    </aside>
  );
}
