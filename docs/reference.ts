import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { templateNamesTable } from '../rules/templates/index.ts';
import { factsPage } from '../rules/reference/index.ts';
import { DOCUMENT_SCHEMAS, documentJsonSchema } from '../rules/schemas/index.ts';

/** Writes a file generated from the catalogue or the schemas: a reference page, or a JSON Schema beside an example. */
function write(path: string, text: string): void {
  const place = fileURLToPath(new URL(`../${path}`, import.meta.url));
  writeFileSync(place, text);
  process.stdout.write(`wrote ${path}\n`);
}

write('docs/facts.md', factsPage());

const REFERENCE = 'docs/rules-reference.md';
const page = readFileSync(fileURLToPath(new URL(`../${REFERENCE}`, import.meta.url)), 'utf8');
const TABLE = /(<!-- template names: made by `npm run docs:reference` -->\n\n)[^]*?(\n\n<!-- end -->)/;
if (!TABLE.test(page)) throw new Error(`${REFERENCE} has no place for the table of template names.`);
write(
  REFERENCE,
  page.replace(TABLE, (_, start: string, end: string) => start + templateNamesTable() + end),
);

for (const { name, example } of DOCUMENT_SCHEMAS)
  write(`rules/examples/${example}`, `${JSON.stringify(documentJsonSchema(name), undefined, 2)}\n`);
