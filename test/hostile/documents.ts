import { gzipSync } from 'node:zlib';
import type { SeededRandom } from '../support/run/seededRandom.ts';

/** A hostile body, with a name that describes it in the table. */
export interface HostileBody {
  readonly name: string;
  readonly bytes: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value };

/** Repeats a piece between a beginning and an end as often as fits. */
function filled(
  largest: number,
  [begin, piece, end]: readonly [string, string | ((at: number) => string), string],
) {
  const parts: string[] = [begin];
  let size = begin.length + end.length;
  for (let at = 0; ; at += 1) {
    const next = typeof piece === 'string' ? piece : piece(at);
    if (size + next.length > largest) break;
    parts.push(next);
    size += next.length;
  }
  parts.push(end);
  return parts.join('');
}

const deep = `${'['.repeat(90)}${']'.repeat(90)},`;
const deepObjects = `${'{"a":'.repeat(90)}0${'}'.repeat(90)},`;

/** JSON values that are expensive to parse, whatever they mean, each of at most the given number of characters. */
const VALUES: Readonly<Record<string, (largest: number) => string>> = {
  'empty lists': (n) => filled(n, ['[', '[],', '0]']),
  'empty objects': (n) => filled(n, ['[', '{},', '0]']),
  'small numbers': (n) => filled(n, ['[', '1,', '0]']),
  'nulls': (n) => filled(n, ['[', 'null,', '0]']),
  'long numbers': (n) => filled(n, ['[', '1.7976931348623157e308,-123456789012345678901234567890,', '0]']),
  'short texts': (n) => filled(n, ['[', '"a",', '"b"]']),
  'deep lists': (n) => filled(n, ['[', deep, '0]']),
  'deep objects': (n) => filled(n, ['[', deepObjects, '0]']),
  'different fields': (n) => filled(n, ['{', (at) => `"${at.toString(36)}":0,`, '"":0}']),
  'number fields': (n) => filled(n, ['{', (at) => `"${at * 7_919}":0,`, '"":0}']),
  'one field again': (n) => filled(n, ['{', '"a":0,', '"a":0}']),
  'fields again, escaped': (n) => filled(n, ['{', '"\\u0061":0,', '"a":0}']),
  'objects of two fields': (n) => filled(n, ['[', (at) => `{"x${at % 50_000}":1,"y":"z"},`, '0]']),
  'a text of escapes': (n) => filled(n, ['"', '\\u0001', '"']),
  'a text of half characters': (n) => filled(n, ['"', '\\ud83d', '"']),
  'a text of backslashes': (n) => filled(n, ['"', '\\\\', '"']),
  'a text of tabs': (n) => filled(n, ['"', '\\t', '"']),
  'a text of many bytes': (n) => filled(Math.floor(n / 3), ['"', '\u{fffd}', '"']),
  'space': (n) => filled(n, ['[', ' ', '0]']),
  'lines': (n) => filled(n, ['[', '\n', '0]']),
}; // prettier-ignore

/** Texts that are invalid JSON, or a document inside a string. */
const BROKEN: Readonly<Record<string, (largest: number) => string>> = {
  'breaks at its end': (n) => filled(n, ['[', '{"a":[1,"b"]},', '']),
  'a million levels': (n) => '['.repeat(n),
  'a text without an end': (n) => `"${'\\"'.repeat(Math.floor(n / 2) - 1)}`,
  'a text in a text': (n) => JSON.stringify(filled(Math.floor(n / 3), ['[', '"",', '0]'])),
  zeros: (n) => '\0'.repeat(n),
};

/** Hostile contents of a string in a document. */
const TEXTS: readonly ((largest: number, at: number) => string)[] = [
  (n) => `{{ ${'facts['.repeat(Math.floor(n / 8))}${']'.repeat(Math.floor(n / 8))} }}`,
  (n) => `{{ ${'('.repeat(Math.floor(n / 8))}a${')'.repeat(Math.floor(n / 8))} }}`,
  (n, at) => filled(n, ['', (each) => `{{ facts['unknown-${at}-${each}'] }}`, '']),
  (n, at) => filled(n, ['', (each) => `{{ driver.unknown${at}x${each} | upcase | downcase }}`, '']),
  (n) => filled(n, ['', '{% if a %}', '']),
  (n) => filled(n, ['', '{% for i in (1..9999) %}x{% endfor %}', '']),
  (n) => filled(n, ['{{ a ', '| append: "aaaaaaaa" ', '}}']),
  (n) => filled(n, ['{{ a', '.b', ' }}']),
  (n) => filled(n, ['', '{{', '']),
  (n) => filled(n, ['', '\t', '']),
  (n) => `${'a'.repeat(Math.floor(n / 2))}@${'a.'.repeat(Math.floor(n / 4))}`,
  (n) => filled(n, ['https://', 'a.', '']),
  (n) => filled(n, ['', '&<>"', '']),
  (n) => 'x'.repeat(n),
  (n) => filled(n, ['', '\u{1f697}', '']).slice(0, Math.floor(n / 4)),
  (_n, at) => `name-${at}`,
];

/**
 * Yields bodies for one route, the same for the same random numbers. Some are JSON that is expensive to parse, alone or as a
 * member of a valid document. Others are valid documents with repeated lists, longer texts or more fields.
 */
export function* hostileBodies(args: {
  readonly base: Value | undefined;
  readonly largestBytes: number;
  /** Highest number of bodies. Half of them are made from `base` if there is one. */
  readonly most: number;
  readonly random: SeededRandom;
}): Generator<HostileBody> {
  const { base, largestBytes, most, random } = args;
  const mutations = base === undefined ? 0 : Math.floor(most / 2);
  const shapes = [...Object.entries(VALUES), ...Object.entries(BROKEN)];
  for (let left = most - mutations; left > 0 && shapes.length > 0; left -= 1) {
    const [[name, make]] = shapes.splice(random.below(shapes.length), 1) as [(typeof shapes)[number]];
    yield shaped({ name, make, base, largestBytes, random });
  }
  for (let at = 0; at < mutations; at += 1) yield mutated(base!, { largestBytes, random });
}

