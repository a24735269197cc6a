/** The lowest version of a package that may be installed, and why. */
export type MinimumVersions = Readonly<Record<string, { readonly floor: string; readonly reason: string }>>;

/** What of a `package-lock.json` is checked: version by place, `node_modules/…`, nested ones too. */
export interface LockFile {
  readonly packages: Readonly<Record<string, { readonly version?: string }>>;
}

/**
 * Every copy of a package that is below its floor, and every floor whose package is gone, in words.
 * @returns empty: all is well
 */
export function belowMinimum(lock: LockFile, floors: MinimumVersions): string[] {
  const installed = Object.entries(lock.packages).map(([place, { version = '' }]) => ({
    ...{ place, version },
    name: place.split('node_modules/').at(-1) ?? '',
  }));
  return Object.entries(floors).flatMap(([name, { floor, reason }]) => {
    const copies = installed.filter((each) => each.name === name);
    if (copies.length === 0)
      return [
        `${name} has a floor and is not in package-lock.json: take it out of checks/minimumVersions.json.`,
      ];
    return copies
      .filter(({ version }) => !isAtLeast(version, floor))
      .map(({ place, version }) => `${place} is ${version}, below ${floor}. ${reason}`);
  });
}

/** Whether a version is a floor or above; one before a release (`9.0.1-beta`) is below it, and what is no version too. */
function isAtLeast(version: string, floor: string): boolean {
  const [have, need] = [partsOf(version), partsOf(floor)];
  if (!have || !need) return false;
  for (const index of [0, 1, 2] as const)
    if (have.numbers[index] !== need.numbers[index]) return have.numbers[index]! > need.numbers[index]!;
  return !have.isBefore || need.isBefore;
}

function partsOf(
  version: string,
): { readonly numbers: readonly number[]; readonly isBefore: boolean } | undefined {
  const match = /^(\d+)\.(\d+)\.(\d+)(-[\w.-]+)?(\+[\w.-]+)?$/.exec(version);
  return match ? { numbers: match.slice(1, 4).map(Number), isBefore: match[4] !== undefined } : undefined;
}
