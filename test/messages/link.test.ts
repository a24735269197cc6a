import { describe, expect, it } from 'vitest';
import { signTripLink, verifyTripLink } from '../../messages/link.ts';

const key = Buffer.alloc(32, 1);
const link = { fleet: 'default', driverId: 'ann@example.com/1', tripId: '1790000000000', expires: 2_000 };

describe('a signed link', () => {
  it('says again what was signed', () => {
    expect(verifyTripLink(key, signTripLink(key, link), 1_999)).toEqual(link);
  });

  it.each<[string, (text: string) => string | undefined, number, Buffer]>([
    ['has expired', (text) => text, 2_001, key],
    ['was signed with another key', (text) => text, 0, Buffer.alloc(32, 2)],
    [
      'has another payload',
      (text) => `${Buffer.from('["default","x","y",9999]').toString('base64url')}.${text.split('.')[1]}`,
      0,
      key,
    ],
    ['has a shortened signature', (text) => text.slice(0, -4), 0, key],
    ['has a part too many', (text) => `${text}.x`, 0, key],
    ['is empty', () => '', 0, key],
  ])('opens nothing when it %s', (_why, change, now, used) => {
    expect(verifyTripLink(used, change(signTripLink(key, link)) ?? '', now)).toBeUndefined();
  });
});
