import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read, useFleet } from '../api/index.ts';
import type { components } from '../api/index.ts';
import { useSay } from '../language/index.ts';
import type { Say } from '../language/index.ts';
import { Icon, useRuleName, useTimes } from '../layout/index.ts';
import { FleetLink } from '../navigation/index.ts';
import classes from './lists.module.css';

type Silence = components['schemas']['Silence'];

/** As many silences as a banner names; the rest is in their list. */
const SHOWN = 3;
/** As many rules, drivers or groups of one silence as a line names. */
const NAMED = 4;
/** A silence ends by itself, and others create one: nothing else says so. */
const ASKED_AGAIN_MS = 60_000;

/** The silences that are active now, for whoever sees the whole fleet. */
export function useActiveSilences(): readonly Silence[] {
  const { id: fleet, groups } = useFleet();
  const { data } = useQuery({
    ...read('/api/v1/fleets/{fleet}/silences', { params: { path: { fleet }, query: { active: 'true' } } }),
    enabled: groups === undefined,
    refetchInterval: ASKED_AGAIN_MS,
  });
  return data?.items ?? [];
}

/** Whether a silence covers every driver and rule, but for critical rules. */
export function isOfWholeFleet({ rules, drivers, groups }: Silence): boolean {
  return !rules && !drivers && !groups;
}

/** What a silence is about, in words. */
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

/** Says at the top of a view that silences are active: what they cover, and until when. Nothing while there is none. */
export function SilenceBanner(): ReactNode {
  const say = useSay();
  const times = useTimes();
  const nameOf = useRuleName();
  const silences = useActiveSilences();
  if (silences.length === 0) return undefined;
  const isFar = silences.some((each) => isOfWholeFleet(each) || each.critical_rules !== undefined);
  return (
    <aside className={classes['banner']} data-far={isFar} aria-label={say('silences.active')}>
      <Icon name="silences" />
      <div>
        <strong>
          {silences.some(isOfWholeFleet)
            ? say('silences.bannerFleet')
            : isFar
              ? say('silences.bannerCritical')
              : say('silences.banner', { count: silences.length })}
        </strong>
        <ul>
          {silences.slice(0, SHOWN).map((each) => (
            <li key={each.id}>
              {say('silences.bannerLine', {
                scope: silenceScope(each, { say, nameOf }),
                time: times.dateTime(each.until),
              })}{' '}
              <bdi className={classes['bannerReason']}>{each.reason}</bdi>
            </li>
          ))}
        </ul>
        <FleetLink to={['silences']}>{say('silences.bannerAll')}</FleetLink>
      </div>
    </aside>
  );
}
