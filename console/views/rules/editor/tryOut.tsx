import { Button, Flex, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { client, problemOf, read, send, useFleet } from '../../../api/index.ts';
import type { components } from '../../../api/index.ts';
import { useLanguage, useSay } from '../../../language/index.ts';
import { Failed, Section, ToneBadge, useTimes } from '../../../layout/index.ts';
import { useDriverSearch } from '../../../lists/index.ts';
import type { Catalogue, JsonObject } from '../form/index.ts';
import { Trace } from '../trace/index.ts';

const MOST = 20;
type Decision = components['schemas']['Decision'];

/** Simulates the rule on one of a driver's last trips, and shows the outcome and the trace. Sends nothing. */
export function TryOut({
  document,
  catalogue,
  isReadable,
}: {
  readonly document: JsonObject;
  readonly catalogue: Catalogue;
  readonly isReadable: boolean;
}): ReactNode {
  const { say, language } = useLanguage();
  const times = useTimes();
  const { id: fleet } = useFleet();
  const [driver, setDriver] = useState<string | null>(null);
  const [trip, setTrip] = useState<string | null>(null);
  const drivers = useDriverSearch(driver === null ? [] : [driver]);
  const trips = useQuery({
    ...read('/api/v1/fleets/{fleet}/trips', {
      params: { path: { fleet }, query: { driver_id: driver ?? '', limit: MOST } },
    }),
    enabled: driver !== null,
  });
  const test = useMutation({
    mutationFn: (asks: { readonly driver_id: string; readonly trip_id: string }) =>
      send(
        client.POST('/api/v1/fleets/{fleet}/simulations', {
          params: { path: { fleet }, query: { language } },
          body: { rule: document as never, trip: asks },
        }),
      ),
  });
  return (
    <Section title={say('ruleEditor.test')}>
      <Text size="sm" c="dimmed" mb="sm">
        {say('ruleEditor.testHelp')}
      </Text>
      <Flex
        direction={{ base: 'column', sm: 'row' }}
        align={{ base: 'stretch', sm: 'flex-end' }}
        gap="sm"
        mb="sm"
      >
        <Select
          {...drivers}
          flex={1}
          label={say('words.driver')}
          clearable
          value={driver}
          onChange={(next) => {
            setDriver(next);
            setTrip(null);
          }}
        />
        <Select
          flex={1}
          label={say('ruleEditor.trip')}
          disabled={driver === null}
          value={trip}
          data={(trips.data?.items ?? []).map((each) => ({
            value: each.trip_id,
            label: [
              times.dateTime(each.end_time ?? each.first_received_at),
              each.distance_km !== undefined && each.distance_km !== null
                ? say('incidents.distance', { count: Math.round(each.distance_km * 10) / 10 })
                : '',
            ]
              .filter(Boolean)
              .join(', '),
          }))}
          nothingFoundMessage={say('ruleEditor.noTrip')}
          onChange={setTrip}
        />
        <Button
          variant="default"
          disabled={driver === null || trip === null || !isReadable}
          loading={test.isPending}
          onClick={() =>
            driver !== null && trip !== null && test.mutate({ driver_id: driver, trip_id: trip })
          }
        >
          {say('ruleEditor.runTest')}
        </Button>
      </Flex>
      <div aria-live="polite">
        {test.data && <Outcome decision={test.data} catalogue={catalogue} />}
        {test.error &&
          (problemOf(test.error).status === 422 ? (
            <Text size="sm" c="var(--critical)">
              {say('ruleEditor.testRefused')}
            </Text>
          ) : (
            <Failed error={test.error} />
          ))}
      </div>
    </Section>
  );
}

const TONES = {
  matched: 'good',
  not_matched: 'info',
  unknown: 'warning',
  failed: 'critical',
  out_of_scope: 'info',
} as const;

function Outcome({
  decision,
  catalogue,
}: {
  readonly decision: Decision;
  readonly catalogue: Catalogue;
}): ReactNode {
  const say = useSay();
  const [rule] = decision.rules;
  if (!rule) return undefined;
  return (
    <Stack gap="xs" fz="sm">
      <ToneBadge tone={TONES[rule.outcome]} icon={rule.outcome === 'matched' ? 'check' : 'info'} isQuiet>
        {say(`ruleEditor.outcome_${rule.outcome}`)}
      </ToneBadge>
      <p>{rule.sentence}</p>
      <Trace trace={rule.trace} catalogue={catalogue} />
    </Stack>
  );
}
