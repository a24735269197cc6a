/**
 * Writes `api/schema.d.ts`, the types of the API, from the document that `/openapi.json` returns. Starts no
 * server and opens no connection.
 * The console and the command line are type-checked against these types, so that a changed API breaks the
 * build.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';
import type { OpenAPI3 } from 'openapi-typescript';
import { apiDescription } from '../server/description.ts';

const place = new URL('schema.d.ts', import.meta.url);
const types = await openapiTS(apiDescription('http://127.0.0.1:3000') as OpenAPI3, { alphabetize: true });
const text = `// Made by \`npm run api:types\` from the API's description.\n${astToString(types)}`;
if (!existsSync(place) || readFileSync(place, 'utf8') !== text) writeFileSync(place, text);
