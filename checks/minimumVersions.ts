/** The lowest version of each package that may be installed, and the reason. */
export type MinimumVersions = Readonly<Record<string, { readonly floor: string; readonly reason: string }>>;

/** The checked part of a `package-lock.json`: versions by path, such as `node_modules/…`. Nested packages are included. */
export interface LockFile {
  readonly packages: Readonly<Record<string, { readonly version?: string }>>;
}

/**
 * Lists every copy of a package below its minimum version, and every minimum version whose package is gone,
 * as messages.
 * @returns an empty list when there is no problem
 */
export function belowMinimum(lock: LockFile, floors: MinimumVersions): string[] {
  const installed = Object.entries(lock.packages).map(([place, { version = '' }]) => ({
    place,
    version,
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

/**
 * Returns whether a version is at or above a minimum version. A pre-release (`9.0.1-beta`) is below its
 * release. Text that is not a version is below every minimum.
 */
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
