/**
 * Writes `console/api/schema.ts`: the API as types, from the document that `/openapi.json` answers. No server is started and
 * nothing is connected to. The console is type-checked against it, so that a changed API breaks the build.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import type { OpenAPI3 } from 'openapi-typescript';
import { apiDescription } from '../../server/description.ts';
import { ROOT } from './source.ts';

const place = join(ROOT, 'console/api/schema.ts');
const types = await openapiTS(apiDescription('http://127.0.0.1:3000') as OpenAPI3, { alphabetize: true });
const text = `// Made by \`npm run console:schema\` from the API's description.\n${astToString(types)}`;
if (!existsSync(place) || readFileSync(place, 'utf8') !== text) writeFileSync(place, text);
