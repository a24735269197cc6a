import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../rules/vocabulary/index.ts';

interface Answer {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

/** An operation of the generated client. */
type Operation = (options: {
  readonly client: unknown;
  readonly path: Readonly<Record<string, string>>;
  readonly body?: unknown;
}) => Promise<Answer>;

interface Generated {
  readonly sdk: Readonly<Record<string, Operation>>;
  readonly client: unknown;
}

/** Lists, drafts, publishes, back-tests and retires a rule with the generated TypeScript client. @throws what went wrong */
export async function roundTrip(args: {
  readonly folder: string;
  readonly url: string;
  readonly token: string;
  readonly rule: string;
}): Promise<void> {
  const { sdk, client } = await generated(args);
  const document = JSON.parse(await readFile(args.rule, 'utf8')) as JsonObject & { readonly id: string };
  const fleet = 'north';
  const path = { fleet, id: document.id };
  const call = async (name: string, more: Omit<Parameters<Operation>[0], 'client'>): Promise<JsonObject> => {
    const { data, error, response } = await sdk[name]!({ client, ...more });
    if (error !== undefined || data === undefined)
      throw new Error(`${name}: ${response.status} ${JSON.stringify(error)}`);
    return data as JsonObject;
  };

  await call('listRules', { path: { fleet } });
  await call('putRule', { path, body: document });
  await call('publishRule', { path, body: { why: 'A generated client.' } });
  const { error } = await sdk['publishRule']!({ client, path: { fleet, id: 'no-such-rule' }, body: {} });
  if ((error as JsonObject | undefined)?.['code'] !== 'no_document')
    throw new Error(`publishing nothing: ${JSON.stringify(error)}`);
  const { items } = await call('listRules', { path: { fleet } });
  const stored = (items as readonly JsonObject[]).find(({ id }) => id === document.id);
  const { conditions, actions } = (stored?.['rule'] ?? {}) as JsonObject;
  if (!isDeepStrictEqual([conditions, actions], [document['conditions'], document['actions']]))
    throw new Error(`the stored rule is another: ${JSON.stringify(stored)}`);
  const { id } = await call('startBacktest', {
    path: { fleet },
    body: { rule_id: document.id, from: '2026-03-01', to: '2026-03-31' },
  });
  let state: unknown = 'waiting';
  for (let tries = 0; tries < 300 && (state === 'waiting' || state === 'running'); tries++) {
    await pause(200);
    state = (await call('getBacktest', { path: { fleet, id: `${id as string}` } }))['state'];
  }
  if (state !== 'done') throw new Error(`the back-test ended as ${String(state)}`);
  await call('retireRule', { path });
}

async function generated({ folder, url, token }: Parameters<typeof roundTrip>[0]): Promise<Generated> {
  const load = (file: string): Promise<unknown> => import(pathToFileURL(join(folder, file)).href);
  const sdk = (await load('sdk.gen.ts')) as Generated['sdk'];
  const { createClient } = (await load('client/index.ts')) as {
    readonly createClient: (options: object) => unknown;
  };
  // Without a condition it would send the token as a session's cookie as well.
  const auth = ({ scheme }: { readonly scheme?: string }) => (scheme === 'bearer' ? token : undefined);
  return { sdk, client: createClient({ baseUrl: url, auth }) };
}
