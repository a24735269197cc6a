import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import { listAlarms, raiseAlarm } from '../../../store/alarms/index.ts';
import { listAudit, recordAudit } from '../../../store/db/index.ts';
import {
  getDocument,
  getVersion,
  listDocuments,
  listVersions,
  publishDocument,
  publishedDocuments,
  retireDocument,
  rollbackDocument,
  saveDraft,
} from '../../../store/documents/index.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { at } from '../examples.ts';

const test = useDatabase();
const edit = { who: 'editor-token', by: 'Ann', why: 'too noisy', at: at('12:00:00') };
const rule = (id: string, fleetId = 'f') => ({ fleetId, kind: 'rule' as const, id });
const draft = (id: string, body: JsonObject) => saveDraft(test.db, { ...rule(id), ...edit, body });
const publish = (id: string) => publishDocument(test.db, { ...rule(id), ...edit });
const counts = async (id: string) =>
  (await publishedDocuments(test.db, { fleetId: 'f', kind: 'rule' })).find((each) => each.id === id);

describe('the life of a document', () => {
  it('counts only once it is published', async () => {
    await draft('life', { name: 'one' });
    expect(await counts('life')).toBeUndefined();
    expect(await getDocument(test.db, rule('life'))).toMatchObject({
      draft: { name: 'one' },
      published: null,
      draftBy: 'editor-token',
    });
    expect(await publish('life')).toEqual({ ok: true, version: 1, isNew: true });
    expect(await counts('life')).toMatchObject({ id: 'life', version: 1, body: { name: 'one' } });
    expect(await getDocument(test.db, rule('life'))).toMatchObject({
      draft: null,
      published: { name: 'one' },
      publishedVersion: 1,
    });
  });

  it('keeps the order of keys as they were written', async () => {
    const body = { zebra: 1, id: 'x', a: { z: 1, b: 2 } };
    await draft('order', body);
    await publish('order');
    expect(JSON.stringify((await counts('order'))?.body)).toBe(JSON.stringify(body));
  });

  it('answers the same version for what is published already, whatever the order of keys', async () => {
    await draft('same', { a: 1, b: [1, 2] });
    await publish('same');
    expect(await publish('same')).toEqual({ ok: true, version: 1, isNew: false });
    await draft('same', { b: [1, 2], a: 1 });
    expect(await publish('same')).toEqual({ ok: true, version: 1, isNew: false });
    expect((await getDocument(test.db, rule('same')))?.draft).toBeNull();
    await draft('same', { b: [2, 1], a: 1 });
    expect(await publish('same')).toEqual({ ok: true, version: 2, isNew: true });
  });

  it('gets one version from twenty who publish at once', async () => {
    await draft('race', { a: 1 });
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => publish('race')));
    expect(outcomes.filter((outcome) => outcome.ok && outcome.isNew)).toHaveLength(1);
    expect((await listVersions(test.db, rule('race'))).items).toHaveLength(1);
  });

  it('goes back by a new version, and keeps the draft', async () => {
    for (const name of ['one', 'two']) {
      await draft('back', { name });
      await publish('back');
    }
    await draft('back', { name: 'three' });
    const rollback = (version: number) => rollbackDocument(test.db, { ...rule('back'), ...edit, version });
    expect(await rollback(1)).toEqual({ ok: true, version: 3, isNew: true });
    expect(await counts('back')).toMatchObject({ version: 3, body: { name: 'one' } });
    expect((await getDocument(test.db, rule('back')))?.draft).toEqual({ name: 'three' });
    expect(await getVersion(test.db, { ...rule('back'), version: 3 })).toMatchObject({
      rolledBackFrom: 1,
      who: 'editor-token',
      by: 'Ann',
      why: 'too noisy',
    });
    expect(await rollback(3)).toEqual({ ok: true, version: 3, isNew: false });
    expect(await rollback(9)).toEqual({ ok: false, because: 'no_such_version' });
  });

  it('can be taken out of use and put back', async () => {
    await draft('prune', { a: 1 });
    await publish('prune');
    const retire = () => retireDocument(test.db, { ...rule('prune'), ...edit });
    expect([await retire(), await retire()]).toEqual([true, false]);
    expect(await counts('prune')).toBeUndefined();
    expect(await publish('prune')).toEqual({ ok: false, because: 'no_draft' });
    await draft('prune', { a: 1 });
    expect(await publish('prune')).toEqual({ ok: true, version: 2, isNew: true });
  });

  it('cannot be published, rolled back or found when it was never written', async () => {
    expect(await publish('never')).toEqual({ ok: false, because: 'no_such_document' });
    expect(await rollbackDocument(test.db, { ...rule('never'), ...edit, version: 1 })).toMatchObject({
      ok: false,
    });
    expect(await getDocument(test.db, rule('never'))).toBeUndefined();
  });

  it('keeps the text of each version, also where only comments change', async () => {
    const save = (source: string | undefined, a = 1) =>
      saveDraft(test.db, { ...rule('source'), ...edit, body: { a }, source });
    const sources = async () =>
      (await listVersions(test.db, rule('source'))).items.map(({ version, source }) => [version, source]);
    await save('{"a": 1} // one');
    expect(await getDocument(test.db, rule('source'))).toMatchObject({ draftSource: '{"a": 1} // one' });
    await publish('source');
    await save('{"a": 2} // two', 2);
    await publish('source');
    await save(undefined, 3);
    await publish('source');
    await rollbackDocument(test.db, { ...rule('source'), ...edit, version: 2 });
    expect(await sources()).toEqual([
      [4, '{"a": 2} // two'],
      [3, null],
      [2, '{"a": 2} // two'],
      [1, '{"a": 1} // one'],
    ]);
    await save('{"a": 2} // better', 2);
    expect(await publish('source')).toEqual({ ok: true, version: 4, isNew: false });
    await save(undefined, 2);
    expect(await publish('source')).toEqual({ ok: true, version: 4, isNew: false });
    expect(await getDocument(test.db, rule('source'))).toMatchObject({
      source: '{"a": 2} // better',
      draftSource: null,
      publishedVersion: 4,
    });
    const { items } = await listAudit(test.db, { fleetId: 'f', subjectType: 'rule', subjectId: 'source' });
    expect(items.filter(({ action }) => action === 'rule.commented')).toMatchObject([
      { details: { version: 4 }, who: 'editor-token', by: 'Ann' },
    ]);
  });

  it('takes texts that PostgreSQL would refuse', async () => {
    await draft('nul', { name: 'a\0b', half: '\ud800' });
    expect(await publish('nul')).toMatchObject({ ok: true });
    await draft('nul', { name: 'a\0b', half: '\ud800' });
    expect(await publish('nul')).toMatchObject({ isNew: false });
  });

  it('is distinguished by kind and fleet', async () => {
    await saveDraft(test.db, { fleetId: 'f', kind: 'condition', id: 'life', ...edit, body: { other: true } });
    await saveDraft(test.db, { ...rule('life', 'g'), ...edit, body: { theirs: true } });
    expect((await getDocument(test.db, rule('life')))?.published).toEqual({ name: 'one' });
    expect((await listDocuments(test.db, { fleetId: 'g', kind: 'rule' })).items).toHaveLength(1);
  });

  it('is listed newest first, in pages', async () => {
    for (const id of ['a', 'b', 'c']) await saveDraft(test.db, { ...rule(id, 'pages'), ...edit, body: {} });
    const list = (cursor?: string) =>
      listDocuments(test.db, { fleetId: 'pages', kind: 'rule', limit: 2, cursor });
    const first = await list();
    const second = await list(first.nextCursor);
    expect([...first.items, ...second.items].map((each) => each.id)).toEqual(['c', 'b', 'a']);
    expect(second.nextCursor).toBeUndefined();
  });

  it('lists versions newest first, in pages', async () => {
    for (const name of ['1', '2', '3']) {
      await draft('versions', { name });
      await publish('versions');
    }
    const first = await listVersions(test.db, { ...rule('versions'), limit: 2 });
    const second = await listVersions(test.db, { ...rule('versions'), limit: 2, cursor: first.nextCursor });
    expect([...first.items, ...second.items].map((each) => each.version)).toEqual([3, 2, 1]);
  });
});

