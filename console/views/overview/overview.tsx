import type { ReactNode } from 'react';
import { useSay } from '../../language/index.ts';
import { PageHeader } from '../../layout/index.ts';
import { SilenceBanner } from '../../lists/index.ts';
import { AlertsToday } from './alertsToday.tsx';
import { AnswerTimes, Coverage } from './figures.tsx';
import { OnCall } from './onCall.tsx';
import { OpenIncidents } from './openIncidents.tsx';
import classes from './overview.module.css';
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
      <div className={classes['grid']}>
        <div className={classes['main']}>
          <OpenIncidents />
          <div className={classes['figures']}>
            <AlertsToday />
            <Coverage />
            <AnswerTimes />
          </div>
          <Problems />
        </div>
        <div className={classes['side']}>
          <OnCall />
          <Setup />
        </div>
      </div>
    </>
  );
}
