import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { factsPage } from '../rules/factsPage.ts';
import { conditionJsonSchema, ruleJsonSchema } from '../rules/jsonSchema.ts';

/** Writes what is made from the catalogue: the reference page and the JSON Schemas beside the examples. */
function write(path: string, text: string): void {
  const place = fileURLToPath(new URL(`../${path}`, import.meta.url));
  writeFileSync(place, text);
  process.stdout.write(`wrote ${path}\n`);
}

write('docs/facts.md', factsPage());
write('rules/examples/rule.schema.json', `${JSON.stringify(ruleJsonSchema(), undefined, 2)}\n`);
write('rules/examples/condition.schema.json', `${JSON.stringify(conditionJsonSchema(), undefined, 2)}\n`);
