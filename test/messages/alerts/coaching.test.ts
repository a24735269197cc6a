import { describe, expect, it } from 'vitest';
import { emailMessage } from '../../../messages/message.ts';
import type { CoachingMessage } from '../../../messages/alerts/index.ts';

const message: CoachingMessage = {
  kind: 'coaching',
  language: 'en',
  name: 'Ann <b>Meyer</b>',
  deliveryKey: 'k',
  possibleRepeat: false,
  fleet: { id: 'north', name: 'Acme', timezone: 'Europe/Berlin', language: 'en' },
  rule: { name: 'Phone use' },
  trip: { tripId: 't', startTime: '2026-11-09T08:12:00Z', endTime: '2026-11-09T08:40:00Z' },
};

describe('a coaching e-mail', () => {
  it('says which rule applied to which trip, without a link', () => {
    const { subject, text, html } = emailMessage(message);
    expect(subject).toContain('About your trip: Mon, 9 Nov 2026, 09:12 – 09:40');
    expect(text).toContain('Hello Ann <b>Meyer</b>,');
    expect(text).toContain('your fleet’s safety rule “Phone use” applied to this trip.');
    expect(text).toContain('Sent by Tripline for Acme, because your fleet informs drivers of such trips.');
    expect(html).not.toContain('<b>Meyer');
    expect(html).not.toContain('href=');
    expect(text).not.toMatch(/https?:/);
  });

  it('is written in German, its frame and the mark of a second copy included', () => {
    const german = { ...message, language: 'de', name: undefined, possibleRepeat: true } as const;
    const { subject, text, html } = emailMessage(german);
    expect(subject).toContain('[Mögliches Duplikat] Zu Ihrer Fahrt');
    expect(subject).toMatch(/9\. Nov\. 2026, 09:12 – 09:40/);
    expect(text).toContain('Guten Tag,');
    expect(text).toContain('Gesendet von Tripline für Acme, weil Ihre Flotte');
    expect(text).toContain('Mögliches Duplikat:');
    expect(html).toContain('<html lang="de"');
  });
});
