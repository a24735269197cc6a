import { describe, expect, it } from 'vitest';
import { declared } from '../../cli/program/index.ts';
import type { Declared, DeclaredCall } from '../../cli/declaration/index.ts';
import { apiDescription } from '../../server/description.ts';

interface Schema {
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
}

const { paths } = apiDescription('http://127.0.0.1:3000') as unknown as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

function callsIn(commands: readonly Declared[]): readonly DeclaredCall[] {
  return commands.flatMap((each) =>
    each.kind === 'group' ? callsIn(each.commands) : each.kind === 'call' ? [each] : [],
  );
}

const calls = callsIn(declared(() => ({ server: '', environment: {} })));

describe.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', (_name, call) => {
  const operation = paths[`/api/v1/fleets/{fleet}/${call.path}`]?.[call.method];
  const parameters = (operation?.parameters ?? []).filter((each) => each.in === 'query');

  it('is an operation of the API', () => {
    expect(operation).toBeDefined();
  });

  it('offers every choice that the API knows', () => {
    for (const [name, option] of Object.entries(call.query ?? {}))
      if (option.kind === 'choice')
        expect(option.choices).toEqual(parameters.find((each) => each.name === name)?.schema.enum);
  });
});
