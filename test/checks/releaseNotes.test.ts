import { describe, expect, it } from 'vitest';
import { datedChangelog } from '../../checks/releaseNotes.ts';

const changelog = (heading: string, changes = '- A new thing.\n'): string =>
  `# Changelog\n\n## ${heading}\n\n### Added\n\n${changes}\n## 0.1.0 (2026-01-05)\n\n- The first.\n`;
const release = { version: '0.2.0', current: '0.1.0', date: '2026-11-27' };

describe('the changelog of a release', () => {
  it('gets the version and the date in place of "Unreleased", and its notes are only its own', () => {
    const dated = datedChangelog(changelog('Unreleased'), release);
    expect(dated.changelog).toBe(changelog('0.2.0 (2026-11-27)'));
    expect(dated.notes).toBe('### Added\n\n- A new thing.');
  });

  it('gets the date of a version that is already named, which may be the current one', () => {
    const dated = datedChangelog(changelog('0.2.0'), { ...release, current: '0.2.0' });
    expect(dated.changelog).toBe(changelog('0.2.0 (2026-11-27)'));
  });

  it.each([
    ['a version that is none', changelog('Unreleased'), { ...release, version: 'v2' }, /"v2" is no version/],
    ['an older version', changelog('Unreleased'), { ...release, version: '0.0.9' }, /not newer than 0.1.0/],
    ['the same version', changelog('Unreleased'), { ...release, version: '0.1.0' }, /not newer than 0.1.0/],
    ['a changelog whose newest release is dated', changelog('0.2.0 (2026-10-01)'), release, /## Unreleased/],
    ['a changelog without a release', '# Changelog\n', release, /no release/],
    ['a release without changes', changelog('Unreleased', ''), release, /names no change/],
  ])('is refused with %s', (_case, text, args, message) => {
    expect(() => datedChangelog(text, args)).toThrow(message);
  });
});
