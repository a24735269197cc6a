import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readAddress, reverseUrl, tileUrl, userAgentOf } from '../../../activities/maps/index.ts';

const answer = (address: object) => JSON.stringify({ place_id: 1, display_name: 'x', address });

describe('readAddress', () => {
  it.each([
    [
      { road: 'Invalidenstraße', house_number: '12', city: 'Berlin', country_code: 'de' },
      'Invalidenstraße 12, Berlin',
    ],
    [{ road: 'Main Street', house_number: '12', town: 'Salem', country_code: 'us' }, '12 Main Street, Salem'],
    [{ road: 'A 10', municipality: 'Werder', county: 'Mark' }, 'A 10, Werder'],
    [{ pedestrian: 'Markt', village: 'Dorf' }, 'Markt, Dorf'],
    [{ suburb: 'Mitte', city: 'Berlin', house_number: '7' }, 'Mitte, Berlin'],
    [{ city: 'Berlin' }, 'Berlin'],
    [{ road: 'A 10', city: 7 }, 'A 10'],
    [{ country: 'Deutschland' }, null],
  ])('of %j is %s', (address, expected) => {
    expect(readAddress(answer(address))).toBe(expected);
  });

  it('is none where the geocoder knows none, and no answer where it is not a geocoder', () => {
    expect(readAddress('{"error":"Unable to geocode"}')).toBeNull();
    for (const text of ['', '<html>', '[]', '{}', 'null', '{"address":"x"}'])
      expect(readAddress(text)).toBeUndefined();
  });
});

describe('what is asked', () => {
  const asked = { latitude: 52.51627, longitude: -0.00001, language: 'de' };

  it('is the reverse interface of Nominatim, with what the configured address asks already', () => {
    expect(reverseUrl('https://geo.example/nominatim/?key=k', asked).href).toBe(
      'https://geo.example/nominatim/reverse?key=k&format=jsonv2&lat=52.51627&lon=-0.00001&zoom=18&addressdetails=1&accept-language=de',
    );
    expect(reverseUrl('https://geo.example', asked).pathname).toBe('/reverse');
  });

  it('of a tile server is the tile by its place', () => {
    expect(tileUrl('https://t.example/{z}/{x}/{y}@2x.png?z={z}', { zoom: 3, x: 4, y: 5 })).toBe(
      'https://t.example/3/4/5@2x.png?z=3',
    );
  });

  it('names the version, and the public address as the contact', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(userAgentOf('https://tripline.example/base')).toBe(
      `Tripline/${version} (+https://tripline.example)`,
    );
    expect(userAgentOf('http://localhost:3000')).toBe(`Tripline/${version}`);
    expect(userAgentOf('http://127.0.0.1:3000')).toBe(`Tripline/${version}`);
  });
});
