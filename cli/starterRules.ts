import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseRule } from '../rules/schema.ts';
import type { JsonObject } from '../rules/trip.ts';
import type { Db } from '../store/database.ts';
import { listDocuments } from '../store/documentReads.ts';
import { publishDocument, saveDraft } from '../store/documents.ts';

/** Where the starter rules lie: beside the sources, or copied into a build. */
const FOLDER = fileURLToPath(new URL('../rules/examples/', import.meta.url));

/** Publishes the starter rules for a fleet that has none; a fleet with rules keeps its own. */
export async function publishStarterRules(db: Db, fleetId: string): Promise<void> {
  const { items } = await listDocuments(db, { fleetId, kind: 'rule', limit: 1 });
  if (items.length > 0) return;
  const names = (await readdir(FOLDER)).filter(
    (name) => name.endsWith('.json') && !name.endsWith('.test.json') && !name.endsWith('.schema.json'),
  );
  for (const name of names.sort()) {
    const body = JSON.parse(await readFile(`${FOLDER}${name}`, 'utf8')) as JsonObject;
    const parsed = parseRule(body);
    if (!parsed.ok)
      throw new Error(`The starter rule ${name} is refused: ${parsed.errors[0]?.message ?? ''}`);
    const key = {
      fleetId,
      kind: 'rule',
      id: parsed.document.id,
      who: 'tripline',
      why: 'starter set',
      at: new Date(),
    } as const;
    await saveDraft(db, { ...key, body });
    await publishDocument(db, key);
  }
}