describe('an alarm of receivers whom an escalation policy could not notify', () => {
  const fleetId = 'alarmed';
  const publishAs = async (kind: 'escalation-policy' | 'rotation', id: string) => {
    await saveDraft(test.db, { fleetId, kind, id, ...edit, body: { id } });
    await publishDocument(test.db, { fleetId, kind, id, ...edit });
  };
  const openAlarms = async () => {
    const alarms = await listAlarms(test.db, { fleetId, openOnly: true });
    return alarms.map(({ kind, subject }) => `${kind} ${subject}`).sort();
  };
  const raise = async (kind: 'escalation_receivers' | 'escalation_policy', subject: string) =>
    raiseAlarm(test.db, { fleetId, kind, subject, message: 'Nobody.', at: at('11:00:00') });

  it('ends when its policy is published anew, and only its own', async () => {
    await raise('escalation_receivers', 'night');
    await raise('escalation_receivers', 'day');
    await publishAs('escalation-policy', 'night');
    expect(await openAlarms()).toEqual(['escalation_receivers day']);
  });

  it('ends, of every policy, when a rotation is published; other alarms stand', async () => {
    await raise('escalation_receivers', 'night');
    await raise('escalation_policy', 'gone');
    await publishAs('rotation', 'on-call');
    expect(await openAlarms()).toEqual(['escalation_policy gone']);
  });
});

