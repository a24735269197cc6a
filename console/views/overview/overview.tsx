import { SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSay } from '../../language/index.ts';
import { Columns, PageHeader } from '../../layout/index.ts';
import { SilenceBanner } from '../../lists/index.ts';
import { AlertsToday } from './alertsToday.tsx';
import { AnswerTimes, Coverage } from './figures.tsx';
import { OnCall } from './onCall.tsx';
import { OpenIncidents } from './openIncidents.tsx';
import { Problems } from './problems.tsx';
import { Setup } from './setup.tsx';

/**
 * Shows a safety manager's first view: first the incidents to answer, then whether today is unusual, then
 * whether everything works.
 */
export function Overview(): ReactNode {
  const say = useSay();
  return (
    <>
      <PageHeader title={say('overview.title')} />
      <SilenceBanner />
      <Columns
        aside={
          <>
            <OnCall />
            <Setup />
          </>
        }
      >
        <OpenIncidents />
        <SimpleGrid minColWidth={220} autoFlow="auto-fit" spacing={18}>
          <AlertsToday />
          <Coverage />
          <AnswerTimes />
        </SimpleGrid>
        <Problems />
      </Columns>
    </>
  );
}
