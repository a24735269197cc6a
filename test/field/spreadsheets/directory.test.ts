import { describe, expect, it } from 'vitest';
import { readDirectoryCsv } from '../../../rules/drivers/index.ts';

/** Tests formats that spreadsheets and exports write, by public reports about them. */
const ANN = { driverId: 'd-1', fields: { name: 'Ann' } };
const BEN = { driverId: 'd-2', fields: { name: 'Ben' } };

function bytesOf(text: string, encoding: 'utf8' | 'utf16le' | 'utf16be' | 'latin1' = 'utf8'): Buffer {
  if (encoding === 'utf16be') return Buffer.from(text, 'utf16le').swap16();
  return Buffer.from(text, encoding);
}

describe('a directory from a spreadsheet is read', () => {
  it.each([
    ['Excel’s UTF-8 has a byte order mark', bytesOf('\ufeffdriver_id,name\r\nd-1,Ann\r\nd-2,Ben\r\n')],
    [
      'Excel’s Unicode text is UTF-16, with tabs',
      bytesOf('\ufeffdriver_id\tname\r\nd-1\tAnn\r\nd-2\tBen\r\n', 'utf16le'),
    ],
    ['the other order of bytes', bytesOf('\ufeffdriver_id\tname\nd-1\tAnn\nd-2\tBen\n', 'utf16be')],
    ['semicolons where the comma is the decimal sign', bytesOf('driver_id;name\nd-1;Ann\nd-2;Ben\n')],
    ['a pipe between the values', bytesOf('driver_id|name\nd-1|Ann\nd-2|Ben\n')],
    ['a first line that names the separator', bytesOf('sep=;\r\ndriver_id;name\r\nd-1;Ann\r\nd-2;Ben\r\n')],
    ['… after a byte order mark, in capitals', bytesOf('\ufeffSEP=,\ndriver_id,name\nd-1,Ann\nd-2,Ben\n')],
    ['… saved again as a value', bytesOf('"sep=;";\ndriver_id;name\nd-1;Ann\nd-2;Ben\n')],
    ['… naming a tab', bytesOf('sep=\t\ndriver_id\tname\nd-1\tAnn\nd-2\tBen\n')],
    ['rows of separators alone below', bytesOf('driver_id,name\nd-1,Ann\nd-2,Ben\n,\n,\n,,,\n')],
    [
      'rows of separators alone between, with blanks',
      bytesOf('driver_id;name\nd-1;Ann\n ; \n\u00a0;\nd-2;Ben\n'),
    ],
    ['rows of separators alone above', bytesOf(',\n,\ndriver_id,name\nd-1,Ann\nd-2,Ben\n')],
    ['columns of separators alone at the right', bytesOf('driver_id,name,,\nd-1,Ann,,\nd-2,Ben,,\n')],
    ['a column of separators alone at the left', bytesOf(',driver_id,name\n,d-1,Ann\n,d-2,Ben\n')],
    ['a column of separators alone in the middle', bytesOf('driver_id;;name\nd-1;;Ann\nd-2;;Ben\n')],
    ['more separators than columns in some rows', bytesOf('driver_id,name\nd-1,Ann,,,\nd-2,Ben\n')],
    ['other separators at the end of each row', bytesOf('driver_id,name;;;\nd-1,Ann;;;\nd-2,Ben;;;\n')],
    ['other separators at the end, tabs', bytesOf('driver_id;name\t\t\r\nd-1;Ann\t\t\r\nd-2;Ben\t\t\r\n')],
    ['quotation marks around everything', bytesOf('"driver_id","name"\r\n"d-1","Ann"\r\n"d-2","Ben"\r\n')],
    ['line ends of old Macs', bytesOf('driver_id,name\rd-1,Ann\rd-2,Ben\r')],
    ['no line end after the last row', bytesOf('driver_id,name\nd-1,Ann\nd-2,Ben')],
    [
      'blanks that do not break, around names and values',
      bytesOf('driver_id,\u00a0Name\u00a0\nd-1,\u00a0Ann\u00a0\nd-2\u00a0,Ben\n'),
    ],
    ['marks of copied text around ids', bytesOf('driver_id,name\n\u200ed-1\u200b,Ann\n\ufeffd-2,Ben\n')],
    ['a header in the words of people', bytesOf('Driver ID,NAME\nd-1,Ann\nd-2,Ben\n')],
  ])('%s', (_what, bytes) => {
    expect(readDirectoryCsv(bytes)).toMatchObject({ ok: true, rows: [ANN, BEN] });
  });

  it.each([
    ['a name with its separator in quotation marks', 'driver_id;name\nd-1;"Meyer; Ann"\n', 'Meyer; Ann'],
    ['quotation marks inside a value', 'driver_id,name\nd-1,"Ann ""Speedy"" Meyer"\n', 'Ann "Speedy" Meyer'],
    ['typographic quotation marks', 'driver_id,name\nd-1,“Ann” Meyer\n', '“Ann” Meyer'],
    [
      'a value that a spreadsheet would take for a formula',
      'driver_id,name\nd-1,=HYPERLINK(1)\n',
      '=HYPERLINK(1)',
    ],
    ['other separators at the end of a value alone', 'driver_id,name\nd-1,Ann;\n', 'Ann;'],
    ['a name in decomposed letters', 'driver_id,name\nd-1,Ju\u0308rgen\n', 'Ju\u0308rgen'],
  ])('with %s as it is', (_what, text, name) => {
    expect(readDirectoryCsv(bytesOf(text))).toMatchObject({ ok: true, rows: [{ fields: { name } }] });
  });
});

