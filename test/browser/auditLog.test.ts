import { beforeAll, expect, it } from 'vitest';
import { recordAudit } from '../../store/db/index.ts';
import { publishDocument, saveDraft } from '../../store/documents/index.ts';
import { importDirectory } from '../../store/drivers/index.ts';
import { openPage, picture, signIn } from '../support/browser/console.ts';
import { useDatabase } from '../support/store/useDatabase.ts';
import { useConsole } from '../support/browser/useConsole.ts';

/** How the audit log reads, and how it is searched. */
const inTest = useDatabase();
const at = new Date('2026-03-10T12:00:00Z');
const by = { fleetId: 'north', who: 'deploy', by: 'Ann Meyer', at };

const rule = { ...by, kind: 'rule', id: 'phone-use' } as const;
const { server, browser } = useConsole(inTest);
beforeAll(async () => {
  await saveDraft(inTest.db, { ...rule, body: { id: rule.id, name: 'Phone use' } });
  await publishDocument(inTest.db, { ...rule, why: 'Agreed with the regions.' });
  await importDirectory(inTest.db, {
    ...by,
    rows: [{ driverId: 'd-1', fields: { name: 'Jana Novak' } }],
    prune: false,
    dryRun: false,
  });
  const incident = { subjectType: 'incident', subjectId: '7', details: { driver_id: 'd-1' } };
  await recordAudit(inTest.db, {
    fleetId: 'north',
    at,
    who: 'tripline',
    action: 'incident.opened',
    ...incident,
  });
  await recordAudit(inTest.db, { ...by, action: 'incident.acknowledged_again', ...incident });
  await recordAudit(inTest.db, { ...by, action: 'weather.changed', subjectType: 'weather', subjectId: 'w' });
});

it('says entries in sentences with names and ids, and one without words as the API names it', async () => {
  const { page, mistakes } = await openPage(browser, { screen: 'desktop', scheme: 'light' });
  await signIn(page, { db: inTest.db, url: server.url });
  await page.goto(`${server.url}/fleets/north/audit`);
  const published = page.getByRole('listitem').filter({ hasText: 'Agreed with the regions.' });
  await published.getByText('Ann Meyer published version 1 of the rule “Phone use”').waitFor();
  await published.getByText('phone-use', { exact: true }).first().waitFor();
  await published.getByText('with the service token deploy').waitFor();
  await published.getByText('Details').click();
  await published.getByText('rule.published').waitFor();
  await page.getByText('deploy added the driver record of Jana Novak').waitFor();
  await page.getByText('Incident 7 opened: Jana Novak').waitFor();
  await page.getByText('Ann Meyer acknowledged incident 7, again').waitFor();
  await page.getByText('Ann Meyer: weather.changed').waitFor();
  await picture(page, 'audit-sentences');
  expect(mistakes).toEqual([]);
  await page.context().close();
});

it('is searched by what it is about, in German too, and the address holds the search', async () => {
  const { page, mistakes } = await openPage(browser, { screen: 'phone', scheme: 'light', language: 'de' });
  await signIn(page, { db: inTest.db, url: server.url });
  await page.goto(`${server.url}/fleets/north/audit`);
  await page.getByRole('combobox', { name: 'Worüber' }).click();
  await page.getByRole('option', { name: 'Regeln', exact: true }).click();
  await page.getByRole('combobox', { name: 'Was geschah' }).click();
  await page.getByRole('option', { name: '… hat Version … der Regel „…“ veröffentlicht' }).click();
  await page.getByRole('combobox', { name: 'Regel', exact: true }).fill('phone-');
  await page.getByRole('option', { name: 'Phone use' }).click();
  await page.getByText('Ann Meyer hat Version 1 der Regel „Phone use“ veröffentlicht').waitFor();
  await expect.poll(() => page.locator('main li').count()).toBe(1);
  await expect
    .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
    .toEqual({ type: 'rule', action: 'rule.published', subject: 'phone-use' });
  await page.reload();
  await page.getByText('Ann Meyer hat Version 1 der Regel').waitFor();
  await expect
    .poll(() => page.getByRole('combobox', { name: 'Regel', exact: true }).inputValue())
    .toBe('Phone use');
  await picture(page, 'audit-german');
  expect(mistakes).toEqual([]);
  await page.context().close();
});
