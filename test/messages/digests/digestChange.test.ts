import { describe, expect, it } from 'vitest';
import { digestEmail, sentDigestPage } from '../../../messages/digests/index.ts';
import type { DigestContent } from '../../../messages/digests/index.ts';
import { compared, exampleDigest } from './exampleDigest.ts';
import { wholeText } from './wholeDigest.ts';

function withScore(score: ReturnType<typeof compared>): DigestContent {
  return { ...exampleDigest, scores: { ...exampleDigest.scores!, score }, byGroup: null, drivers: null };
}

const SCORE_DOWN = /class="ink-critical"[^>]*><span aria-hidden="true">▼<\/span>&nbsp;down 1\.2/;

describe('a change of a digest', () => {
  it('has a colour when it is larger than usual, in the e-mail and on the page', () => {
    const content = withScore(compared(76, 77.2, { usual: 1 }));
    for (const html of [digestEmail(content).html, sentDigestPage(content)]) expect(html).toMatch(SCORE_DOWN);
  });

  it.each([
    ['is as usual', { usual: 1.5 }],
    ['cannot be classified yet', {}],
  ])('has none when it %s', (_name, more) => {
    const content = withScore(compared(76, 77.2, more));
    for (const html of [digestEmail(content).html, sentDigestPage(content)]) {
      expect(html).toContain('down 1.2');
      expect(html).not.toMatch(SCORE_DOWN);
    }
  });

  it('is named in the e-mail when it is unusual, the most unusual first', () => {
    const { text } = digestEmail(exampleDigest);
    const changes = text.slice(text.indexOf('What changed'));
    expect(changes).toMatch(/Speeding rating: up 0\.40.*\n.*Group north: up 2\.5/);
    expect(changes).not.toContain('Hard brake');
    const calm = digestEmail(withScore(compared(76, 77.2, { usual: 5 })));
    expect(digestEmail({ ...exampleDigest, scores: null, byGroup: null, driving: null }).text).not.toContain(
      'What changed',
    );
    expect(calm.text).not.toContain('The score:');
  });

  it('is none in the first week, for which there is nothing to compare with', () => {
    const first = compared(24, null);
    const content: DigestContent = {
      ...exampleDigest,
      alerts: { ...exampleDigest.alerts!, alerts: first },
      driving: { ...exampleDigest.driving!, trips: first },
      rules: {
        ...exampleDigest.rules!,
        loudest: exampleDigest.rules!.loudest.map((rule) => ({ ...rule, before: null })),
      },
    };
    for (const text of [wholeText(content), digestEmail(content).text]) {
      expect(text).not.toContain('up 24');
      expect(text).toContain('Trips: Now: 24; Change: nothing to compare with');
    }
    expect(wholeText(content)).toContain('24 alerts.');
    expect(wholeText(content)).toContain('Repeated phone use: Alerts: 21; Before: not known');
  });
});
