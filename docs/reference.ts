import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { factsPage } from '../rules/testing/index.ts';
import {
  conditionJsonSchema,
  digestJsonSchema,
  escalationPolicyJsonSchema,
  rotationJsonSchema,
  ruleJsonSchema,
  settingsJsonSchema,
} from '../rules/documents/index.ts';

/** Writes what is made from the catalogue: the reference page and the JSON Schemas beside the examples. */
function write(path: string, text: string): void {
  const place = fileURLToPath(new URL(`../${path}`, import.meta.url));
  writeFileSync(place, text);
  process.stdout.write(`wrote ${path}\n`);
}

write('docs/facts.md', factsPage());

const SCHEMAS = {
  'rules/rule': ruleJsonSchema(),
  'conditions/condition': conditionJsonSchema(),
  'escalation-policies/escalation-policy': escalationPolicyJsonSchema(),
  'rotations/rotation': rotationJsonSchema(),
  'digests/digest': digestJsonSchema(),
  settings: settingsJsonSchema(),
};
for (const [name, schema] of Object.entries(SCHEMAS))
  write(`rules/examples/${name}.schema.json`, `${JSON.stringify(schema, undefined, 2)}\n`);
