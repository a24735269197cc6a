import type * as z from 'zod';
import { JsonText } from '../../../store/db/index.ts';
import type { Listed } from '../../../store/db/index.ts';

/**
 * Type of a value that a route may return: a `Date` where the schema has a text (sent as ISO 8601), and
 * read-only lists.
 */
export type Sendable<T> = T extends string
  ? string extends T
    ? T | Date
    : T
  : T extends readonly (infer Item)[]
    ? readonly Sendable<Item>[]
    : T extends object
      ? { readonly [Name in keyof T]: Sendable<T[Name]> }
      : T;

/** The answer that a schema describes, in the form in which a route may return it. */
export type AnswerOf<Schema extends z.ZodType> = Sendable<z.input<Schema>>;

type CamelCase<Name> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** Value that a route may give for a field. If the field may be absent, null and undefined leave it out. */
type Value<T> = Sendable<T> | (undefined extends T ? null | undefined : never);

/** Names of the answer's fields that the row has too, in camel case, with a value that can be sent. */
type Shared<Answer, Row> = {
  [Name in keyof Answer]-?: CamelCase<Name> extends keyof Row
    ? Row[CamelCase<Name>] extends Value<Answer[Name]>
      ? Name
      : never
    : never;
}[keyof Answer];

/**
 * Fields that the route has to give, because the row lacks them or has another type. A driver's name is added
 * later; see `named`.
 */
type Own<Answer, Row> = {
  readonly [Name in Exclude<keyof Answer, Shared<Answer, Row> | 'driver_name'>]: Value<Answer[Name]>;
} & { readonly [Name in keyof Answer]?: Value<Answer[Name]> };

/**
 * Returns a row as the schema describes it. Each field comes from `own`, otherwise from the row's field of
 * that name in camel case. Fields of the row that the schema does not name, and fields that are null or
 * undefined, are left out.
 */
export function onWire<Schema extends z.ZodObject, Row extends object>(
  schema: Schema,
  row: Row,
  own: Own<z.input<Schema>, Row>,
): AnswerOf<Schema> {
  const stored = row as Readonly<Record<string, unknown>>;
  const values = Object.keys(schema.shape).map((name) => [name, stored[camelCase(name)]] as const);
  return given({ ...Object.fromEntries(values), ...own }) as never;
}

function camelCase(name: string): string {
  return name.replace(/_(.)/g, (_match, letter: string) => letter.toUpperCase());
}

/** Names of the fields that can be neither null nor undefined. */
type Certain<T> = { [Name in keyof T]-?: T[Name] & (null | undefined) extends never ? Name : never }[keyof T];
type Given<T> = { [Name in keyof T & Certain<T>]: T[Name] } & {
  [Name in Exclude<keyof T, Certain<T>>]?: Exclude<T[Name], null | undefined>;
};

/** Returns the values without those that are null or undefined. */
export function given<T extends object>(values: T): Given<T> {
  const kept = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(kept) as never;
}

/** One page of a list (items up to the limit), as a route returns it. */
export interface PageOf<Item> {
  readonly items: readonly Item[];
  readonly next_cursor?: string;
}

/** Returns one page of a list as the API sends it. */
export function listAnswer<Row, Item>(listed: Listed<Row>, toWire: (row: Row) => Item): PageOf<Item> {
  const items = listed.items.map(toWire);
  return listed.nextCursor === undefined ? { items } : { items, next_cursor: listed.nextCursor };
}

/**
 * Returns an answer with one more member, whose value is JSON text already.
 * @param values an object with at least one member
 */
export function withMember(values: object, name: string, json: string): JsonText {
  return new JsonText(`${JSON.stringify(values).slice(0, -1)},${JSON.stringify(name)}:${json}}`);
}
