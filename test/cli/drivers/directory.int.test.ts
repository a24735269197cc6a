import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ODD_DRIVER, recordEverything } from '../../server/records.ts';
import { useServer } from '../../support/servers/useServer.ts';
import { useCli } from '../../support/servers/useCli.ts';

const server = useServer();
const command = useCli(server, 'admin');
const run = (...args: string[]) => command.run('drivers', ...args, '--fleet', 'north');
const importing = async (text: string, ...options: string[]) => {
  await command.put('drivers.csv', text);
  return run('import', join(command.folder, 'drivers.csv'), ...options);
};

it('imports a file, shows before what would change, and prunes only when asked to', async () => {
  const text = 'driver_id,name,vehicle\nd-1,Ann Meyer,Van 12\nd-2,Bob,\n';
  const dry = await importing(text, '--dry-run');
  expect(dry.code).toBe(0);
  expect(dry.out).toMatch(/d-1 +added +name, vehicle/);
  expect(dry.out).toContain('Dry run, nothing was changed: 2 added, 0 changed, 0 removed, 0 unchanged.');
  expect((await run('list')).out).toContain('There are no such drivers.');
  expect((await importing(text)).out).toContain('2 added, 0 changed, 0 removed, 0 unchanged.');
  const changed = await importing('driver_id,name,vehicle\nd-1,Ann Meyer,Van 13\n');
  expect(changed.out).toMatch(/d-1 +changed +vehicle\n0 added, 1 changed, 0 removed, 0 unchanged\./);
  const pruned = await importing('driver_id,name,vehicle\nd-1,Ann Meyer,Van 13\n', '--prune');
  expect(pruned.out).toMatch(/d-2 +removed +name/);
});

it('lists drivers and shows one with where each field comes from', async () => {
  expect((await run('list', '--search', 'meyer')).out).toMatch(/d-1 +Ann Meyer +Van 13/);
  const { out, code } = await run('show', 'd-1');
  expect(code).toBe(0);
  expect(out).toContain('Ann Meyer (d-1)');
  expect(out).toMatch(/vehicle +Van 13 +directory/);
  expect((await run('show', 'nobody')).code).toBe(2);
});

it('says every mistake by file, line and column, and imports nothing', async () => {
  const { code, out } = await importing('driver_id,nmae\nd-9,x\n');
  expect(code).toBe(1);
  expect(out).toMatch(/1 mistake in .*drivers\.csv, so nothing was imported:/);
  expect(out).toMatch(
    /drivers\.csv:1 nmae: unknown column "nmae" \(did you mean "name"\?\) \(allowed: driver_id, name/,
  );
  expect((await importing('driver_id,phone\nd-9,abc\nd-9,\n')).out).toMatch(
    /drivers\.csv:2 phone: "abc" is not a phone number[^]*drivers\.csv:3 driver_id: "d-9" is already in line 2/,
  );
  expect((await run('show', 'd-9')).code).toBe(2);
  expect(await run('import', join(command.folder, 'none.csv'))).toMatchObject({ code: 2 });
});

it('names drivers beside their ids where incidents, deletions and trips are shown', async () => {
  await recordEverything(server.db, 'north');
  await importing(`driver_id,name,phone\n"${ODD_DRIVER}",Odd Name,030 1234\n`);
  const shown = async (...args: string[]) => (await command.run(...args, '--fleet', 'north')).out;
  expect(await shown('incidents', 'list')).toContain(`Odd Name (${ODD_DRIVER})`);
  const { body } = await command.json<{ items: { id: string }[] }>('incidents', 'list', '--fleet', 'north');
  expect(await shown('incidents', 'show', body.items[0]!.id)).toContain('Driver: 030 1234');
  expect(await shown('deletions', 'list')).toContain(`Odd Name (${ODD_DRIVER})`);
});
