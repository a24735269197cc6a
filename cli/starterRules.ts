import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '../rules/trip.ts';
import type { Db } from '../store/database.ts';
import { listDocuments } from '../store/documentReads.ts';
import { publishDocument, saveDraft } from '../store/documents.ts';
import type { DocumentKind as StoredKind } from '../store/tables/documents.ts';
import { kindNamed } from './documentKinds.ts';
import type { DocumentKind } from './documentKinds.ts';
import { isDocumentFile } from './ruleFiles.ts';

/** Where the starter set lies: beside the sources, or copied into a build. */
const FOLDER = fileURLToPath(new URL('../rules/examples/', import.meta.url));

/** What the starter set holds, in the order of publishing: what others refer to comes first. */
const KINDS: readonly (readonly [StoredKind, DocumentKind])[] = [
  ['rotation', kindNamed('rotation')],
  ['escalation-policy', kindNamed('escalation policy')],
  ['rule', kindNamed('rule')],
  ['digest', kindNamed('digest')],
];

/** Publishes the starter set for a fleet that has no rules; a fleet with rules keeps what it has. */
export async function publishStarterRules(db: Db, fleetId: string): Promise<void> {
  const { items } = await listDocuments(db, { fleetId, kind: 'rule', limit: 1 });
  if (items.length > 0) return;
  for (const [kind, { folder, parse }] of KINDS)
    for (const name of (await readdir(`${FOLDER}${folder}`)).filter(isDocumentFile).sort()) {
      const body = JSON.parse(await readFile(`${FOLDER}${folder}/${name}`, 'utf8')) as JsonObject;
      const parsed = parse(body);
      if (!parsed.ok)
        throw new Error(`The starter ${kind} ${name} is refused: ${parsed.errors[0]?.message ?? ''}`);
      const key = {
        fleetId,
        kind,
        id: parsed.document.id,
        who: 'tripline',
        why: 'starter set',
        at: new Date(),
      };
      await saveDraft(db, { ...key, body });
      await publishDocument(db, key);
    }
}
