import { describe, expect, it } from 'vitest';
import { narrowedTo, sightOfDigest } from '../../../rules/documents/index.ts';

describe('what someone who may see some groups sees of a digest', () => {
  it.each([
    ['everything of any, without a limit', ['east'], undefined, 'whole'],
    ['everything of the fleet’s, without a limit', undefined, undefined, 'whole'],
    ['everything of one about these groups', ['east', 'west'], ['west', 'east', 'harbour'], 'whole'],
    ['their part of the whole fleet’s', undefined, ['east'], 'narrowed'],
    ['nothing of one about another group', ['west'], ['east'], 'none'],
    ['nothing of one about another group, too', ['east', 'west'], ['east'], 'none'],
    ['nothing of one about a group that is called alike', ['East'], ['east'], 'none'],
    ['nothing of what cannot be understood', 'east', ['east'], 'none'],
    ['nothing of what cannot be understood, too', null, ['east'], 'none'],
  ] as const)('is %s', (_what, sent, groups, sight) => {
    const document = { id: 'weekly', ...(sent !== undefined && { groups: sent as never }) };
    expect(sightOfDigest(document, groups)).toBe(sight);
  });

  it('is, of the whole fleet’s, a digest of each group once, in order', () => {
    const document = { id: 'weekly', name: 'Weekly' };
    expect(narrowedTo(document, ['west', 'east', 'west'])).toEqual({ ...document, groups: ['east', 'west'] });
    expect(document).not.toHaveProperty('groups');
  });
});
