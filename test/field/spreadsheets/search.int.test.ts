import { beforeAll, describe, expect, it } from 'vitest';
import { useServer } from '../../support/servers/useServer.ts';

/** Names as directories have them, typed by people in another way. */
const NAMES: Readonly<Record<string, string>> = {
  composed: 'Jürgen Groß',
  decomposed: 'Ju\u0308rgen Klein',
  cyrillic: 'Яна Щукина',
  greek: 'ΣΟΦΟΣ',
  turkish: 'İbrahim Şahin',
  polish: 'Łukasz Żak',
  danish: 'Søren',
  wide: 'Ａｎｎ',
  korean: '김민준',
  plain: 'Ann Meyer_100%',
};

const server = useServer();
beforeAll(async () => {
  const drivers = Object.entries(NAMES).map(([driver_id, name]) => ({ driver_id, name }));
  const answer = await server.api('POST', '/drivers/import', { body: { drivers } });
  expect(answer.status).toBe(200);
});

async function found(search: string): Promise<readonly string[]> {
  const { json } = await server.api('GET', `/drivers?search=${encodeURIComponent(search)}`);
  return (json['items'] as { driver_id: string }[]).map((each) => each.driver_id);
}

describe('a search for a driver', () => {
  it.each([
    ['Jürgen', ['composed', 'decomposed']],
    ['Ju\u0308rgen', ['composed', 'decomposed']],
    ['jurgen', ['composed', 'decomposed']],
    ['JÜRGEN', ['composed', 'decomposed']],
    ['gross', ['composed']],
    ['GROSS', ['composed']],
    ['яна', ['cyrillic']],
    ['ЩУКИНА', ['cyrillic']],
    ['σοφος', ['greek']],
    ['ibrahim', ['turkish']],
    ['sahin', ['turkish']],
    ['lukasz zak', ['polish']],
    ['ŁUKASZ', ['polish']],
    ['soren', ['danish']],
    ['ann', ['plain', 'wide']],
    ['김', ['korean']],
    ['_100%', ['plain']],
    ['_', ['plain']],
    ['nobody', []],
  ])('%j finds names however they were typed', async (search, drivers) => {
    expect([...(await found(search))].sort()).toEqual(drivers);
  });
});

describe('the preview of an import', () => {
  it('warns of drivers of whom nothing is stored, and of ids that a spreadsheet has shortened', async () => {
    const drivers = 'driver_id,name\nplain,Ann\nplan,Ann\n1.79522E+12,Ben\n';
    const answer = await server.api('POST', '/drivers/import?dry_run=true', {
      raw: drivers,
      type: 'text/csv',
    });
    expect(answer.json).toMatchObject({
      dry_run: true,
      warnings: [
        { pointer: '/drivers/2/driver_id', line: 4, column: 'driver_id' },
        { pointer: '/drivers/1', message: expect.stringContaining('did you mean "plain"') as string },
        { pointer: '/drivers/2', message: expect.stringContaining('nothing is stored') as string },
      ],
    });
  });

  it('names some, and counts the others', async () => {
    const drivers = Array.from({ length: 40 }, (_, n) => ({ driver_id: `new-${n}` }));
    const { json } = await server.api('POST', '/drivers/import?dry_run=true&language=de', {
      body: { drivers },
    });
    const warnings = json['warnings'] as readonly { readonly message: string }[];
    expect(warnings).toHaveLength(11);
    expect(warnings.at(-1)!.message).toBe('zu 30 weiteren dieser Fahrer ist nichts gespeichert');
  });
});
