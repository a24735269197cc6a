import { describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { mistakesOf } from './mistakes.ts';

const TILES = 'https://tiles.example/{z}/{x}/{y}.png?key=k';
const MAP_ATTRIBUTION = '© OpenStreetMap contributors';

describe('the geocoder and the map', () => {
  it('are off by default', () => {
    const config = readConfig({});
    expect('geocoderUrl' in config).toBe(false);
    expect('mapTiles' in config).toBe(false);
  });

  it('are what the variables name, at private addresses too', () => {
    expect(
      readConfig({ GEOCODER_URL: 'http://10.0.0.7:8080', MAP_TILES_URL: TILES, MAP_ATTRIBUTION }),
    ).toMatchObject({
      geocoderUrl: 'http://10.0.0.7:8080',
      mapTiles: { url: TILES, attribution: MAP_ATTRIBUTION },
    });
  });

  it('a map without the names of its makers is refused', () => {
    expect(mistakesOf({ MAP_TILES_URL: TILES })).toEqual([
      'MAP_ATTRIBUTION is not set, and MAP_TILES_URL is: makers of maps ask to be named on every picture. Set it to what their terms say, such as © OpenStreetMap contributors.',
    ]);
    expect(mistakesOf({ MAP_ATTRIBUTION })).toEqual([]);
  });

  it.each([
    'https://tiles.example/{z}/{x}.png',
    'https://{s}.tiles.example/{z}/{x}/{y}.png',
    'ftp://tiles.example/{z}/{x}/{y}.png',
    'tiles.example/{z}/{x}/{y}.png',
    'https://user:password@tiles.example/{z}/{x}/{y}.png',
  ])('%s is no address of tiles, and is not repeated', (MAP_TILES_URL) => {
    expect(mistakesOf({ MAP_TILES_URL, MAP_ATTRIBUTION })).toEqual([
      'MAP_TILES_URL is not an http(s) URL with {z}, {x} and {y}, no other braces, and no user and password.',
    ]);
  });

  it.each(['nominatim.example', 'file:///etc/passwd', 'https://user:password@geo.example'])(
    '%s is no address of a geocoder',
    (GEOCODER_URL) => {
      expect(mistakesOf({ GEOCODER_URL })).toEqual([
        'GEOCODER_URL is not an http(s) URL without user and password.',
      ]);
    },
  );

  it.each(['<a href="x">OSM</a>', 'two\nlines', 'x'.repeat(81)])('%j names no makers', (words) => {
    expect(mistakesOf({ MAP_TILES_URL: TILES, MAP_ATTRIBUTION: words })).toEqual([
      expect.stringMatching(/^MAP_ATTRIBUTION is not one line of 1 to 80 characters/),
    ]);
  });
});
