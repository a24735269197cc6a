import { Flex, SimpleGrid, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read, useFleet } from '../../../api/index.ts';
import type { Answer } from '../../../api/index.ts';
import { useSay } from '../../../language/index.ts';
import { Figure, Loaded, Section, When } from '../../../layout/index.ts';
import { FleetLink } from '../../../navigation/index.ts';

type Comparison = Answer<'/api/v1/fleets/{fleet}/rules/{id}/comparison'>['items'][number];
type Side = keyof Comparison['examples'];
const SIDES = ['both', 'only_original', 'only_copy'] as const satisfies readonly Side[];

/** Shows the alerts of a rule compared with those of each shadow copy. Shows nothing when there is no copy. */
export function Comparisons({ rule }: { readonly rule: string }): ReactNode {
  const { id: fleet } = useFleet();
  const query = useQuery({
    ...read('/api/v1/fleets/{fleet}/rules/{id}/comparison', { params: { path: { fleet, id: rule } } }),
    staleTime: 0,
    refetchInterval: 60_000,
  });
  if (query.isPending) return null;
  return (
    <Loaded query={query}>
      {({ items }) => items.map((each) => <Compared key={each.copy} comparison={each} rule={rule} />)}
    </Loaded>
  );
}

function Compared(props: { readonly comparison: Comparison; readonly rule: string }): ReactNode {
  const say = useSay();
  const { original, copy, since, passed, examples } = props.comparison;
  const [key, other] =
    props.rule === copy ? (['rules.toOriginal', original] as const) : (['rules.toCopy', copy] as const);
  return (
    <Section
      title={say('rules.comparison')}
      aside={
        <>
          {say('rules.comparedSince')} <When at={since} />
        </>
      }
    >
      <SimpleGrid minColWidth={130} autoFlow="auto-fit">
        {SIDES.map((side) => (
          <Figure key={side} value={props.comparison[side]} note={say(`rules.compared_${side}`)} />
        ))}
      </SimpleGrid>
      <Text size="sm" c="dimmed" my="sm">
        {say('rules.comparedPassed', passed)}
      </Text>
      <FleetLink to={['rules', other]}>{say(key, { id: other })}</FleetLink>
      {SIDES.map((side) => (
        <Examples key={side} side={side} items={examples[side]} />
      ))}
    </Section>
  );
}

function Examples(props: { readonly side: Side; readonly items: Comparison['examples'][Side] }): ReactNode {
  const say = useSay();
  if (props.items.length === 0) return null;
  return (
    <>
      <Title order={3} mt="md" mb={6}>
        {say(`rules.compared_${props.side}`)}
      </Title>
      <ul>
        {props.items.map(({ driver_id: driver, driver_name: name, trip_id: trip, at }) => (
          <Flex
            key={`${driver} ${trip}`}
            component="li"
            wrap="wrap"
            justify="space-between"
            gap="2px 16px"
            fz="sm"
          >
            <FleetLink to={['trips', driver, trip]}>
              {name === undefined ? say('words.unknownDriver', { id: driver }) : `${name} (${driver})`}
            </FleetLink>
            <When at={at} />
          </Flex>
        ))}
      </ul>
    </>
  );
}