describe('the audit log', () => {
  it('holds each edit with who, by, when and why, and nothing for a repeated publish', async () => {
    const { items } = await listAudit(test.db, { fleetId: 'f', subjectType: 'rule', subjectId: 'back' });
    expect(items.map((entry) => entry.action)).toEqual([
      'rule.rolled_back',
      'rule.draft_saved',
      'rule.published',
      'rule.draft_saved',
      'rule.published',
      'rule.draft_saved',
    ]);
    expect(items[0]).toMatchObject({ who: 'editor-token', by: 'Ann', why: 'too noisy', at: edit.at });
    const race = await listAudit(test.db, { fleetId: 'f', subjectId: 'race', action: 'rule.published' });
    expect(race.items).toHaveLength(1);
  });

  it('goes with the edit when the transaction is undone', async () => {
    const undone = test.db.transaction().execute(async (tx) => {
      await saveDraft(tx, { ...rule('undone'), ...edit, body: {} });
      throw new Error('on purpose');
    });
    await expect(undone).rejects.toThrow('on purpose');
    expect((await listAudit(test.db, { fleetId: 'f', subjectId: 'undone' })).items).toEqual([]);
  });

  const entry = {
    fleetId: 'log',
    at: at('12:00:00'),
    who: 'x',
    action: 'a',
    subjectType: 's',
    subjectId: '1',
  };

  it.each([
    ['changed', sql`update audit set who = 'somebody else'`],
    ['deleted', sql`delete from audit`],
    ['emptied', sql`truncate audit`],
  ])('cannot be %s', async (_what, statement) => {
    await recordAudit(test.db, entry);
    await expect(statement.execute(test.db)).rejects.toThrow(/append-only/);
    expect((await listAudit(test.db, { fleetId: 'log' })).items[0]).toMatchObject({ who: 'x' });
  });

  it('lets go of entries in a transaction that says it erases a person’s data', async () => {
    await test.db.transaction().execute(async (tx) => {
      await sql`set local tripline.audit_erasure = 'on'`.execute(tx);
      await tx.deleteFrom('audit').where('fleetId', '=', 'log').execute();
    });
    expect((await listAudit(test.db, { fleetId: 'log' })).items).toEqual([]);
    await recordAudit(test.db, entry);
    await expect(test.db.deleteFrom('audit').execute()).rejects.toThrow(/append-only/);
  });

  it('is filtered by time', async () => {
    await recordAudit(test.db, { ...entry, fleetId: 'times', at: at('10:00:00') });
    await recordAudit(test.db, { ...entry, fleetId: 'times', at: at('11:00:00') });
    const list = await listAudit(test.db, { fleetId: 'times', from: at('10:00:00'), to: at('11:00:00') });
    expect(list.items.map((each) => each.at)).toEqual([at('10:00:00')]);
  });
});
