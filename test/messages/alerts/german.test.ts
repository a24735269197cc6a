import { describe, expect, it } from 'vitest';
import { budgetNotice, budgetSummary, summaryWords } from '../../../messages/alerts/index.ts';
import { emailMessage, slackMessage } from '../../../messages/message.ts';
import { exampleAlert } from '../exampleAlert.ts';

const german = {
  ...exampleAlert,
  fleet: { ...exampleAlert.fleet, language: 'de' as const },
  facts: [
    ...exampleAlert.facts,
    { name: 'trip.local_weekday', label: 'weekday', value: 'mon' },
    { label: 'distance', value: 1234.5, unit: 'km', atLeast: true as const },
  ],
  possibleRepeat: true,
};

describe('an alert in German', () => {
  it('has a German subject, labels, numbers and times, and says its language', () => {
    const { subject, html, text } = emailMessage(german);
    expect(subject).toBe('[Mögliches Duplikat] Kritisch: Collision detected · Ann Meyer (d-17)');
    expect(html).toContain('<html lang="de"');
    expect(text).toContain('KRITISCH: Collision detected');
    expect(text).toContain('Wann: Fr, 21. Nov. 2025, 14:03 – 14:36 (Europe/Berlin, UTC+1)');
    expect(text).toContain('Strecke: 41,3 km');
    expect(text).toContain('Höchsttempo: 131 km/h');
    expect(text).toContain('Wert der Fahrt: 54 von 100');
    expect(text).toContain('Distance: mindestens 1.234,5 km');
    expect(text).toContain('Weekday: Montag');
    expect(text).toContain('Ereignisse (Zeiten in Europe/Berlin)\n  Aufprall: 14:32:10 · 62 km/h');
    expect(text).toContain(
      'Gesendet von Tripline für Northwind Delivery, weil die Regel collision (Version 4) diese Adresse benachrichtigt.',
    );
  });

  it('is German in Slack as well', () => {
    const { text, blocks } = slackMessage(german, { pictureFileId: 'F01' });
    expect(text).toMatch(/^🔴 \(mögliches Duplikat\) Kritisch: Collision detected · Ann Meyer \(d-17\)/);
    const shown = JSON.stringify(blocks);
    expect(shown).toContain('Der Weg der Fahrt vom Start bis zum Ende, mit 1 × Aufprall.');
    expect(shown).toContain('Fahrt und Erklärung öffnen');
    expect(shown).toContain('Regel collision v4 · Fahrt 1763733780000 · Ref. ');
  });
});

describe('several alerts in German', () => {
  it.each([
    [{ alerts: 1_204, trips: 1, drivers: 1 }, '1.204 Alarme zu 1 Fahrt und 1 Fahrer wurden'],
    [{ alerts: 5, trips: 3, drivers: 2 }, '5 Alarme zu 3 Fahrten und 2 Fahrern wurden'],
  ])('are counted as German counts: %j', (counts, words) => {
    expect(summaryWords('quiet', counts, 'de').intro).toContain(words);
  });

  it('say what a budget held', () => {
    const rule = { name: 'Zu schnell', limit: 1, date: '2025-11-21' };
    expect(budgetNotice(rule, 'de').intro).toContain(
      'Diese Regel hat ihr Budget für den 21. Nov. 2025 ausgeschöpft: 1 Alarm an einem Tag.',
    );
    expect(budgetSummary(rule, { total: 2, drivers: 1 }, 'de').title).toBe(
      '2 weitere Alarme am 21. Nov. 2025: Zu schnell',
    );
  });
});
