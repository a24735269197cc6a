import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSay } from '../language/index.ts';

/**
 * Shows a driver's name with the id beside it, because two drivers may have one name; shows only the id when no name is known.
 */
export function DriverName({
  id,
  name,
}: {
  readonly id: string;
  readonly name?: string | undefined;
}): ReactNode {
  const say = useSay();
  if (name === undefined) return say('words.unknownDriver', { id });
  return (
    <>
      {name}{' '}
      <Text span fz="0.9em" fw={400} c="dimmed">
        {id}
      </Text>
    </>
  );
}