describe('a directory from a spreadsheet is refused, with its place', () => {
  it.each([
    ['Windows-1252', bytesOf('driver_id,name\nd-1,J\xfcrgen\n', 'latin1'), 'not UTF-8'],
    ['UTF-16 without a mark', bytesOf('driver_id,name\nd-1,Ann\n', 'utf16le'), 'not UTF-8'],
    ['a value in a column without a name', bytesOf('driver_id,name,\nd-1,Ann,x\n'), 'column 3 has no name'],
    ['more values than columns', bytesOf('driver_id,name\nd-1,Ann,x\n'), 'has 3 values'],
    ['fewer values than columns', bytesOf('driver_id,name,phone\nd-1,Ann\n'), 'has 2 values'],
    ['a line break in a name', bytesOf('driver_id,name\nd-1,"Ann\nMeyer"\n'), 'must be on one line'],
    ['an error of a formula', bytesOf('driver_id,name\nd-1,#NAME?\n'), 'is an error of a spreadsheet'],
    ['an error of a formula as an id', bytesOf('driver_id,name\n#N/A,Ann\n'), 'is an error of a spreadsheet'],
    ['separators alone', bytesOf(';;;\n;;;\n'), 'the file is empty'],
    ['a first line that names the separator, and no more', bytesOf('sep=;\n'), 'the file is empty'],
  ])('%s', (_what, bytes, message) => {
    const read = readDirectoryCsv(bytes);
    expect(read).toMatchObject({ ok: false });
    if (!read.ok) expect(read.errors.map((each) => each.message).join()).toContain(message);
  });

  it('counts lines as the file has them, whatever was left out', () => {
    const read = readDirectoryCsv(bytesOf('sep=;\n;\ndriver_id;phone\n;\nd-1;none\n'));
    expect(read).toMatchObject({ ok: false, errors: [{ line: 5, column: 'phone' }] });
  });
});

describe('an id that a spreadsheet has changed', () => {
  it.each(['1.79522E+12', '1,79522E+12', '9E+15', '1e5', '1234567890123450000', '10101672903689300'])(
    '%s is taken, with a warning',
    (id) => {
      const read = readDirectoryCsv(bytesOf(`driver_id;name\n${id};Ann\n`));
      expect(read).toMatchObject({
        ok: true,
        rows: [{ driverId: id }],
        warnings: [{ line: 2, column: 'driver_id', message: expect.stringContaining('as text') as string }],
      });
    },
  );

  it.each(['d-1', '1795220000000', '10101672903689391', '00042', 'E12', '1E', 'abc1E+5'])(
    'is none in %s',
    (id) => {
      expect(readDirectoryCsv(bytesOf(`driver_id;name\n${id};Ann\n`))).toMatchObject({ warnings: [] });
    },
  );
});
