import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getDocument } from '../../store/documents/index.ts';
import type { StoredDocument } from '../../store/documents/index.ts';
import { TOKENS } from '../support/servers/server.ts';
import { finishSimulation } from '../../store/trips/index.ts';
import {
  accessibilityProblems,
  openPage,
  picture,
  sidewaysScroll,
  signIn,
} from '../support/browser/console.ts';
import type { Screen } from '../support/browser/console.ts';
import { useDatabase } from '../support/store/useDatabase.ts';
import { parsedText } from '../../console/views/rules/form/index.ts';
import { choose, focused } from './acting.ts';
import { PHONE_RULE, fleetWithRules } from './fleetWithRules.ts';
import { pageOf } from './person.ts';
import { useConsole } from '../support/browser/useConsole.ts';

/** Tests how a safety manager writes a rule in the console: in the form, in the text, and beside other editors. */
const inTest = useDatabase();

const { server, browser } = useConsole(inTest);
beforeAll(() => fleetWithRules(server, inTest.db));
beforeEach(async () => {
  const draft = { raw: PHONE_RULE, type: 'application/jsonc' };
  expect((await server.api('PUT', '/rules/phone', draft)).status).toBe(200);
});

const DESKTOP: Screen = { screen: 'desktop', scheme: 'light' };

async function openEditor(
  path: string,
  screen: Screen = DESKTOP,
): Promise<{ page: Page; mistakes: string[] }> {
  const { page, mistakes } = await openPage(browser, screen);
  await signIn(page, { db: inTest.db, url: server.url });
  await page.goto(`${server.url}/fleets/north/rules/${path}`);
  return { page, mistakes };
}

const stored = (id: string): Promise<StoredDocument | undefined> =>
  getDocument(inTest.db, { fleetId: 'north', kind: 'rule', id });

