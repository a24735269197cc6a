import { expect, it } from 'vitest';
import { checkMaps } from '../../../cli/doctor/index.ts';
import { startMapStandIn } from '../../support/stand-ins/maps.ts';
import type { MapAnswer } from '../../support/stand-ins/maps.ts';
import { useStarted } from '../../support/run/useStarted.ts';

const server = useStarted(startMapStandIn);

async function resultsWhen(answer: MapAnswer) {
  server.answer = answer;
  const mapTiles = { url: server.tilesUrl, attribution: 'Makers' };
  const checks = await checkMaps({
    publicUrl: 'https://tripline.example',
    geocoderUrl: server.geocoderUrl,
    mapTiles,
  });
  expect(JSON.stringify(checks)).not.toContain('secret');
  return checks.map(({ name, result }) => `${name}: ${result}`);
}

it('says nothing of what is not configured', async () => {
  expect(await checkMaps({ publicUrl: 'https://tripline.example' })).toEqual([]);
});

it('asks the geocoder for a known place and the tile server for the tile of the world', async () => {
  expect(await resultsWhen('answers')).toEqual(['geocoder: ok', 'map tiles: ok']);
  expect(server.tiles).toEqual(['/tiles/0/0/0.png?key=secret']);
});

it.each<MapAnswer>(['refuses', 'redirects', 'sends rubbish'])(
  'says of servers of which each %s that they do not work, without their addresses',
  async (answer) => {
    expect(await resultsWhen(answer)).toEqual(['geocoder: fail', 'map tiles: fail']);
  },
);
