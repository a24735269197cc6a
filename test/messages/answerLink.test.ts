import { describe, expect, it } from 'vitest';
import { signAnswerLink, verifyAnswerLink } from '../../messages/answerLink.ts';
import { signTripLink, verifyTripLink } from '../../messages/link.ts';

const key = new Uint8Array(32).fill(7);
const now = 1_790_000_000;
const link = { fleet: 'north', incidentId: '42', receiver: 'ann@example.com', expires: now };

describe('a link to an incident’s answer page', () => {
  it('says what was signed, and from its last second on that it is over', () => {
    const text = signAnswerLink(key, link);
    expect(text).toMatch(/^[\w-]+\.[\w-]+$/);
    expect(verifyAnswerLink(key, text, now)).toEqual({ ...link, isExpired: false });
    expect(verifyAnswerLink(key, text, now + 1)).toEqual({ ...link, isExpired: true });
  });

  it('opens nothing when damaged, cut, extended or signed with another key', () => {
    const text = signAnswerLink(key, link);
    const [payload, signature] = text.split('.') as [string, string];
    const other = signAnswerLink(key, { ...link, incidentId: '43' }).split('.')[0]!;
    for (const wrong of ['', '.', payload, `${payload}.`, `${other}.${signature}`, `${text}.x`, `${text}x`])
      expect(verifyAnswerLink(key, wrong, now), wrong).toBeUndefined();
    expect(verifyAnswerLink(new Uint8Array(32).fill(8), text, now)).toBeUndefined();
  });

  it('is no link to a trip’s page, nor the other way round', () => {
    const trip = signTripLink(key, { fleet: 'north', driverId: '42', tripId: 'x', expires: now });
    expect(verifyAnswerLink(key, trip, now)).toBeUndefined();
    expect(verifyTripLink(key, signAnswerLink(key, link), now)).toBeUndefined();
  });
});
