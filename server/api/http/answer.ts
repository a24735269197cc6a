import type * as z from 'zod';
import { JsonText } from '../../../store/db/index.ts';
import type { Listed } from '../../../store/db/index.ts';

/** A value as a route may return it: an instant is sent as ISO 8601, and lists may be read-only. */
export type Sendable<T> = T extends string
  ? string extends T
    ? T | Date
    : T
  : T extends readonly (infer Item)[]
    ? readonly Sendable<Item>[]
    : T extends object
      ? { readonly [Name in keyof T]: Sendable<T[Name]> }
      : T;

/** The answer that a schema describes, as a route may return it. */
export type AnswerOf<Schema extends z.ZodType> = Sendable<z.input<Schema>>;

type CamelCase<Name> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** A value of a field; null, like undefined, leaves out a field that may be absent. */
type Value<T> = Sendable<T> | (undefined extends T ? null | undefined : never);

/** The fields of an answer that a row has under the same name, in camel case, with a value that can be sent. */
type Shared<Answer, Row> = {
  [Name in keyof Answer]-?: CamelCase<Name> extends keyof Row
    ? Row[CamelCase<Name>] extends Value<Answer[Name]>
      ? Name
      : never
    : never;
}[keyof Answer];

/** The fields that a row does not have as the answer needs them. A driver's name is added later; see `named`. */
type Own<Answer, Row> = {
  readonly [Name in Exclude<keyof Answer, Shared<Answer, Row> | 'driver_name'>]: Value<Answer[Name]>;
} & { readonly [Name in keyof Answer]?: Value<Answer[Name]> };

/**
 * Returns a row as a schema describes it: each field from `own`, else from the row's field of that name in camel case. Fields
 * that are null or undefined are left out, and so is everything that the schema does not name.
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

/** The names of values that are always there. */
type Certain<T> = { [Name in keyof T]-?: T[Name] & (null | undefined) extends never ? Name : never }[keyof T];
type Given<T> = { [Name in keyof T & Certain<T>]: T[Name] } & {
  [Name in Exclude<keyof T, Certain<T>>]?: Exclude<T[Name], null | undefined>;
};

/** Returns the given values: those that are null or undefined are left out. */
export function given<T extends object>(values: T): Given<T> {
  const kept = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(kept) as never;
}

/** A page of a list, as a route returns it. */
export interface PageOf<Item> {
  readonly items: readonly Item[];
  readonly next_cursor?: string;
}

/** Returns a page on the wire. */
export function listAnswer<Row, Item>(listed: Listed<Row>, toWire: (row: Row) => Item): PageOf<Item> {
  const items = listed.items.map(toWire);
  return listed.nextCursor === undefined ? { items } : { items, next_cursor: listed.nextCursor };
}

/** Returns an answer with one more member, which is JSON text already. @param values at least one */
export function withMember(values: object, name: string, json: string): JsonText {
  return new JsonText(`${JSON.stringify(values).slice(0, -1)},${JSON.stringify(name)}:${json}}`);
}
