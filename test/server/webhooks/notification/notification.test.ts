import { describe, expect, it } from 'vitest';
import { readNotification } from '../../../../server/webhooks/notification/index.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'utf8');
const scored = (ids: string, rest = ''): Buffer => bytes(`{"version":3,"type":"TRIP_SCORED",${ids}${rest}}`);
const whole = { version: 3, type: 'TRIP_SCORED', driver_id: 'd-1', trip_id: '1790000000000', data: {} };

describe('a trip', () => {
  it.each<[string, Buffer, string, string]>([
    ['with ids as texts', bytes(JSON.stringify(whole)), 'd-1', '1790000000000'],
    ['with ids as numbers', scored('"driver_id":17,"trip_id":1790000000000'), '17', '1790000000000'],
    ['with a byte order mark', bytes(`\u{FEFF}${JSON.stringify(whole)}`), 'd-1', '1790000000000'],
    ['as a JSON text', bytes(JSON.stringify(JSON.stringify(whole))), 'd-1', '1790000000000'],
    [
      'as a JSON text with numbers beyond 2^53',
      bytes(JSON.stringify('{"type":"TRIP_SCORED","driver_id":9007199254740993,"trip_id":1}')),
      '9007199254740993',
      '1',
    ],
    ['with space around', bytes(`\n\t ${JSON.stringify(whole)} \n`), 'd-1', '1790000000000'],
    [
      'with numbers beyond 2^53',
      scored('"trip_id" : 123456789012345678901234567890 ,"driver_id":9007199254740993'),
      '9007199254740993',
      '123456789012345678901234567890',
    ],
    ['with an exponent', scored('"driver_id":1e3,"trip_id":1.79E12'), '1000', '1790000000000'],
    ['with a fraction', scored('"driver_id":-12.50,"trip_id":0'), '-12.5', '0'],
    ['with another spelling of a whole number', scored('"driver_id":77.0,"trip_id":-0'), '77', '0'],
    [
      'with an escaped name',
      scored('"driver\\u005fid":9007199254740993,"trip_id":1'),
      '9007199254740993',
      '1',
    ],
    [
      'where names repeat: the last counts',
      scored('"driver_id":9007199254740993,"trip_id":1,"driver_id":9007199254740995'),
      '9007199254740995',
      '1',
    ],
    [
      'whatever its data says',
      scored(
        '"data":{"trip_id":9007199254740997,"driver_id":2,"x":"\\"trip_id\\":3"},"driver_id":"a","trip_id":9007199254740993',
      ),
      'a',
      '9007199254740993',
    ],
    [
      'with odd but usable ids',
      scored('"driver_id":" a/b:c d@e% ü 🚚","trip_id":"na"'),
      ' a/b:c d@e% ü 🚚',
      'na',
    ],
    [
      'with ids of 256 characters',
      scored(`"driver_id":"${'x'.repeat(256)}","trip_id":"t"`),
      'x'.repeat(256),
      't',
    ],
    [
      'with bytes elsewhere that are no UTF-8',
      Buffer.concat([
        bytes('{"type":"TRIP_SCORED","data":"'),
        Buffer.from([0xff]),
        bytes('","driver_id":"d","trip_id":"t"}'),
      ]),
      'd',
      't',
    ],
    [
      'nested 100 levels',
      scored(`"driver_id":"d","trip_id":"t","data":${'['.repeat(99)}${']'.repeat(99)}`),
      'd',
      't',
    ],
    [
      'with brackets inside texts',
      scored(`"driver_id":"d","trip_id":"t","data":"${'['.repeat(5000)}\\"{"`),
      'd',
      't',
    ],
  ])('%s', (_what, body, driverId, tripId) => {
    expect(readNotification(body)).toMatchObject({ kind: 'trip_scored', driverId, tripId });
  });

  it.each<[string, string, number | undefined]>([
    ['3', '3', 3],
    ['a later one', '4', 4],
    ['a text', '"3"', undefined],
    ['a fraction', '3.5', undefined],
    ['too large for anything', '1e300', undefined],
    ['an object', '{}', undefined],
  ])('is processed whatever its version: %s', (_what, version, expected) => {
    const body = bytes(`{"version":${version},"type":"TRIP_SCORED","driver_id":"d","trip_id":"t"}`);
    expect(readNotification(body)).toEqual({
      kind: 'trip_scored',
      driverId: 'd',
      tripId: 't',
      ...(expected === undefined ? {} : { version: expected }),
    });
  });
});

describe('an unknown type', () => {
  it.each(['TRIP_UPLOADED', 'trip_scored', ' TRIP_SCORED', 'x'.repeat(200)])(
    '%s is distinguished and kept whole',
    (type) => {
      const body = { version: 3, type, anything: [1, { deep: true }] };
      expect(readNotification(bytes(JSON.stringify(body)))).toEqual({
        kind: 'unknown_type',
        type,
        version: 3,
        body,
      });
    },
  );
});

