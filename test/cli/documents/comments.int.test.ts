import { expect, it } from 'vitest';
import { useServer } from '../../support/servers/useServer.ts';
import { useCli } from '../../support/servers/useCli.ts';

const server = useServer();
const command = useCli(server, 'editor');

const textOf = (id: string, km: number, comment = 'long trips only'): string => `// Of the depot in the north.
{
  "id": "${id}",
  "name": "Far",
  "severity": "info",
  "conditions": { "all": [{ "fact": "trip.distance_km", "operator": "greaterThan", "value": ${km} }] }, /* ${comment} */
  "actions": [{ "type": "slack", "channel": "#fleet" }]
}
`;
const rules = (name: string, ...more: string[]): ReturnType<typeof command.run> =>
  command.run('rules', name, command.folder, '--fleet', 'north', ...more);

it('comments go to the server with apply and come back with pull', async () => {
  await command.put('far.json', textOf('far', 300));
  expect((await command.run('rules', 'lint', command.folder)).code).toBe(0);
  expect((await rules('apply')).out).toMatch('1 changed.');
  expect((await server.api('GET', '/rules/far')).json).toMatchObject({ source: textOf('far', 300) });

  await command.put('far.json', textOf('far', 300, 'other words'));
  expect((await rules('plan')).out).toMatch(/same/);
  expect((await rules('apply')).out).toMatch('0 changed.');

  await command.put('far.json', textOf('far', 310));
  expect((await rules('plan')).out).toMatch(/changed/);
  await rules('apply');
  await command.put('far.json', '');
  expect((await rules('pull', '--force')).out).toMatch('1 written');
  expect(await command.read('far.json')).toBe(textOf('far', 310));
});

it('a file whose comments were changed here is not overwritten', async () => {
  await command.put('kept.json', textOf('kept', 300));
  await rules('apply');
  await command.put('kept.json', textOf('kept', 300, 'my words'));
  const body = { id: 'kept', name: 'Far', severity: 'info', actions: [{ type: 'slack', channel: '#fleet' }] };
  const conditions = { all: [{ fact: 'trip.distance_km', operator: 'greaterThan', value: 320 }] };
  await server.api('PUT', '/rules/kept', { body: { ...body, conditions } });
  await server.api('POST', '/rules/kept/publish', { body: {} });
  expect((await rules('pull')).out).toMatch(/kept \(changed here\) .*kept\.json/);
  expect(await command.read('kept.json')).toBe(textOf('kept', 300, 'my words'));
  await command.put('kept.json', textOf('kept', 300));
  await rules('pull');
  expect(JSON.parse(await command.read('kept.json'))).toMatchObject({ conditions });
});

it('a draft is saved with its comments, and mistakes are located in the file as it is', async () => {
  await command.put('drafted.json', textOf('drafted', 5));
  expect(
    (await command.run('rules', 'draft', `${command.folder}/drafted.json`, '--fleet', 'north')).code,
  ).toBe(0);
  expect((await server.api('GET', '/rules/drafted')).json).toMatchObject({
    draft_source: textOf('drafted', 5),
  });
  await command.put('drafted.json', textOf('drafted', 5).replace('"info"', '"loud"'));
  expect((await command.run('rules', 'lint', `${command.folder}/drafted.json`)).out).toMatch(
    /drafted\.json:5/,
  );
  const discarded = await command.run('rules', 'discard', 'drafted', '--why', 'Too loud', '--fleet', 'north');
  expect([discarded.code, discarded.out]).toEqual([
    0,
    expect.stringContaining('The draft of drafted is discarded; the published version is unchanged.'),
  ]);
  expect((await server.api('GET', '/rules/drafted')).status).toBe(404);
});
