import { expect, it } from 'vitest';
import { recordAudit } from '../../../../store/db/index.ts';
import { publishDocument, retireDocument, saveDraft } from '../../../../store/documents/index.ts';
import { createPersonalToken, recordSignIn } from '../../../../store/identity/index.ts';
import { TOKENS } from '../../../support/servers/server.ts';
import { useServer } from '../../../support/servers/useServer.ts';
import { storeDirectory } from '../../../support/store/records.ts';

const at = new Date('2026-03-10T12:00:00Z');
const by = { fleetId: 'north', who: 'ann', at };

const server = useServer();

interface Entry {
  readonly action: string;
  readonly subject_id: string;
  readonly subject_name?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

async function entries(query: string): Promise<readonly Entry[]> {
  const { json } = await server.api('GET', `/audit?${query}`, { token: TOKENS.viewer });
  return (json as { items: readonly Entry[] }).items;
}

it('names what documents are called now: published, as a draft, retired, or not at all', async () => {
  for (const [id, body] of [
    ['published', { id: 'published', name: 'Phone use' }],
    ['retired', { id: 'retired', name: 'Old rule' }],
    ['nameless', { id: 'nameless' }],
  ] as const) {
    const rule = { ...by, kind: 'rule', id } as const;
    await saveDraft(server.db, { ...rule, body });
    await publishDocument(server.db, rule);
    if (id === 'retired') await retireDocument(server.db, rule);
  }
  await saveDraft(server.db, {
    ...by,
    kind: 'rotation',
    id: 'draft',
    body: { id: 'draft', name: 'On call' },
  });
  const named = (await entries('who=ann')).map(({ subject_id: id, subject_name: name }) => [id, name]);
  expect(Object.fromEntries(named)).toEqual({
    published: 'Phone use',
    retired: 'Old rule',
    nameless: undefined,
    draft: 'On call',
  });
});

it('names drivers, users and personal tokens, and the drivers of details; a name that is gone is left out', async () => {
  await storeDirectory(server.db, { ...by, rows: [{ driverId: 'd-1', fields: { name: 'Jana Novak' } }] });
  const { user } = await recordSignIn(server.db, {
    issuer: 'https://id.example',
    subject: 'olga',
    name: 'Olga',
    reservedNames: [],
    at,
    grants: [{ fleetId: 'north', role: 'editor' }],
  });
  const token = await createPersonalToken(server.db, {
    ...by,
    who: 'Olga',
    userId: user.id,
    name: 'Export',
    role: 'viewer',
    expiresAt: new Date(at.getTime() + 86_400_000),
  });
  await recordAudit(server.db, {
    ...by,
    action: 'trip.parked',
    subjectType: 'trip',
    subjectId: 'd-1/7',
    details: { driver_id: 'd-1' },
  });
  await recordAudit(server.db, {
    ...by,
    action: 'sign_in.refused',
    subjectType: 'user',
    subjectId: 'no-uuid',
  });
  expect((await entries('subject_type=driver'))[0]).toMatchObject({ subject_name: 'Jana Novak' });
  expect((await entries('action=user.signed_in'))[0]).toMatchObject({
    subject_id: user.id,
    subject_name: 'Olga',
  });
  expect((await entries('subject_type=personal_token'))[0]).toMatchObject({
    subject_id: token!.id,
    subject_name: 'Export',
  });
  expect((await entries('subject_type=trip'))[0]?.details).toEqual({
    driver_id: 'd-1',
    driver_name: 'Jana Novak',
  });
  expect((await entries('action=sign_in.refused'))[0]?.subject_name).toBeUndefined();
});
