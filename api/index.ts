/**
 * The API's description as types, made from the server's routes. It contains only types, so nothing is loaded
 * at run time.
 */
import type { FetchResponse } from 'openapi-fetch';
import type { MediaType } from 'openapi-typescript-helpers';
import type { paths } from './schema.d.ts';

export type { components, paths } from './schema.d.ts';

type Verb = 'get' | 'post' | 'put' | 'delete';

/** The body of a successful answer to an operation, such as `paths['/api/v1/me']['get']`. */
export type AnswerTo<Operation> = NonNullable<
  FetchResponse<NonNullable<Operation> & Record<string | number, unknown>, object, MediaType>['data']
>;

type OfFleet<Path> = Path extends `/api/v1/fleets/{fleet}/${infer Rest}` ? Rest : never;

/** Path of an operation about one fleet, relative to the fleet's URL: `incidents/{id}`. */
export type FleetPath = OfFleet<keyof paths>;

type Item<Path extends FleetPath> = paths[`/api/v1/fleets/{fleet}/${Path}` & keyof paths];

/** The methods that a path supports. */
export type MethodOf<Path extends FleetPath> = {
  [Name in Verb]: Item<Path>[Name & keyof Item<Path>] extends undefined ? never : Name;
}[Verb];

type Operation<Path extends FleetPath, Method> = NonNullable<Item<Path>[Method & keyof Item<Path>]>;

/** The body of a successful answer from a fleet's path. */
export type Answer<Path extends FleetPath, Method = 'get'> = AnswerTo<Operation<Path, Method>>;

/** The parameters in a path, without the fleet. */
export type ParametersOf<Path extends FleetPath, Method> =
  Operation<Path, Method> extends { parameters: { path: infer Given } } ? Omit<Given, 'fleet'> : never;

/** The query's parameters. A number may also be sent as a text, as a person typed it, because the server parses it. */
export type QueryOf<Path extends FleetPath, Method> =
  Operation<Path, Method> extends { parameters: { query?: infer Given } }
    ? { [Name in keyof NonNullable<Given>]: NonNullable<Given>[Name] | Text<NonNullable<Given>[Name]> }
    : never;

type Text<Value> = Extract<Value, number> extends never ? never : string;

/** The JSON body of a request. */
export type BodyOf<Path extends FleetPath, Method> =
  Operation<Path, Method> extends { requestBody?: infer Given }
    ? NonNullable<Given> extends { content: { 'application/json': infer Body } }
      ? Body
      : never
    : never;

/** A request: its path's parameters, its query and its body. Parts that the operation does not have are left out. */
export type RequestOf<Path extends FleetPath, Method> = Part<'params', ParametersOf<Path, Method>> &
  Part<'query', QueryOf<Path, Method>> &
  Part<'body', BodyOf<Path, Method>>;

type Part<Name extends string, Given> = [Given] extends [never]
  ? object
  : [keyof Given] extends [never]
    ? object
    : object extends Given
      ? { readonly [Key in Name]?: Lenient<Given> }
      : { readonly [Key in Name]: Lenient<Given> };

/** Allows undefined for a field that may be absent. An undefined field is not sent. */
type Lenient<Given> = Given extends object ? { [Key in keyof Given]: LenientValue<Given, Key> } : Given;
type LenientValue<Given, Key extends keyof Given> =
  object extends Pick<Given, Key> ? Given[Key] | undefined : Given[Key];
