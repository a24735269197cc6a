import { Button, Group, Text } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useFleet } from '../../../api/index.ts';
import { useSay } from '../../../language/index.ts';
import {
  BackLink,
  Columns,
  Icon,
  Loaded,
  PageHeader,
  Section,
  SeverityBadge,
  When,
} from '../../../layout/index.ts';
import { FleetLink, addressOf } from '../../../navigation/index.ts';
import { ModeBadge, RuleWords, nameOf, ruleOf } from '../parts/index.ts';
import { StartBacktest } from '../start/index.ts';
import { useStoredRule } from '../stored/index.ts';
import type { StoredRule } from '../stored/index.ts';
import { AlertsPerWeek } from './alertsPerWeek.tsx';
import { Backtests } from './backtests.tsx';
import { Comparisons } from './comparisons.tsx';
import { Draft } from './draft.tsx';
import { History } from './history.tsx';
import { Retire } from './retire.tsx';
import { Warnings } from './warnings.tsx';

/** Shows the page of one rule. */
export function RulePage(): ReactNode {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const query = useStoredRule(id);
  return (
    <Loaded query={query} rows={8}>
      {(stored) => <Shown stored={stored} />}
    </Loaded>
  );
}

function Shown({ stored }: { readonly stored: StoredRule }): ReactNode {
  const say = useSay();
  const { mayEdit } = useFleet();
  const [isStarting, setStarting] = useState(false);
  const published = ruleOf(stored.rule);
  const shown = published ?? ruleOf(stored.draft);
  return (
    <>
      <BackLink to={['rules']}>{say('rules.back')}</BackLink>
      <PageHeader
        title={nameOf(stored)}
        lead={
          <Group gap="4px 14px">
            {shown && <SeverityBadge severity={shown.severity} />}
            {published ? <ModeBadge mode={published.mode} /> : say('rules.notPublished')}
            <code>{stored.id}</code>
            {stored.version !== undefined && stored.published_at !== undefined && (
              <span>
                {say('rules.version', { version: stored.version })} · <When at={stored.published_at} />
              </span>
            )}
          </Group>
        }
        actions={
          mayEdit && (
            <>
              <Button
                variant="default"
                leftSection={<Icon name="chart" />}
                onClick={() => setStarting(true)}
                disabled={!shown}
              >
                {say('rules.backtest')}
              </Button>
              <EditLink id={stored.id} />
            </>
          )
        }
      />
      <Columns
        aside={
          <>
            {published && (
              <>
                <AlertsPerWeek rule={stored.id} />
                <Text px={18} fw={600}>
                  <FleetLink to={['why']} search={{ rule: stored.id }}>
                    {say('rules.whyNoAlert')}
                  </FleetLink>
                </Text>
              </>
            )}
            <Backtests rule={stored.id} start={() => setStarting(true)} />
            {mayEdit && published && <Retire stored={stored} />}
          </>
        }
      >
        {stored.draft !== undefined && <Draft stored={stored} backtest={() => setStarting(true)} />}
        {published && <Comparisons rule={stored.id} />}
        {shown && (
          <Section title={say(published ? 'rules.says' : 'rules.draftSays')}>
            {shown.description !== undefined && <Text mb="md">{shown.description}</Text>}
            <RuleWords document={shown.document} />
            {stored.draft === undefined && <Warnings rule={stored.id} document={shown.document} />}
          </Section>
        )}
        <History stored={stored} />
      </Columns>
      <StartBacktest stored={stored} opened={isStarting} close={() => setStarting(false)} />
    </>
  );
}

function EditLink({ id }: { readonly id: string }): ReactNode {
  const say = useSay();
  const { id: fleet } = useFleet();
  return (
    <Button
      renderRoot={(props) => <Link {...props} to={addressOf(fleet, 'rules', id, 'edit')} />}
      leftSection={<Icon name="edit" />}
    >
      {say('rules.edit')}
    </Button>
  );
}
