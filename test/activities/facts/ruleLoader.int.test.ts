import { describe, expect, it } from 'vitest';
import { createRuleLoader } from '../../../activities/facts/index.ts';
import { evaluateRules } from '../../../rules/evaluation/index.ts';
import type { RuleDecision } from '../../../rules/evaluation/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import { publishDocument, retireDocument, saveDraft } from '../../../store/documents/index.ts';
import { storePublished } from '../../support/store/published.ts';
import type { Db } from '../../../store/db/index.ts';
import type { DocumentKind } from '../../../store/tables/index.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { tableOf } from '../../rules/given.ts';

const inTest = useDatabase();

async function publish(kind: DocumentKind, body: JsonObject & { readonly id: string }): Promise<void> {
  await storePublished(inTest.db, { fleetId: 'f', kind, body });
}

const long = (value: number): JsonObject & { readonly id: string } => ({
  id: 'long',
  name: 'Long',
  conditions: { all: [{ fact: 'trip.distance_km', operator: 'greaterThan', value }] },
});

describe('published rules', () => {
  it('are compiled with the shared conditions of the moment, once', async () => {
    const load = createRuleLoader();
    const decide = async (): Promise<RuleDecision | undefined> => {
      const { compiled } = await load(inTest.db, 'f');
      const facts = tableOf({ 'trip.distance_km': 15 });
      return (await evaluateRules(compiled, facts, { driverId: 'd', tripId: 't' }))[0];
    };
    await publish('condition', long(10));
    await publish('rule', {
      id: 'r',
      name: 'R',
      severity: 'info',
      mode: 'live',
      actions: [],
      conditions: { all: [{ condition: 'long' }] },
    });
    expect(await decide()).toMatchObject({ outcome: 'matched', conditions: [{ id: 'long', version: 1 }] });
    expect(await load(inTest.db, 'f')).toBe(await load(inTest.db, 'f'));

    await publish('condition', long(20));
    expect(await decide()).toMatchObject({
      version: 1,
      outcome: 'not_matched',
      conditions: [{ id: 'long', version: 2 }],
    });

    const key = { fleetId: 'f', kind: 'condition' as const, id: 'long', who: 'test', at: new Date() };
    await retireDocument(inTest.db, key);
    expect(await decide()).toMatchObject({ outcome: 'failed', reason: 'not_compiled' });
  });

  it('are those of an edit that a transaction makes for itself alone, and for nobody once it is undone', async () => {
    const key = { fleetId: 'h', kind: 'rule' as const, id: 'undone', who: 'test', at: new Date() };
    const body = { id: 'undone', name: 'U', severity: 'info', mode: 'live', actions: [] };
    const conditions = long(1)['conditions']!;
    await publish('rule', { ...body, conditions });
    const load = createRuleLoader();
    const seen = async (db: Db): Promise<number[]> =>
      (await load(db, 'f')).published.concat((await load(db, 'h')).published).map(({ version }) => version);
    const [before] = [await seen(inTest.db)];
    await saveDraft(inTest.db, { ...key, body: { ...body, name: 'V', conditions } });
    const undone = new Error('undone');
    const edit = inTest.db.transaction().execute(async (tx) => {
      await publishDocument(tx, key);
      expect(await seen(tx)).not.toEqual(before);
      expect(await seen(inTest.db)).toEqual(before);
      throw undone;
    });
    await expect(edit).rejects.toBe(undone);
    expect(await seen(inTest.db)).toEqual(before);
    await publishDocument(inTest.db, key);
    expect(await seen(inTest.db)).not.toEqual(before);
  });

  it('are of one moment, whatever is published while they are read', async () => {
    const key = { fleetId: 'g', kind: 'rule' as const, id: 'edited', who: 'test', at: new Date() };
    const body = (name: string): JsonObject & { readonly id: string } => ({
      id: 'edited',
      name,
      severity: 'info',
      mode: 'live',
      actions: [],
      conditions: long(1)['conditions']!,
    });
    await saveDraft(inTest.db, { ...key, body: body('old') });
    await publishDocument(inTest.db, key);
    await saveDraft(inTest.db, { ...key, body: body('new') });
    // The mark is read first, then the documents: once the one, once the other is followed by an edit.
    const publishAfter = (statements: number): Db => {
      let answered = 0;
      return inTest.db.withPlugin({
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          answered += 1;
          if (answered === statements) await publishDocument(inTest.db, key);
          return result;
        },
      });
    };
    const load = createRuleLoader();
    const seen = async (db: Db): Promise<string[]> =>
      (await load(db, 'g')).published.map(({ version, rule }) => `${version} ${rule.name}`);
    expect(await seen(publishAfter(2))).toEqual(['1 old']);
    expect(await seen(inTest.db)).toEqual(['2 new']);
    await saveDraft(inTest.db, { ...key, body: body('newer') });
    expect(await seen(publishAfter(1))).toEqual(['2 new']);
    expect(await seen(inTest.db)).toEqual(['3 newer']);
    await retireDocument(inTest.db, key);
    expect(await seen(inTest.db)).toEqual([]);
  });
});
