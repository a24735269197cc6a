import { Flex } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useSay } from '../../language/index.ts';
import type { Say } from '../../language/index.ts';
import {
  AlertState,
  Quiet,
  Section,
  SeverityBadge,
  When,
  reasonWords,
  useRuleName,
} from '../../layout/index.ts';
import { AlertLink, FleetLink, useFilters } from '../../navigation/index.ts';
import classes from './trips.module.css';
import type { WholeTrip } from './wholeTrip.ts';

/**
 * Shows the alerts that the trip raised. Each message has its outcome and its reason. The trip's deletions
 * are also shown.
 */
export function Messages({
  trip: { alerts, deliveries, deletions },
}: {
  readonly trip: WholeTrip;
}): ReactNode {
  const say = useSay();
  const nameOf = useRuleName();
  const [{ alert: marked }] = useFilters(['alert']);
  return (
    <Section title={say('trips.messages')}>
      {alerts.length === 0 && say('trips.noAlerts')}
      {marked !== undefined && alerts.length > 0 && alerts.every(({ rule }) => rule !== marked) && (
        <p>{say('trips.noSuchAlert', { rule: nameOf(marked) })}</p>
      )}
      <Flex component="ul" direction="column" gap="sm">
        {alerts.map((alert) => (
          <Alert
            key={alert.id}
            alert={alert}
            deliveries={deliveries.filter(({ alert_id: id }) => id === alert.id)}
            isMarked={alert.rule === marked}
          />
        ))}
        {deletions.map(({ id, rule, state, score_before: before, score_after: after }) => (
          <li key={id}>
            <FleetLink to={['deletions']} ofWholeFleet>
              {say('trips.deletions')}: {nameOf(rule)}
            </FleetLink>
            , {say.known(`deletions.state_${state}`) ?? state}
            {before !== undefined && after !== undefined && (
              <>
                <br />
                {say('trips.deletion_scores', { before, after })}
              </>
            )}
          </li>
        ))}
      </Flex>
    </Section>
  );
}

type Delivery = WholeTrip['deliveries'][number];

/**
 * Shows one alert with its messages: recipient, time, result and reason. `?alert=RULE` in the URL marks the
 * alert and scrolls to it.
 */
function Alert({
  alert,
  deliveries,
  isMarked,
}: {
  readonly alert: WholeTrip['alerts'][number];
  readonly deliveries: readonly Delivery[];
  readonly isMarked: boolean;
}): ReactNode {
  const say = useSay();
  const nameOf = useRuleName();
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => (isMarked && place.current ? keepInView(place.current) : undefined), [isMarked]);
  return (
    <li ref={place} className={classes['message']} aria-current={isMarked ? 'true' : undefined}>
      <strong>{nameOf(alert.rule)}</strong> <SeverityBadge severity={alert.severity} />
      <br />
      <AlertState alert={alert} />, <When at={alert.at} />
      <Flex component="ul" direction="column" gap="xs" my={6}>
        {deliveries.map((delivery) => (
          <li key={delivery.id}>
            {say(`deliveries.action_${delivery.action}`)} → {delivery.receiver}:{' '}
            {say(
              delivery.outbox_id !== undefined && delivery.state === 'sent'
                ? 'deliveries.stored'
                : `deliveries.state_${delivery.state}`,
            )}
            {delivery.possible_repeat && ` (${say('trips.possibleRepeat')})`}
            <br />
            <Quiet>
              {[whyRecipient(delivery, say), delivery.last_error ?? reasonWords(delivery.reason, say)]
                .filter(Boolean)
                .map((words) => `${words} · `)}
              <When at={delivery.at} />
            </Quiet>
          </li>
        ))}
      </Flex>
      <AlertLink alert={alert}>{say('trips.linkToAlert')}</AlertLink>
    </li>
  );
}

/**
 * Scrolls an element into view, and again when content above moves the element, until the reader's next
 * input.
 * @returns a function that stops the scrolling
 */
function keepInView(place: Element): () => void {
  const watch = new ResizeObserver(() => place.scrollIntoView({ block: 'center' }));
  const stop = (): void => watch.disconnect();
  watch.observe(place.closest('main') ?? place);
  for (const event of ['wheel', 'pointerdown', 'keydown']) addEventListener(event, stop, { once: true });
  return stop;
}

/**
 * Returns the reason why a message went to its recipient: a route, a rotation, the driver record, or a
 * document that names the recipient.
 */
function whyRecipient({ because, kind, action }: Delivery, say: Say): string | undefined {
  if (because !== undefined || action === 'escalate' || action === 'delete_trip') return because;
  if (kind === 'alert' || kind === 'deletion_request') return say('trips.namedByRule');
  return kind === 'incident_page' || kind === 'incident_note' ? say('trips.namedByPolicy') : undefined;
}
