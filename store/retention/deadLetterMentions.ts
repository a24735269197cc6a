import { sql } from 'kysely';
import type { Json } from '../../rules/vocabulary/index.ts';
import { namesDriver } from './driverInText.ts';
import { rowsWhere } from '../db/index.ts';
import type { Db } from '../db/index.ts';
import { anyOf } from './mentions.ts';
import type { DriverInFleet } from './mentions.ts';
import { isNamedIn } from './withoutDriver.ts';

/** Bodies read together: each may have 64 KiB. */
const A_PAGE = 50;

/** Dead letters that name the driver. @returns their ids */
export async function* deadLettersNaming(db: Db, driver: DriverInFleet): AsyncGenerator<string> {
  const holds = (text: string) => sql`position(${Buffer.from(text, 'utf8')}::bytea in body) > 0`;
  const candidates = rowsWhere<{ id: string; body: Buffer }>(db, driver.fleetId, {
    table: 'dead_letters',
    columns: [sql`body`],
    // Behind a backslash any letter may be spelled in another way.
    where: anyOf([driver.driverId, ...driver.words, '\\'].map(holds)),
    answered: A_PAGE,
  });
  for await (const { id, body } of candidates) if (isNamedInBody(body.toString('utf8'), driver)) yield id;
}

/** A field that holds drivers, with what follows it: a text, a list or a number. */
const FIELD = /"(?:drivers?(?:_?ids?)?|members)"\s*:\s*(\[[^\]]*|"[^"]*|[\w.+-]+)/gi;

/** Whether a body that may be broken JSON, or none, names the driver. */
export function isNamedInBody(body: string, driver: DriverInFleet): boolean {
  try {
    return isNamedIn(JSON.parse(body) as Json, driver);
  } catch {
    const text = unescaped(body);
    if (namesDriver(body, driver) || namesDriver(text, driver)) return true;
    return [...text.matchAll(FIELD)].some(([, ids]) =>
      ids!.split(/[[\]",\s]+/).some((id) => id === driver.driverId),
    );
  }
}

const ESCAPE = /\\(?:u([0-9a-f]{4})|(.))/gi;
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/** A text with the escapes of JSON resolved. */
function unescaped(text: string): string {
  return text.replace(ESCAPE, (_, hex: string | undefined, letter: string) =>
    hex === undefined ? (CONTROLS[letter] ?? letter) : String.fromCharCode(parseInt(hex, 16)),
  );
}
