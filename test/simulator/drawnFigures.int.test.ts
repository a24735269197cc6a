import { describe, expect, it } from 'vitest';
import { startSimulator } from '../../simulator/simulator.ts';
import { useStarted } from '../support/run/useStarted.ts';

const RANGE = 'start_date=2026-06-01&end_date=2026-06-07';

interface Listed {
  readonly next_offset?: number;
  readonly drivers: readonly {
    readonly driver_id: string;
    readonly info: { readonly trip_count?: number; readonly num_trips?: number };
  }[];
}

describe('drawn figures', () => {
  const simulator = useStarted(() =>
    startSimulator({
      apiKey: 'key',
      seed: 7,
      drivers: 100_000,
      drawnFigures: true,
      startAt: '2026-06-10T12:00:00Z',
    }),
  );

  async function ask<T>(path: string): Promise<T> {
    return (await (await fetch(`${simulator.url}/v3${path}&apikey=key`)).json()) as T;
  }

  it('serve pages deep in a fleet of a hundred thousand, of active drivers only and the same each time', async () => {
    const page = `/drivers?${RANGE}&limit=50&offset=20000&fields=info,driving_behavior`;
    const [one, other] = [await ask<Listed>(page), await ask<Listed>(page)];
    expect(one).toEqual(other);
    expect(one.next_offset).toBe(20_050);
    expect(new Set(one.drivers.map((each) => each.driver_id)).size).toBe(50);
    for (const { info } of one.drivers) expect(info.trip_count ?? info.num_trips).toBeGreaterThan(0);
  });

  it('add up: a week has the trips of its days', async () => {
    const trips = async (range: string): Promise<number> => {
      const { drivers } = await ask<Listed>(`/drivers?${range}&ids=d-1&fields=info`);
      return drivers[0]!.info.trip_count ?? drivers[0]!.info.num_trips ?? Number.NaN;
    };
    let sum = 0;
    for (let day = 1; day <= 7; day += 1)
      sum += await trips(`start_date=2026-06-0${day}&end_date=2026-06-0${day}`);
    expect(sum).toBeGreaterThan(0);
    expect(await trips(RANGE)).toBe(sum);
  });
});