describe('malformed', () => {
  const deep = 10_000;
  it.each<[string, Buffer, RegExp]>([
    ['nothing', bytes(''), /is empty/],
    ['only space', bytes(' \n'), /is empty/],
    ['only a byte order mark', bytes('\u{FEFF}'), /is empty/],
    ['an unfinished object', bytes('{"type":"TRIP_SCORED"'), /not valid JSON: (it ends too early|line 1)/],
    ['broken in the third line', bytes('{\n"type":\n}'), /not valid JSON: line 3, character 1/],
    ['a form', bytes('type=TRIP_SCORED&driver_id=d'), /not valid JSON/],
    ['a list', bytes('[{"type":"TRIP_SCORED"}]'), /is a list/],
    ['a number', bytes('17'), /is a number/],
    ['null', bytes('null'), /is null/],
    ['a text that holds no JSON', bytes('"hello"'), /its content is not valid JSON/],
    [
      'a text in a text in a text',
      bytes(JSON.stringify(JSON.stringify(JSON.stringify(whole)))),
      /is a string, not/,
    ],
    ['10,000 lists deep', bytes('['.repeat(deep) + ']'.repeat(deep)), /deeper than 100/],
    ['10,000 objects deep', bytes(`${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`), /deeper than 100/],
    [
      '10,000 levels beside good ids',
      scored(`"driver_id":"d","trip_id":"t","data":${'['.repeat(deep)}${']'.repeat(deep)}`),
      /deeper/,
    ],
    ['10,000 levels inside a text', bytes(JSON.stringify('['.repeat(deep) + ']'.repeat(deep))), /deeper/],
    ['no type', bytes('{"driver_id":"d","trip_id":"t"}'), /`type` is missing/],
    ['a type that is a number', bytes('{"type":4}'), /`type` is a number/],
    ['an empty type', bytes('{"type":""}'), /`type` is empty/],
    ['a type of 201 characters', bytes(`{"type":"${'x'.repeat(201)}"}`), /`type`/],
    ['a type with U+0000', bytes('{"type":"a\\u0000"}'), /`type`/],
    [
      'an inherited type',
      bytes('{"__proto__":{"type":"TRIP_SCORED","driver_id":"d","trip_id":"t"}}'),
      /`type` is missing/,
    ],
    ['no driver', scored('"trip_id":"t"'), /`driver_id` is missing/],
    ['no trip, but one in data', scored('"driver_id":"d","data":{"trip_id":"t"}'), /`trip_id` is missing/],
    ['an empty id', scored('"driver_id":"","trip_id":"t"'), /`driver_id` is empty/],
    ['an id of spaces', scored('"driver_id":"d","trip_id":"  "'), /`trip_id` is empty/],
    ['NA', scored('"driver_id":"NA","trip_id":"t"'), /`driver_id` is NA/],
    ['a driver ".."', scored('"driver_id":"..","trip_id":"t"'), /`driver_id` is "\." or "\.\."/],
    ['a trip "."', scored('"driver_id":"d","trip_id":"."'), /`trip_id` is "\." or "\.\."/],
    ['null as id', scored('"driver_id":null,"trip_id":"t"'), /`driver_id` is null/],
    ['a boolean as id', scored('"driver_id":true,"trip_id":"t"'), /`driver_id` is a boolean/],
    ['an object as id', scored('"driver_id":{"id":"d"},"trip_id":"t"'), /`driver_id` is an object/],
    ['a list as id', scored('"driver_id":["d"],"trip_id":"t"'), /`driver_id` is a list/],
    ['a number without exact digits', scored('"driver_id":1e300,"trip_id":"t"'), /cannot be read exactly/],
    ['an infinite number', scored('"driver_id":1e999,"trip_id":"t"'), /cannot be read exactly/],
    ['an id of 257 characters', scored(`"driver_id":"${'x'.repeat(257)}","trip_id":"t"`), /longer than 256/],
    ['an id with U+0000', scored('"driver_id":"a\\u0000b","trip_id":"t"'), /cannot be stored/],
    ['an id with half a surrogate pair', scored('"driver_id":"a\\ud83d","trip_id":"t"'), /cannot be stored/],
    [
      'an id whose bytes are no UTF-8',
      Buffer.concat([
        bytes('{"type":"TRIP_SCORED","trip_id":"t","driver_id":"'),
        Buffer.from([0x4d, 0xfc]),
        bytes('"}'),
      ]),
      /cannot be stored/,
    ],
  ])('%s', (_what, body, reason) => {
    const read = readNotification(body);
    expect(read).toEqual({ kind: 'malformed', reason: expect.stringMatching(reason) as string });
  });

  it('never quotes the body', () => {
    for (const body of [
      '{"lat": 52.52001x}',
      '{"type":"TRIP_SCORED","driver_id":{"secret":52.52001}}',
      '52.52001 x',
    ])
      expect(JSON.stringify(readNotification(bytes(body)))).not.toContain('52.52001');
  });
});
