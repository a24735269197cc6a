import { Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { components } from '../api/index.ts';
import { DriverName, Quiet, SeverityBadge, StateBadge, When, useRuleName } from '../layout/index.ts';
import { FleetLink } from '../navigation/index.ts';
import classes from './lists.module.css';

/** Shows an incident in a list: its severity, rule, driver, state, assignee and time, as a link to its page. */
export function IncidentLink({
  incident,
}: {
  readonly incident: components['schemas']['Incident'];
}): ReactNode {
  const nameOf = useRuleName();
  return (
    <FleetLink to={['incidents', incident.id]} className={classes['incident']}>
      <SeverityBadge severity={incident.severity} />
      <Stack gap={0} miw={0}>
        <strong>{nameOf(incident.rule)}</strong>
        <Quiet>
          <DriverName id={incident.driver_id} name={incident.driver_name} />
        </Quiet>
      </Stack>
      <Group gap="0 8px">
        <StateBadge state={incident.state} isUnanswered={incident.unanswered_since !== undefined} />
        <Quiet>{incident.resolved_by ?? incident.assignee ?? ''}</Quiet>
      </Group>
      <Quiet>
        <When at={incident.opened_at} as="relative" />
      </Quiet>
    </FleetLink>
  );
}
