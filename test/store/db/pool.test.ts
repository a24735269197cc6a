import { describe, expect, it } from 'vitest';
import { isDatabaseUnavailable } from '../../../store/db/index.ts';

const withCode = (code: string) => Object.assign(new Error('x'), { code });

describe('isDatabaseUnavailable', () => {
  it.each(['ECONNREFUSED', 'ECONNRESET', '57P01', '57P03', '57014', '08006', '53300', '53100', '25006'])(
    'takes %s for a database that may be back later',
    (code) => {
      expect(isDatabaseUnavailable(withCode(code))).toBe(true);
    },
  );

  it.each(['23505', '22P02', '42P01', '40001'])('takes %s for a mistake of the call', (code) => {
    expect(isDatabaseUnavailable(withCode(code))).toBe(false);
  });

  it('knows what pg says without a code', () => {
    expect(isDatabaseUnavailable(new Error('Connection terminated unexpectedly'))).toBe(true);
    expect(isDatabaseUnavailable(new Error('timeout exceeded when trying to connect'))).toBe(true);
  });

  it('looks into causes and into collected errors', () => {
    expect(isDatabaseUnavailable(new Error('outer', { cause: withCode('57P01') }))).toBe(true);
    expect(isDatabaseUnavailable(new AggregateError([withCode('ECONNREFUSED')]))).toBe(true);
  });

  it('takes nothing else for it', () => {
    expect(isDatabaseUnavailable(new Error('no'))).toBe(false);
    expect(isDatabaseUnavailable('ECONNREFUSED')).toBe(false);
    expect(isDatabaseUnavailable(undefined)).toBe(false);
  });
});
