import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { useFleet } from '../api/index.ts';
import { LOCALES, useLanguage } from '../language/index.ts';
import { createTimes, useNow } from '../time/index.ts';
import type { Times } from '../time/index.ts';

/** Returns times in the zone of the fleet that is shown. */
export function useTimes(): Times {
  const { timezone } = useFleet();
  const { language } = useLanguage();
  return useMemo(() => createTimes(LOCALES[language], timezone), [language, timezone]);
}

/** Shows a time as its distance from now or in the fleet's zone; the tooltip has the exact one, with its zone. */
export function When({
  at,
  as = 'dateTime',
}: {
  readonly at: string;
  readonly as?: 'relative' | 'dateTime' | 'time';
}): ReactNode {
  const times = useTimes();
  const now = useNow();
  return (
    <time dateTime={at} title={times.exact(at)}>
      {as === 'relative' ? times.relative(at, now) : times[as](at)}
    </time>
  );
}
