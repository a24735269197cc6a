import type { ReactNode } from 'react';
import { useFleet } from '../../api/index.ts';
import { useSay } from '../../language/index.ts';
import { AlertState, DriverName, PageHeader, SeverityBadge, When, useRuleName } from '../../layout/index.ts';
import { List, Row } from '../../lists/index.ts';
import { AlertLink, FleetLink } from '../../navigation/index.ts';

const STATES = ['raised', 'held', 'stopped'] as const;
const SEVERITIES = ['critical', 'warning', 'info'] as const;

/**
 * Lists all alerts, newest first, with filters by driver, rule, outcome and day. Each leads to the alert on
 * its trip's page.
 */
export function Alerts(): ReactNode {
  const say = useSay();
  const { groups } = useFleet();
  const nameOf = useRuleName();
  return (
    <>
      <PageHeader
        title={say('alerts.title')}
        lead={say('alerts.lead')}
        actions={groups === undefined && <FleetLink to={['why']}>{say('alerts.askWhy')}</FleetLink>}
      />
      <List
        path="/api/v1/fleets/{fleet}/alerts"
        label={say('alerts.title')}
        query={{ limit: 50 }}
        filters={[
          'driver',
          'rule',
          {
            name: 'state',
            label: say('words.state'),
            options: STATES.map((value) => ({ value, label: say(`alerts.state_${value}`) })),
          },
          {
            name: 'severity',
            label: say('words.severity'),
            options: SEVERITIES.map((value) => ({ value, label: say(`words.severity_${value}`) })),
          },
          'days',
        ]}
        empty={{ icon: 'alerts', title: say('alerts.none'), help: say('alerts.noneHelp') }}
        row={(alert) => (
          <Row
            key={alert.id}
            badge={<SeverityBadge severity={alert.severity} />}
            title={<AlertLink alert={alert}>{nameOf(alert.rule)}</AlertLink>}
            lines={[
              <DriverName key="driver" id={alert.driver_id} name={alert.driver_name} />,
              <AlertState key="state" alert={alert} />,
            ]}
            time={<When at={alert.at} />}
          />
        )}
      />
    </>
  );
}
