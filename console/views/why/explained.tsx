import { Box, Flex, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { components } from '../../api/index.ts';
import { useSay } from '../../language/index.ts';
import { IconItem, Quiet, Section, When } from '../../layout/index.ts';
import { FleetLink } from '../../navigation/index.ts';

type Explanation = components['schemas']['Explanation'];
type Stage = Explanation['stages'][number];

const TONES = {
  passed: 'good',
  stopped: 'critical',
  not_reached: undefined,
  unknown: 'warning',
} as const;
const SIGNS = { passed: 'check', stopped: 'cross', not_reached: 'open', unknown: 'info' } as const;

/** Shows the answer first. Below are all stages of the trip that came furthest, and then each trip of the day. */
export function Explained({ answer }: { readonly answer: Explanation }): ReactNode {
  const say = useSay();
  const { driver_id: driverId, trips } = answer;
  return (
    <Stack maw={860}>
      <Section title={say('why.answer')}>
        <Text size="lg">{answer.answer}</Text>
      </Section>
      <Section title={say('why.stages')}>
        <Stages stages={answer.stages} />
      </Section>
      <Section title={say('why.trips')}>
        {trips.length === 0 && say('why.noTrips')}
        <Flex component="ul" direction="column" gap={10}>
          {trips.map((trip) => (
            <Flex key={trip.trip_id} component="li" gap="md">
              <Box flex="none" w={64}>
                <FleetLink to={['trips', driverId, trip.trip_id]}>
                  {trip.ended_at === undefined ? trip.trip_id : <When at={trip.ended_at} as="time" />}
                </FleetLink>
              </Box>
              <span>{trip.answer}</span>
            </Flex>
          ))}
        </Flex>
        {answer.has_more_trips && say('why.moreTrips')}
      </Section>
    </Stack>
  );
}

function Stages({ stages }: { readonly stages: readonly Stage[] }): ReactNode {
  const say = useSay();
  return (
    <Flex component="ol" direction="column" gap={10}>
      {stages.map(({ stage, state, detail }) => (
        <IconItem key={stage} icon={SIGNS[state]} size={16} tone={TONES[state]} data-state={state}>
          <Text
            span
            fw={state === 'not_reached' ? 400 : 600}
            {...(state === 'stopped' && { c: 'var(--critical)' })}
          >
            {say(`why.stage_${stage}`)}
          </Text>{' '}
          <Quiet>({say(`why.${state}`)})</Quiet>
          {detail !== undefined && <div>{detail}</div>}
        </IconItem>
      ))}
    </Flex>
  );
}
