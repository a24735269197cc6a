/** For so long after a press or a key, somebody is taken to be there. */
const PRESENT_MS = 60_000;

// A page that has just been opened was opened by somebody.
let lastInput = Date.now();
for (const kind of ['pointerdown', 'keydown', 'wheel'] as const)
  addEventListener(kind, () => void (lastInput = Date.now()), { capture: true, passive: true });

/**
 * The header of a request that nobody caused: what is asked again by an interval, after a live event or when the connection is
 * back does not keep the session of someone who has left. None while somebody is there.
 */
export function backgroundHeader(): Readonly<Record<string, string>> {
  return Date.now() - lastInput > PRESENT_MS ? { 'X-Tripline-Background': '1' } : {};
}
