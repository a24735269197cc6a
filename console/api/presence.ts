/** Milliseconds after a press or a key during which the reader is taken to be present. */
const PRESENT_MS = 60_000;

// A reader has just opened this page.
let lastInput = Date.now();
for (const kind of ['pointerdown', 'keydown', 'wheel'] as const)
  addEventListener(kind, () => void (lastInput = Date.now()), { capture: true, passive: true });

/**
 * Returns the header that marks a request as caused by no person: a refetch by an interval, after a live event or after a
 * reconnect. Such requests do not prolong the session of a reader who left. Returns no header while the reader is present.
 */
export function backgroundHeader(): Readonly<Record<string, string>> {
  return Date.now() - lastInput > PRESENT_MS ? { 'X-Tripline-Background': '1' } : {};
}
