import { Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read, useFleet } from '../../api/index.ts';
import { LOCALES, useLanguage, useSay } from '../../language/index.ts';
import type { Say } from '../../language/index.ts';
import { Figure, Loaded, Quiet, Section } from '../../layout/index.ts';

/** Shows the percentage of the service's trips that were evaluated. */
export function Coverage(): ReactNode {
  const { say, language } = useLanguage();
  const { id: fleet } = useFleet();
  const query = useQuery(read('/api/v1/fleets/{fleet}/coverage', { params: { path: { fleet } } }));
  const percent = new Intl.NumberFormat(LOCALES[language], { style: 'percent', maximumFractionDigits: 1 });
  return (
    <Section title={say('overview.coverage')}>
      <Loaded query={query} rows={2}>
        {({ total, complete, as_of: asOf }) => {
          const due = total.known - total.history - total.deleted - total.gone;
          if (due <= 0) return <Figure value="–" note={say('overview.coverageNone')} />;
          const open = [
            ['overview.coverageMissing', total.missing] as const,
            ['overview.coverageWaiting', total.waiting] as const,
            ['overview.coverageParked', total.parked] as const,
          ].flatMap(([key, count]) => (count > 0 ? [say(key, { count })] : []));
          const state =
            open.length > 0
              ? open.join(', ')
              : say(complete ? 'overview.coverageComplete' : 'overview.coverageUnknown');
          const share = Math.min(1, total.evaluated / due);
          return (
            <>
              <Figure
                value={percent.format(share)}
                note={say('overview.coverageOf', { evaluated: total.evaluated, known: due })}
              />
              <Progress value={share * 100} size="sm" my="xs" aria-label={say('overview.coverage')} />
              <Quiet>{asOf === null && open.length === 0 ? say('overview.coverageUnknown') : state}</Quiet>
            </>
          );
        }}
      </Loaded>
    </Section>
  );
}

/** Shows the median time until people answer incidents. */
export function AnswerTimes(): ReactNode {
  const say = useSay();
  const { id: fleet } = useFleet();
  const query = useQuery(read('/api/v1/fleets/{fleet}/statistics/answers', { params: { path: { fleet } } }));
  return (
    <Section title={say('overview.answers')}>
      <Loaded query={query} rows={2}>
        {({ median_seconds: median, unanswered }) => (
          <>
            <Figure
              value={
                median === undefined
                  ? '–'
                  : median < 120
                    ? say('overview.seconds', { count: median })
                    : say('overview.minutes', { count: Math.round(median / 60) })
              }
              note={noteOf(say, { median, unanswered })}
            />
            {median !== undefined && unanswered > 0 && (
              <Quiet>{say('overview.answersUnanswered', { count: unanswered })}</Quiet>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}

/** Returns the note that explains the median, or why there is none. */
function noteOf(
  say: Say,
  { median, unanswered }: { readonly median: number | undefined; readonly unanswered: number },
): string {
  if (median !== undefined) return say('overview.answersMedian');
  return unanswered > 0
    ? say('overview.answersUnanswered', { count: unanswered })
    : say('overview.answersNone');
}
