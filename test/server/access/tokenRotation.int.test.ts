import { afterEach, expect, it } from 'vitest';
import type { FleetConfig } from '../../../config.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { FLEETS, startServerInTest } from '../../support/servers/server.ts';
import type { ServerInTest } from '../../support/servers/server.ts';

const inTest = useDatabase();
let server: ServerInTest | undefined;
afterEach(() => server?.close());

const [OLD, NEW] = ['planted-old-token', 'planted-new-token'];

/** Restarts the server with these tokens of its only fleet, for the API and for webhooks: one step of a rotation. */
async function restartedWith(...tokens: readonly string[]): Promise<ServerInTest> {
  await server?.close();
  const fleet: FleetConfig = {
    ...FLEETS[0]!,
    webhookTokens: tokens,
    apiTokens: tokens.map((token, index) => ({ role: 'viewer', name: `reader ${index}`, token })),
  };
  server = await startServerInTest(inTest.database, { fleets: [fleet] });
  return server;
}

/** Returns the statuses that a token gets: from the API, as part of the webhook's path, and as Basic password. */
async function opened(at: ServerInTest, token: string): Promise<number[]> {
  const webhook = { method: 'POST', body: '{"type":"OTHER"}' };
  const authorization = `Basic ${btoa(`any:${token}`)}`;
  const { status } = await at.api('GET', '/trips', { token });
  const others = await Promise.all([
    fetch(`${at.url}/webhooks/north/${token}`, webhook),
    fetch(`${at.url}/webhooks/north`, { ...webhook, headers: { authorization } }),
  ]);
  return [status, ...others.map((each) => each.status)];
}

it('a rotation: both tokens open while both are listed, and each is shut out as soon as it is not', async () => {
  const all = [200, 200, 200];
  const none = [401, 401, 401];
  const steps: [readonly string[], number[], number[]][] = [
    [[OLD], all, none],
    [[OLD, NEW], all, all],
    [[NEW, OLD], all, all],
    [[NEW], none, all],
  ];
  for (const [tokens, old, fresh] of steps) {
    const at = await restartedWith(...tokens);
    expect([await opened(at, OLD), await opened(at, NEW)], tokens.join()).toEqual([old, fresh]);
    expect(at.logged()).not.toContain('planted-');
  }
});
