import type { ReactNode } from 'react';
import { useFleet } from '../../api/index.ts';
import { useSay } from '../../language/index.ts';
import { AlertState, DriverName, PageHeader, SeverityBadge, When, useRuleName } from '../../layout/index.ts';
import {
  DriverSelect,
  FilterDays,
  FilterSelect,
  Filters,
  List,
  Row,
  RuleSelect,
  useDays,
  usePages,
} from '../../lists/index.ts';
import { AlertLink, FleetLink, useFilters } from '../../navigation/index.ts';

const PATH = '/api/v1/fleets/{fleet}/alerts';
const STATES = ['raised', 'held', 'stopped'] as const;
const SEVERITIES = ['critical', 'warning', 'info'] as const;

/** Lists all alerts, newest first, by driver, rule, outcome and day. Each leads to its place on its trip's page. */
export function Alerts(): ReactNode {
  const say = useSay();
  const { groups } = useFleet();
  const nameOf = useRuleName();
  const [filters, set] = useFilters(['driver', 'rule', 'state', 'severity', 'from', 'to']);
  const state = STATES.find((each) => each === filters.state);
  const severity = SEVERITIES.find((each) => each === filters.severity);
  const days = useDays(filters);
  const query = usePages(PATH, {
    limit: 50,
    ...(state && { state }),
    ...(severity && { severity }),
    ...(filters.driver !== undefined && { driver_id: filters.driver }),
    ...(filters.rule !== undefined && { rule: filters.rule }),
    ...days,
  });
  return (
    <>
      <PageHeader
        title={say('alerts.title')}
        lead={say('alerts.lead')}
        actions={groups === undefined && <FleetLink to={['why']}>{say('alerts.askWhy')}</FleetLink>}
      />
      <Filters>
        <DriverSelect value={filters.driver} set={(driver) => set({ driver })} />
        <RuleSelect value={filters.rule} set={(rule) => set({ rule })} />
        <FilterSelect
          label={say('words.state')}
          value={state}
          set={(next) => set({ state: next })}
          options={STATES.map((value) => ({ value, label: say(`alerts.state_${value}`) }))}
        />
        <FilterSelect
          label={say('words.severity')}
          value={severity}
          set={(next) => set({ severity: next })}
          options={SEVERITIES.map((value) => ({ value, label: say(`words.severity_${value}`) }))}
        />
        <FilterDays from={filters.from} to={filters.to} set={set} />
      </Filters>
      <List
        label={say('alerts.title')}
        query={query}
        empty={{ icon: 'alerts', title: say('alerts.none'), help: say('alerts.noneHelp') }}
      >
        {(alert) => (
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
      </List>
    </>
  );
}
