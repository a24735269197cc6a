import { describe, expect, it } from 'vitest';
import { alarmMessage, channelTestMessage } from '../../../messages/alerts/index.ts';
import { emailMessage, slackMessage } from '../../../messages/message.ts';
import { ALARM_KINDS } from '../../../store/alarms/index.ts';

const fleet = { id: 'north', name: 'North', timezone: 'Europe/Berlin', language: 'en' } as const;
const alarm = {
  kind: 'notifications_quiet',
  subject: '',
  message: 'No notification has come: check the webhook URL.',
  raisedAt: new Date('2026-01-12T22:00:00Z'),
};
const publicUrl = 'https://tripline.example';
const given = { fleet, deliveryKey: 'k', possibleRepeat: false, publicUrl };

describe('an alarm', () => {
  it('says what is wrong, what to do and since when, on the fleet’s clock', () => {
    const message = alarmMessage(alarm, given);
    const { subject, text } = emailMessage(message);
    expect(subject).toBe('No notifications are arriving');
    expect(text).toContain('check the webhook URL');
    expect(text).toContain('Mon, 12 Jan 2026, 23:00 (Europe/Berlin, UTC+1)');
    expect(text).toContain('docs/troubleshoot.md, entry notifications_quiet');
    expect(JSON.stringify(slackMessage(message))).toContain('check the webhook URL');
  });

  it('links the alarms in the console, whatever the fleet is called', () => {
    const message = alarmMessage(alarm, { ...given, fleet: { ...fleet, id: 'north/1' } });
    const link = `${publicUrl}/fleets/north%2F1/alarms`;
    expect(emailMessage(message).html).toContain(`href="${link}"`);
    expect(emailMessage(message).text).toContain(`Open the alarms in the console:\n${link}`);
    expect(JSON.stringify(slackMessage(message))).toContain(link);
    const test = channelTestMessage(alarm, { fleet, deliveryKey: 'k', possibleRepeat: false });
    expect(emailMessage(test).html).not.toContain('/alarms');
  });

  it('that is over says so, from when to when, and no more what to do', () => {
    const message = alarmMessage({ ...alarm, resolvedAt: new Date('2026-01-13T05:30:00Z') }, given);
    expect(message.severity).toBe('info');
    const { subject, text } = emailMessage(message);
    expect(subject).toBe('Resolved: No notifications are arriving');
    expect(text).toContain('Tue, 13 Jan 2026, 06:30');
    expect(text).toContain('Mon, 12 Jan 2026, 23:00');
    expect(text).not.toContain('check the webhook URL');
  });

  it('of a receiver of webhooks that is over says that perhaps nothing waits any more', () => {
    const over = { ...alarm, resolvedAt: new Date('2026-01-13T05:30:00Z') };
    const { intro } = alarmMessage({ ...over, kind: 'webhook_unavailable', subject: 'one.example' }, given);
    expect(intro).toContain('or nothing is waiting for it any more');
    expect(alarmMessage({ ...over, kind: 'slack_unavailable' }, given).intro).toContain(
      'Resolved on Tue, 13 Jan 2026, 06:30',
    );
  });

  it('names what of several it is about, and one nobody has a name for', () => {
    const { title } = alarmMessage({ ...alarm, kind: 'deletions_stopped', subject: 'too-short' }, given);
    expect(title).toBe('Deletions have stopped (too-short)');
    expect(alarmMessage({ ...alarm, kind: 'new_kind' }, given).title).toBe('Something is wrong');
  });

  it.each(ALARM_KINDS)('%s has a title of its own', (kind) => {
    expect(alarmMessage({ ...alarm, kind }, given).title).not.toBe('Something is wrong');
  });
});