/** Returns a shape as the whole body, as a member of the document, or compressed. */
function shaped(args: {
  readonly name: string;
  readonly make: (largest: number) => string;
  readonly base: Value | undefined;
  readonly largestBytes: number;
  readonly random: SeededRandom;
}): HostileBody {
  const { name, make, base, largestBytes, random } = args;
  if (random.below(8) === 0) return { name: `${name}, packed`, ...packed(make(largestBytes)) };
  if (!isObject(base) || !(name in VALUES) || random.below(3) === 0)
    return { name, bytes: Buffer.from(make(largestBytes)) };
  const field = fieldToFill(base, random);
  const text = JSON.stringify({ ...base, [field]: PLACE });
  const body = text.replace(JSON.stringify(PLACE), () => make(largestBytes - text.length));
  return { name: `${name} as ${field}`, bytes: Buffer.from(body) };
}

const PLACE = '\u0000here';

function packed(text: string): Pick<HostileBody, 'bytes' | 'headers'> {
  return { bytes: gzipSync(text), headers: { 'content-encoding': 'gzip' } };
}

const isObject = (value: unknown): value is Readonly<Record<string, Value>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the most important field: `trip` of a simulation, `data` of a notification, otherwise any field. */
function fieldToFill(base: Readonly<Record<string, Value>>, random: SeededRandom): string {
  const names = Object.keys(base);
  return ['trip', 'data'].find((name) => names.includes(name)) ?? random.pick(names);
}

type JsonPath = readonly (string | number)[];

/** Inflates one or two places of a document up to a size of at most `largestBytes`. */
function mutated(
  base: Value,
  args: { readonly largestBytes: number; readonly random: SeededRandom },
): HostileBody {
  const { random } = args;
  const sizes = [20_000, 60_000, 180_000, args.largestBytes];
  const size = Math.min(args.largestBytes, random.pick(sizes));
  const share = size - JSON.stringify(base).length;
  const count = 1 + random.below(2);
  let document = base;
  const names: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const place = random.pick(placesOf(document));
    const { value, name } = blownUp(at0(document, place), {
      size: Math.max(200, Math.floor(share / count)),
      random,
    });
    document = put(document, place, value);
    names.push(`/${place.join('/')} ${name}`);
  }
  let bytes = Buffer.from(JSON.stringify(document));
  if (bytes.length > args.largestBytes) bytes = bytes.subarray(0, args.largestBytes);
  return { name: names.join(', '), bytes };
}

function blownUp(value: Value, { size, random }: { readonly size: number; readonly random: SeededRandom }) {
  const repeated = (element: Value, longest: number): Value[] => {
    const pattern = random.pick(TEXTS);
    const length = random.pick([8, 60, 400, 3_900]);
    const isTextual = random.below(2) === 0;
    const list: Value[] = [];
    for (let used = 0; used < size && list.length < longest;) {
      const each = isTextual ? withTexts(element, (at) => pattern(length, list.length * 31 + at)) : element;
      list.push(each);
      used += JSON.stringify(each).length + 1;
    }
    return list;
  };
  if (Array.isArray(value)) {
    const longest = random.pick([20, 100, 200, Infinity]);
    return {
      value: repeated((value as readonly Value[])[0] ?? 0, longest),
      name: `a list of up to ${longest}`,
    };
  }
  if (typeof value === 'string') {
    const length = Math.min(size, random.pick([200, 3_900, 10_000, size]));
    return { value: random.pick(TEXTS)(length, 0), name: `a text of ${length}` };
  }
  if (isObject(value)) {
    const fields: [string, Value][] = [];
    for (let used = 0, at = 0; used < size; at += 1) {
      fields.push([`more_${at}`, at]);
      used += 16;
    }
    return { value: { ...value, ...Object.fromEntries(fields) }, name: 'an object of many fields' };
  }
  return { value: repeated(value, Infinity), name: 'a list where none belongs' };
}

/** Replaces every text in a value, except keywords of the rule language. */
function withTexts(value: Value, make: (at: number) => string): Value {
  let at = 0;
  const visit = (each: Value, name: string): Value => {
    if (typeof each === 'string') return KEPT.has(name) ? each : make((at += 1));
    if (Array.isArray(each)) return (each as readonly Value[]).map((one) => visit(one, name));
    if (isObject(each))
      return Object.fromEntries(Object.entries(each).map(([key, one]) => [key, visit(one, key)]));
    return each;
  };
  return visit(value, '');
}

const KEPT = new Set(['type', 'operator', 'fact', 'after', 'weekday', 'window', 'channel']);

function placesOf(value: Value, at: JsonPath = []): JsonPath[] {
  const children = Array.isArray(value)
    ? (value as readonly Value[]).map((each, index) => [index, each] as const)
    : isObject(value)
      ? Object.entries(value)
      : [];
  return [at, ...children.flatMap(([step, each]) => placesOf(each, [...at, step]))];
}

function at0(value: Value, [step, ...rest]: JsonPath): Value {
  return step === undefined ? value : at0((value as Record<string | number, Value>)[step]!, rest);
}

function put(value: Value, [step, ...rest]: JsonPath, change: Value): Value {
  if (step === undefined) return change;
  if (Array.isArray(value))
    return (value as readonly Value[]).map((each, index) =>
      index === step ? put(each, rest, change) : each,
    );
  const object = value as Record<string, Value>;
  return { ...object, [step]: put(object[step]!, rest, change) };
}
