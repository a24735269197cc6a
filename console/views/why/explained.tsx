import type { ReactNode } from 'react';
import type { components } from '../../api/index.ts';
import { useSay } from '../../language/index.ts';
import { Icon, Section, When } from '../../layout/index.ts';
import { FleetLink } from '../../navigation/index.ts';
import classes from './why.module.css';

type Explanation = components['schemas']['Explanation'];
type Stage = Explanation['stages'][number];

const SIGNS = { passed: 'check', stopped: 'cross', not_reached: 'open', unknown: 'info' } as const;

/** Shows the answer first. Below are all stages of the trip that came furthest, and then each trip of the day. */
export function Explained({ answer }: { readonly answer: Explanation }): ReactNode {
  const say = useSay();
  const { driver_id: driverId, trips } = answer;
  return (
    <div className={classes['explained']}>
      <Section title={say('why.answer')}>
        <p className={classes['answer']}>{answer.answer}</p>
      </Section>
      <Section title={say('why.stages')}>
        <Stages stages={answer.stages} />
      </Section>
      <Section title={say('why.trips')}>
        {trips.length === 0 && say('why.noTrips')}
        <ul className={classes['trips']}>
          {trips.map((trip) => (
            <li key={trip.trip_id}>
              <FleetLink to={['trips', driverId, trip.trip_id]}>
                {trip.ended_at === undefined ? trip.trip_id : <When at={trip.ended_at} as="time" />}
              </FleetLink>
              <span>{trip.answer}</span>
            </li>
          ))}
        </ul>
        {answer.has_more_trips && say('why.moreTrips')}
      </Section>
    </div>
  );
}

function Stages({ stages }: { readonly stages: readonly Stage[] }): ReactNode {
  const say = useSay();
  return (
    <ol className={classes['stages']}>
      {stages.map(({ stage, state, detail }) => (
        <li key={stage} data-state={state}>
          <Icon name={SIGNS[state]} size={16} />
          <div>
            <strong>{say(`why.stage_${stage}`)}</strong>{' '}
            <span className={classes['state']}>({say(`why.${state}`)})</span>
            {detail !== undefined && <div>{detail}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
