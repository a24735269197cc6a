/** Thrown when a release cannot be made. The message says what to do. */
export class ReleaseError extends Error {}

const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;

/**
 * Replaces the heading of the changes that are not released yet by their version and date.
 * @param changelog the text of CHANGELOG.md: its first `## ` heading is `Unreleased`, or the version without
 * a date
 * @param release `version` as `1.2.3`, `current` the version of package.json, `date` as `2026-11-27`
 * @returns the changelog with the heading `## 1.2.3 (2026-11-27)`, and the notes below it
 * @throws ReleaseError when the version is invalid, is not newer than the current one, or has no notes
 */
export function datedChangelog(
  changelog: string,
  { version, current, date }: { readonly version: string; readonly current: string; readonly date: string },
): { readonly changelog: string; readonly notes: string } {
  const wanted = partsOf(version);
  const heading = /^## (.+)$/m.exec(changelog);
  const title = heading?.[1]?.trim();
  if (!heading || (title !== 'Unreleased' && title !== version))
    throw new ReleaseError(
      `CHANGELOG.md begins with "${title ?? 'no release'}". Write the changes below a heading "## Unreleased" first.`,
    );
  if (title === 'Unreleased' && compared(wanted, partsOf(current)) <= 0)
    throw new ReleaseError(`${version} is not newer than ${current}. Choose a higher version.`);
  const after = changelog.slice(heading.index + heading[0].length);
  const next = after.search(/^## /m);
  const notes = (next < 0 ? after : after.slice(0, next)).trim();
  if (!/^- /m.test(notes))
    throw new ReleaseError(`CHANGELOG.md names no change below "## ${title}". Write what users notice.`);
  return {
    changelog: `${changelog.slice(0, heading.index)}## ${version} (${date})${after}`,
    notes,
  };
}

function partsOf(version: string): readonly number[] {
  const parts = VERSION.exec(version)?.slice(1).map(Number);
  if (!parts) throw new ReleaseError(`"${version}" is no version. Give one such as 1.2.3.`);
  return parts;
}

function compared(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at < 0 ? 0 : one[at]! - other[at]!;
}
