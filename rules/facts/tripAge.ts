/** A trip that came so long after its end is shown with its age, whatever the policy does with late ones. */
const AGED_SECONDS = 30 * 60;

/**
 * How old a trip was when its incident opened, in seconds, where that is worth a word: it came late, by its policy or for
 * anybody's eye.
 */
export function ageToShow(incident: {
  readonly openedAt: Date;
  readonly tripEndedAt: Date | null;
  readonly late: boolean;
}): number | undefined {
  const { openedAt, tripEndedAt, late } = incident;
  if (tripEndedAt === null) return undefined;
  const seconds = Math.round((openedAt.getTime() - tripEndedAt.getTime()) / 1000);
  return late || seconds >= AGED_SECONDS ? seconds : undefined;
}
