import { expect, it } from 'vitest';
import { TOKENS } from '../../support/servers/server.ts';
import { useServer } from '../../support/servers/useServer.ts';

const server = useServer();

const post = (path: string, raw: string) => server.api('POST', path, { token: TOKENS.admin, raw });
const LARGE = '10101672903689391';

it('a directory with a driver id beyond 2^53 is refused where it stands, and names no other driver', async () => {
  const { status, json } = await post(
    '/drivers/import',
    `{"drivers":[{"driver_id":"d-1"},{"driver_id":${LARGE},"name":"Ann"}]}`,
  );
  expect(status).toBe(422);
  expect(json['errors']).toMatchObject([{ pointer: '/drivers/1/driver_id' }]);
  expect((await server.api('GET', '/drivers/10101672903689392')).status).toBe(404);
});

it('a directory takes the id as text, and 77.0 as 77', async () => {
  const ids = `{"drivers":[{"driver_id":"${LARGE}","name":"Ann"},{"driver_id":77.0,"name":"Ben"}]}`;
  expect((await post('/drivers/import', ids)).status).toBe(200);
  expect((await server.api('GET', `/drivers/${LARGE}`)).json).toMatchObject({ name: 'Ann' });
  expect((await server.api('GET', '/drivers/77')).json).toMatchObject({ name: 'Ben' });
  expect((await post('/drivers/import', '{"drivers":[{"driver_id":1e21,"name":"Cy"}]}')).status).toBe(422);
});

it.each([
  [
    'a rule',
    'PUT',
    '/rules/badge',
    `{"id":"badge","name":"Badge","severity":"info","mode":"off","conditions":{"all":[
      {"fact":"driver.attributes","path":"$.badge","operator":"equal","value":${LARGE}}]},"actions":[]}`,
    '/conditions/all/0/value',
  ],
  [
    'a simulation',
    'POST',
    '/simulations',
    `{"rule_id":"badge","trip":{"driver_id":"d","info":{"odometer":${LARGE}}}}`,
    '/trip/info/odometer',
  ],
  [
    'a large simulation',
    'POST',
    '/simulations',
    `{"rule_id":"badge","trip":{"driver_id":"d","simple_path":[${'1,'.repeat(40_000)}${LARGE}]}}`,
    '/trip/simple_path/40000',
  ],
] as const)(
  '%s with a number that would change is refused where it stands',
  async (_what, method, path, raw, pointer) => {
    const { status, json } = await server.api(method, path, { token: TOKENS.admin, raw });
    expect([status, json['errors']]).toMatchObject([422, [{ pointer }]]);
  },
);
