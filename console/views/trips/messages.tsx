import type { ReactNode } from 'react';
import { useSay } from '../../language/index.ts';
import {
  AlertState,
  Section,
  SeverityBadge,
  When,
  reasonWords,
  useRuleName,
  wordsOr,
} from '../../layout/index.ts';
import { FleetLink } from '../../navigation/index.ts';
import classes from './trips.module.css';
import type { WholeTrip } from './wholeTrip.ts';

/** Which alerts the trip raised, what became of each message and why it went to whom, and whether the trip is to be deleted. */
export function Messages({
  trip: { alerts, deliveries, deletions },
}: {
  readonly trip: WholeTrip;
}): ReactNode {
  const say = useSay();
  const nameOf = useRuleName();
  return (
    <Section title={say('trips.messages')}>
      {alerts.length === 0 && say('trips.noAlerts')}
      <ul className={classes['plain']}>
        {alerts.map((alert) => (
          <li key={alert.id} className={classes['message']}>
            <strong>{nameOf(alert.rule)}</strong> <SeverityBadge severity={alert.severity} />
            <br />
            <AlertState alert={alert} />, <When at={alert.at} />
            <ul className={classes['plain']}>
              {deliveries
                .filter(({ alert_id: id }) => id === alert.id)
                .map((delivery) => (
                  <li key={delivery.id}>
                    {say(`outbox.action_${delivery.action}`)} → {delivery.receiver}:{' '}
                    {say(`outbox.state_${delivery.state}`)}
                    {delivery.possible_repeat && ` (${say('trips.possibleRepeat')})`}
                    <br />
                    <span className={classes['messageNote']}>
                      {[delivery.because, delivery.last_error ?? reasonWords(delivery.reason, say)]
                        .filter(Boolean)
                        .join(' · ')}{' '}
                      <When at={delivery.at} />
                    </span>
                  </li>
                ))}
            </ul>
          </li>
        ))}
        {deletions.map(({ id, rule, state, score_before: before, score_after: after }) => (
          <li key={id} className={classes['message']}>
            <FleetLink to={['deletions']} ofWholeFleet>
              {say('trips.deletions')}: {nameOf(rule)}
            </FleetLink>
            , {wordsOr(state, `deletions.state_${state}`, say)}
            {before !== undefined && after !== undefined && (
              <>
                <br />
                {say('trips.deletion_scores', { before, after })}
              </>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