/** Replaces the whole text by another one, as pasting does. */
async function replaceText(page: Page, text: string): Promise<void> {
  await page.locator('.cm-content').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

/** Decision of a worker for the rule `phone`. */
const DECISION = {
  fleet: 'north',
  driver_id: 'driver-1',
  trip_id: '1',
  revision: 1,
  decided_at: '2026-03-01T08:00:00Z',
  rules: [
    {
      rule: 'phone',
      name: 'Repeated phone use',
      version: 0,
      severity: 'warning',
      mode: 'live',
      outcome: 'not_matched',
      reason: 'conditions_false',
      trace: {
        result: 'false',
        all: [
          {
            result: 'false',
            fact: 'driver.events.count',
            params: { type: 'PHONE_USE', window: '7d' },
            operator: 'greaterThanInclusive',
            value: 19,
            actual: 4,
          },
          {
            result: 'unknown',
            fact: 'driver.score',
            operator: 'lessThan',
            value: 60,
            unknown_because: { code: 'notSent' },
          },
        ],
      },
    },
  ],
  actions: [],
};

describe('the rule editor', () => {
  it('builds the rule for a regional manager in the form alone', async () => {
    const named = { driver_id: 'driver-2', name: 'Ida Sommer' };
    await server.api('POST', '/drivers/import', { body: { drivers: [named] } });
    const { page, mistakes } = await openEditor('new');
    await page.getByRole('button', { name: 'An empty rule' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Score dropped ten points');
    await page.getByRole('button', { name: 'Add condition' }).click();
    await page.getByRole('button', { name: /\(fact: / }).click();
    await page.getByRole('textbox', { name: 'Search facts' }).fill('driver score change');
    await page.getByRole('option', { name: /driver score change/ }).click();
    await page.getByRole('textbox', { name: 'Value' }).fill('-10');
    await choose(page, 'Which trips alert', 'The first trip that matches');
    await page.getByRole('button', { name: 'Add action' }).click();
    await page.getByRole('menuitem', { name: 'E-mail' }).click();
    await page.getByRole('combobox', { name: 'Recipients' }).fill('regional');
    await page.getByRole('option', { name: /route:regional-manager/ }).click();
    const drivers = page.getByRole('combobox', { name: 'Only these drivers' });
    await drivers.fill('sommer');
    await page.getByRole('option', { name: 'Ida Sommer (driver-2)' }).waitFor();
    await drivers.press('Enter');
    await page.locator('.mantine-MultiSelect-pill', { hasText: 'Ida Sommer (driver-2)' }).waitFor();
    await drivers.fill('driver-99');
    await page.getByRole('option', { name: 'No such driver is stored: use “driver-99” as an id' }).click();
    await page.getByText(/No problems found|the rule can be saved/).waitFor();
    await picture(page, 'editor-built');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.waitForURL('**/rules/score-dropped-ten-points/edit');
    expect((await stored('score-dropped-ten-points'))?.draft).toMatchObject({
      name: 'Score dropped ten points',
      scope: { drivers: ['driver-2', 'driver-99'] },
      conditions: {
        all: [
          { fact: 'driver.score_change', params: { over: '7d' }, operator: 'lessThanInclusive', value: -10 },
        ],
      },
      trigger: 'becomes_true',
      actions: [{ type: 'email', to: ['route:regional-manager'] }],
    });
    expect(mistakes).toEqual([]);
    await page.context().close();
  });

  it('writes into the text what is changed in the form, and keeps its comments', async () => {
    const { page, mistakes } = await openEditor('phone/edit');
    await page.getByRole('textbox', { name: 'Value' }).first().fill('25');
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByText('The draft is saved.').waitFor();
    expect((await stored('phone'))?.draftSource).toBe(PHONE_RULE.replace('"value": 19', '"value": 25'));
    // The form shows a condition that it cannot express as it is.
    await page.getByText('The form cannot show this condition.').waitFor();
    expect(mistakes).toEqual([]);
    await page.context().close();
  });

  it('shows in the form what is typed into the text, and waits while it cannot be read', async () => {
    const { page, mistakes } = await openEditor('phone/edit');
    await page.getByRole('textbox', { name: 'Name' }).waitFor();
    await replaceText(page, PHONE_RULE.replace('Repeated phone use', 'Phone at the wheel'));
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Name' }).inputValue())
      .toBe('Phone at the wheel');
    await replaceText(page, PHONE_RULE.replace('"severity": "warning",', '"severity": "warning"'));
    await page.getByText('The text cannot be read').waitFor();
    expect(await page.getByRole('textbox', { name: 'Name' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: /not valid JSON here \(line 6/ }).waitFor();
    await page.getByRole('button', { name: 'Show in the text' }).click();
    await focused(page, /^Text$/);
    await page.keyboard.type(', ');
    await expect.poll(() => page.getByRole('textbox', { name: 'Name' }).isDisabled()).toBe(false);
    expect(mistakes).toEqual([]);
    await page.context().close();
  });

  it('shows an error at its field and in its line, and does not save it', async () => {
    const { page, mistakes } = await openEditor('phone/edit');
    await page.getByRole('textbox', { name: 'Value' }).first().fill('');
    const row = page
      .locator('main fieldset')
      .getByText(/^Error: /)
      .first();
    await row.waitFor();
    await page.locator('.cm-lintRange-error').waitFor();
    expect(
      await page.locator('.cm-line', { has: page.locator('.cm-lintRange-error') }).innerText(),
    ).toContain('"value"');
    await page.getByRole('status').getByText('1 error').waitFor();
    await page.getByRole('button', { name: /\/conditions\/all\/0\/value/ }).click();
    await focused(page, /^Text$/);
    const before = await stored('phone');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('The draft is not saved').waitFor();
    expect(await stored('phone')).toEqual(before);
    expect(mistakes.filter((line) => !/status of 422/.test(line))).toEqual([]);
    await page.context().close();
  });

  it('shows the problems of a new rule at the fields that were left, and all when saving was tried', async () => {
    const { page, mistakes } = await openEditor('new');
    await page.getByRole('button', { name: 'An empty rule' }).click();
    const errors = page.locator('main fieldset').getByText(/^Error: /);
    const name = page.getByRole('textbox', { name: 'Name' });
    const isWrong = (): Promise<string | null> => name.getAttribute('aria-invalid');
    // The problem is counted, and named among the text's problems.
    await page
      .getByRole('status')
      .getByText(/^\d errors?/)
      .waitFor();
    expect([await isWrong(), await errors.count()]).toEqual([null, 0]);
    await name.focus();
    await page.getByRole('textbox', { name: 'Description' }).focus();
    await expect.poll(isWrong).toBe('true');
    expect(await errors.count()).toBe(0);
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('The draft is not saved').waitFor();
    await expect.poll(() => errors.count()).toBeGreaterThan(0);
    expect(mistakes.filter((line) => !/status of (404|405|422)/.test(line))).toEqual([]);
    await page.context().close();
  });

  it('keeps what is typed over a reload, until it is saved or discarded', async () => {
    const { page, mistakes } = await openEditor('phone/edit');
    await page.getByRole('textbox', { name: 'Description' }).fill('Asked for by the depot.');
    await page.reload();
    await page.getByText('What you typed before is back.').waitFor();
    expect(await page.getByRole('textbox', { name: 'Description' }).inputValue()).toBe(
      'Asked for by the depot.',
    );
    await page.getByRole('button', { name: 'Discard it' }).click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('');
    await page.reload();
    await page.getByRole('textbox', { name: 'Description' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('');
    expect(mistakes).toEqual([]);
    await page.context().close();
  });

  it('keeps what is typed while the draft is being saved', async () => {
    const { page, mistakes } = await openEditor('phone/edit');
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/rules/phone?**', async (route) => {
      if (route.request().method() === 'PUT') await held;
      await route.continue();
    });
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.fill('Phone use, first');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await name.fill('Phone use, second');
    release();
    await expect.poll(async () => (await stored('phone'))?.draft).toMatchObject({ name: 'Phone use, first' });
    await expect.poll(() => page.getByRole('button', { name: 'Save draft' }).isEnabled()).toBe(true);
    expect(await name.inputValue()).toBe('Phone use, second');
    await page.reload();
    expect(await name.inputValue()).toBe('Phone use, second');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect
      .poll(async () => (await stored('phone'))?.draft)
      .toMatchObject({ name: 'Phone use, second' });
    expect(mistakes).toEqual([]);
    await page.context().close();
  });

  it('tells two people who edit one draft, and lets the second choose', async () => {
    const { page, mistakes } = await openEditor('phone/edit');
    await page.getByRole('textbox', { name: 'Description' }).fill('Mine.');
    const theirs = { token: TOKENS.editor, raw: PHONE_RULE.replace('19', '30'), type: 'application/jsonc' };
    expect((await server.api('PUT', '/rules/phone', theirs)).status).toBe(200);
    await page.getByRole('button', { name: 'Save draft' }).click();
    const dialog = page.getByRole('dialog', { name: 'Someone else changed this rule' });
    await dialog.getByText('ed saved a draft').waitFor();
    expect(await dialog.getByRole('group').innerText()).toContain('−         "value": 30');
    expect((await stored('phone'))?.draftSource).toContain('30');
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture(page, 'editor-conflict');
    await dialog.getByRole('button', { name: 'Save mine over theirs' }).click();
    await expect.poll(async () => (await stored('phone'))?.draftSource).toContain('Mine.');

    expect((await server.api('PUT', '/rules/phone', theirs)).status).toBe(200);
    await page.getByRole('textbox', { name: 'Description' }).fill('Mine again.');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await dialog.getByRole('button', { name: 'Discard mine, take theirs' }).click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Value' }).first().inputValue()).toBe('30');
    expect((await stored('phone'))?.draftSource).toBe(theirs.raw);
    expect(mistakes.filter((line) => !/status of 409/.test(line))).toEqual([]);
    await page.context().close();
  });

  it('says in words where a problem stands, and leads there in form and text', async () => {
    const { page, mistakes } = await openEditor('phone/edit?at=/conditions/all/0/value');
    await focused(page, /fact: /);
    await replaceText(page, PHONE_RULE.replace('"value": 1 }', '"value": "far" }'));
    const problems = page.getByRole('region', { name: 'Problems' });
    await problems.getByRole('button', { name: /^Error: Condition 1 of “at least one”: Distance / }).click();
    await expect
      .poll(() => page.evaluate('document.activeElement?.closest("[data-place]")?.dataset.place'))
      .toBe('/conditions/all/1/any/0');
    await problems
      .getByRole('button', { name: 'Show /conditions/all/1/any/0/value in the text', exact: true })
      .click();
    await expect
      .poll(() => page.evaluate('document.activeElement?.classList.contains("cm-content")'))
      .toBe(true);
    expect(mistakes).toEqual([]);
    await page.context().close();
  });

  it('joins, moves, groups and takes out conditions, all by keyboard', async () => {
    const { page, mistakes } = await openEditor('phone/edit');
    const conditions = async (): Promise<unknown> => {
      const save = page.getByRole('button', { name: 'Save draft' });
      if (await save.isEnabled()) await save.press('Enter');
      return (await stored('phone'))?.draft?.['conditions'];
    };
    const press = async (name: string, index = 0): Promise<void> => {
      await page.getByRole('button', { name, exact: true }).nth(index).focus();
      await page.keyboard.press('Enter');
    };
    const [phone, group] = (parsedText(PHONE_RULE) as { conditions: { all: [unknown, { any: unknown[] }] } })
      .conditions.all;
    await press('Move down');
    await expect.poll(conditions).toEqual({ all: [{ any: [phone, ...group.any] }] });
    await press('Move up');
    await expect.poll(conditions).toEqual({ all: [phone, group] });
    await choose(page, 'How the conditions are joined', 'none');
    await expect.poll(conditions).toEqual({ not: { any: [phone, group] } });
    await page.reload();
    await press('Remove group');
    await press('Remove condition');
    await page.getByText('No condition yet.').waitFor();
    await focused(page, /^Add condition$/);
    await page.keyboard.press('Enter');
    await focused(page, /fact: /);
    await page.keyboard.press('Enter');
    await focused(page, /^Search facts$/);
    await page.keyboard.type('top speed');
    await page.keyboard.press('Enter');
    await expect
      .poll(conditions)
      .toEqual({ not: { fact: 'trip.max_speed_kmph', operator: 'greaterThan', value: 140 } });
    expect(mistakes).toEqual([]);
    await page.context().close();
  });

  it('types over a selection in the text without styles that the policy refuses', async () => {
    const { page, mistakes } = await openEditor('phone/edit');
    await page.locator('.cm-line', { hasText: '"warning"' }).getByText('"warning"').dblclick();
    await page.keyboard.type('info');
    await page
      .getByRole('status')
      .getByText(/No problems found|can be saved/)
      .waitFor();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('x');
    await page.getByText('The text cannot be read').waitFor();
    await page.keyboard.press('ControlOrMeta+z');
    await page.locator('.cm-line', { hasText: '"id"' }).getByText('"phone"').dblclick();
    await page.keyboard.type('other');
    await page.getByRole('button', { name: /The id of this rule is phone/ }).waitFor();
    expect(mistakes).toEqual([]);
    await page.context().close();
  });

  it('tests the rule on one of a driver’s last trips, and sends nothing', async () => {
    server.gateway.answer = async ({ simulationId }) => {
      await finishSimulation(inTest.db, {
        fleetId: 'north',
        id: simulationId,
        at: new Date(),
        result: DECISION,
      });
      return { outcome: 'done' };
    };
    const { page, mistakes } = await openEditor('phone/edit');
    await choose(page, 'Driver', 'driver-1');
    await page.getByRole('combobox', { name: 'Trip', exact: true }).click();
    await page.locator('[role=option]:visible').first().click();
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByText('The rule does not match').waitFor();
    await page.getByText('Not matched: 4 phone events in 7 days (threshold: 19 or more).').waitFor();
    const outcome = page.getByRole('region', { name: 'Test on one trip' });
    expect(await outcome.getByRole('listitem').nth(1).innerText()).toContain(
      'phone events in 7 days: 4 (is at least 19)',
    );
    await picture(page, 'editor-test');
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(mistakes).toEqual([]);
    await page.context().close();
  });

  it('is worked through on a phone, in German', async () => {
    const { page, mistakes } = await openEditor('phone/edit', {
      screen: 'phone',
      scheme: 'dark',
      language: 'de',
    });
    await page.getByText('Die Regel trifft auf eine Fahrt zu, wenn').waitFor();
    expect(await page.locator('.cm-content').isVisible()).toBe(false);
    await page.getByText('Text', { exact: true }).click();
    await page.locator('.cm-content').waitFor();
    await picture(page, 'editor-text-phone');
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(mistakes).toEqual([]);
    await page.context().close();
  });

  it('is not offered to a viewer', async () => {
    const person = { name: 'Vera', role: 'viewer', db: inTest.db, url: server.url } as const;
    const { page } = await pageOf(browser, person);
    for (const path of ['phone/edit', 'new']) {
      await page.goto(`${server.url}/fleets/north/rules/${path}`);
      await page.getByText('Only editors may change rules.').waitFor();
      expect(await page.getByRole('button', { name: 'Save draft' }).count()).toBe(0);
    }
    await page.context().close();
  });
});
