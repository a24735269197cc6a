import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { client, problemOf, send, useFleet, useSpeaker } from '../../api/index.ts';
import { useSay } from '../../language/index.ts';

/** Evaluates the trip again without sending anything, and shows how many rules match now. */
export function Replay({
  driverId,
  tripId,
}: {
  readonly driverId: string;
  readonly tripId: string;
}): ReactNode {
  const say = useSay();
  const { id: fleet } = useFleet();
  const by = useSpeaker();
  const replay = useMutation({
    mutationFn: () =>
      send(
        client.POST('/api/v1/fleets/{fleet}/trips/{driver_id}/{trip_id}/replay', {
          params: { path: { fleet, driver_id: driverId, trip_id: tripId } },
          body: { effects: false, ...by },
        }),
      ),
    onSuccess: ({ rules }) =>
      notifications.show({
        color: 'accent',
        message: say('trips.replayed', {
          count: rules.filter(({ outcome }) => outcome === 'matched').length,
        }),
      }),
    onError: (error) => notifications.show({ color: 'red', message: problemOf(error).message }),
  });
  return (
    <Button
      variant="default"
      title={say('trips.replayHelp')}
      loading={replay.isPending}
      onClick={() => replay.mutate()}
    >
      {say('trips.replay')}
    </Button>
  );
}
