import { describe, expect, it } from 'vitest';
import { readDirectoryCsv, readDirectoryJson } from '../../../rules/drivers/index.ts';
import type { DirectoryRead } from '../../../rules/drivers/index.ts';

const csv = (text: string): DirectoryRead => readDirectoryCsv(Buffer.from(text));

/** Returns mistakes as `line column: message`. */
function mistakes(read: DirectoryRead): readonly string[] {
  if (read.ok) return [];
  return read.errors.map(({ line, column, message }) =>
    [line, column]
      .filter((part) => part !== undefined)
      .join(' ')
      .concat(': ', message),
  );
}

describe('a directory as CSV', () => {
  it('has its columns in any order, and an empty value clears its field', () => {
    const text = 'Name,driver_id,License plate\n"Meyer, ""Ann""",d-1,B-AM 1\n\n,d-2,\n';
    expect(csv(text)).toEqual({
      ok: true,
      warnings: [],
      rows: [
        { driverId: 'd-1', fields: { name: 'Meyer, "Ann"', license_plate: 'B-AM 1' } },
        { driverId: 'd-2', fields: { name: null, license_plate: null } },
      ],
    });
  });

  it.each([';', '\t', ','])('may be separated by %j, and begin with a byte order mark', (sign) => {
    const text = `\uFEFFdriver_id${sign}name\r\nd-1${sign}Jürgen\r\n`;
    expect(csv(text)).toMatchObject({ ok: true, rows: [{ driverId: 'd-1', fields: { name: 'Jürgen' } }] });
  });

  it('names unknown, repeated and missing columns', () => {
    expect(mistakes(csv('driver_id,nmae,phone,phone,\nd-1,a,b,c,d\n'))).toEqual([
      '1 nmae: unknown column "nmae" (did you mean "name"?)',
      '1 phone: the column appears twice: keep one',
      '1 : column 5 has no name',
    ]);
    expect(mistakes(csv('name\nAnn\n'))).toEqual(['1: there is no column driver_id']);
  });

  it('lists wrong values and repeated ids with line and column', () => {
    const text =
      'driver_id,phone,email,language,name\nd-1,none,ann,german,ok\n,,,,x\nd-1,+49 (30) 12-34,a@b.example,de,"a\nb"\n';
    expect(mistakes(csv(text))).toEqual([
      '2 phone: "none" is not a phone number such as +49 30 123456',
      '2 email: "ann" is not an e-mail address such as ann@example.com',
      '2 language: "german" is not a language code such as de or en-GB',
      '3 driver_id: is missing: each driver needs the id that the analytics service uses',
      '5 driver_id: "d-1" is already in line 2: keep one',
      '5 name: must be on one line, without control characters',
    ]);
  });

  it.each([
    ['driver_id,name\nd-1\n', '2: has 1 values, and the first line names 2 columns'],
    ['driver_id,name\nd-1,"Ann\n', '2: a value begins with a quotation mark that is never closed'],
    ['driver_id,name\nd-1,"Ann"x\n', '2: text follows a closing quotation mark'],
    ['driver_id,name\nd-1,Ann "x"\n', '2: a quotation mark stands inside a value'],
    ['', '1: the file is empty'],
    [`driver_id\n${'x'.repeat(257)}\n`, '2 driver_id: has 257 characters, and at most 256 are allowed'],
  ])('%j is refused', (text, message) => {
    expect(mistakes(csv(text))).toEqual([expect.stringContaining(message)]);
  });

  it('in another encoding is refused, and says what to do', () => {
    const read = readDirectoryCsv(Buffer.from('driver_id,name\nd-1,J\xfcrgen\n', 'latin1'));
    expect(mistakes(read)).toEqual(['1: the file is not UTF-8: save it as “CSV UTF-8”']);
  });

  it('lists a hundred mistakes and says that there are more', () => {
    const read = csv(`driver_id,phone\n${Array.from({ length: 300 }, (_, at) => `d-${at},x\n`).join('')}`);
    expect(mistakes(read)).toHaveLength(101);
    expect(mistakes(read).at(-1)).toContain('more mistakes follow');
  });
});

describe('a directory as JSON', () => {
  it('takes texts and numbers, and null clears a field', () => {
    const drivers = [{ driver_id: 'd-1', name: ' Ann ', employee_number: 4711, phone: null }];
    expect(readDirectoryJson({ drivers })).toEqual({
      ok: true,
      warnings: [],
      rows: [{ driverId: 'd-1', fields: { name: 'Ann', employee_number: '4711', phone: null } }],
    });
  });

  it('lists mistakes by their pointers', () => {
    const read = readDirectoryJson({ drivers: [{ driver_id: 'd-1', phne: '1', name: ['x'] }, 5] });
    expect(read.ok ? [] : read.errors.map(({ pointer, message }) => [pointer, message])).toEqual([
      ['/drivers/0/phne', 'unknown column "phne" (did you mean "phone"?)'],
      ['/drivers/0/name', 'must be a text'],
      ['/drivers/1', 'must be an object'],
    ]);
    expect(readDirectoryJson([]).ok).toBe(false);
  });
});
