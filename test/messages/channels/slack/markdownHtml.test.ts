import { afterEach, describe, expect, it, vi } from 'vitest';
import { slackMarkdownHtml } from '../../../../messages/channels/slack/index.ts';

afterEach(() => void vi.restoreAllMocks());

const html = (text: string): string => slackMarkdownHtml(text).toString();

describe('a line in italics', () => {
  it.each([
    ['_because the rule names you_', '<em>because the rule names you</em>'],
    ['first\n_second_\nthird', 'first<br><em>second</em><br>third'],
    ['_one_\n_two_', '<em>one</em><br><em>two</em>'],
    ['_a_', '<em>a</em>'],
  ])('is %j', (text, expected) => {
    expect(html(text)).toBe(expected);
  });

  it('holds bold text, links and signs', () => {
    expect(html('_*Bold* &amp; :warning:_')).toBe(
      '<em><strong>Bold</strong> &amp; <span aria-hidden="true">⚠</span></em>',
    );
    expect(html('_see <https://example.com/a|the page>_')).toBe(
      '<em>see <a href="https://example.com/a" target="_blank" rel="noopener noreferrer">the page</a></em>',
    );
  });

  it.each([
    ['_begins only', 'never ends'],
    ['ends only_', 'never begins'],
    ['_', 'one underscore'],
    ['__', 'nothing between'],
    ['___', 'three underscores'],
    ['_a_b_', 'an underscore within'],
    ['__twice__', 'two at each end'],
    ['say _this_ now', 'within a line'],
    ['HARD_BRAKE and PHONE_USE', 'words with underscores'],
    ['_HARD_BRAKE_', 'a name with an underscore at each end'],
    ['driver_17_', 'an id that ends with one'],
    ['_begins\nends_', 'over two lines'],
    [' _indented_', 'after a space'],
  ])('is not %j: %s', (text) => {
    expect(html(text)).toBe(text.replace('\n', '<br>'));
  });

  it('leaves the lines around it as they are without it', () => {
    const others = ['*Bold*', '<https://example.com|Link>', 'driver_17', '', '&lt;b&gt;'];
    const alone = others.map(html).join('<br>');
    expect(html([...others, '_end_'].join('\n'))).toBe(`${alone}<br><em>end</em>`);
  });

  it('is no way to write HTML', () => {
    expect(html('_<script>alert(1)</script>_')).not.toContain('<script');
    expect(html('_&lt;img src=x onerror=alert(1)&gt;_')).toBe('<em>&lt;img src=x onerror=alert(1)&gt;</em>');
  });

  it.each(['_', '_a', '_*', '_<', '_<a|', '_<https://x.example|', '*_', '_a_b', '_\n', '_a\n', '_a_\n'])(
    'is searched for a fixed number of times a line, however often %j repeats',
    (piece) => {
      const searches = (times: number): number => {
        const searched = vi.spyOn(String.prototype, 'indexOf');
        html(piece.repeat(times));
        const { length } = searched.mock.calls;
        searched.mockRestore();
        return length;
      };
      const lines = (times: number): number => piece.repeat(times).split('\n').length;
      for (const times of [100, 10_000]) expect(searches(times)).toBeLessThanOrEqual(2 * lines(times));
    },
  );
});
