import { expect } from 'vitest';
import type { Locator, Page } from 'playwright-core';

/**
 * Waits until the focus has settled. A dialog moves the focus by a timer of at most 10 ms. A longer timer that is set later in
 * the page ends after it, however slow the page is.
 */
async function focusRests(page: Page): Promise<void> {
  await page.evaluate('new Promise((done) => setTimeout(done, 30))');
}

/** Returns the open dialog, once it has the focus. */
export async function dialogOf(page: Page): Promise<Locator> {
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await focusRests(page);
  return dialog;
}

/** Waits until no dialog is open, and the focus is back. */
export async function dialogCloses(page: Page): Promise<void> {
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await focusRests(page);
}

/** Presses a button by keyboard, on the page or within a part of it: focuses it and presses Enter. */
export async function press(page: Page, name: string | RegExp, within?: Locator): Promise<void> {
  const button = (within ?? page).getByRole('button', { name, exact: typeof name === 'string' });
  await button.waitFor();
  await focusRests(page);
  await button.press('Enter');
}

/** Chooses an option of a list by pointer. */
export async function choose(page: Page, field: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).first().click();
  await page.getByRole('option', { name: option }).first().click();
}

/** Waits until the element with this label or text has the focus. */
export async function focused(page: Page, name: RegExp): Promise<void> {
  const said = 'document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent';
  await expect.poll(() => page.evaluate<string | null>(said)).toMatch(name);
}

/**
 * Returns the controls in the view or a dialog that a notification covers.
 * @throws Error if no notification is shown
 */
export function coveredByToast(page: Page): Promise<readonly string[]> {
  return page.evaluate<string[]>(`(() => {
    const said = [...document.querySelectorAll('.mantine-Notification-root')].map((each) => each.getBoundingClientRect());
    if (said.length === 0) throw new Error('Nothing is said.');
    const covers = (toast, part) => toast.left < part.right && part.left < toast.right && toast.top < part.bottom && part.top < toast.bottom;
    return [...document.querySelectorAll(':is(main, [role=dialog]) :is(button, a, input, textarea)')]
      .filter((each) => said.some((toast) => covers(toast, each.getBoundingClientRect())))
      .map((each) => each.textContent || each.getAttribute('aria-label'));
  })()`);
}
