import { describe, expect, it } from 'vitest';
import {
  driverLabel,
  messageDriver,
  phoneRow,
  safeHref,
  safeLogoSource,
  telLink,
} from '../../../messages/format/index.ts';
import { deletionCard } from '../../../messages/deletions/index.ts';
import { slackLink } from '../../../messages/channels/slack/index.ts';
import { emailMessage, slackMessage } from '../../../messages/message.ts';
import { answerPage } from '../../../messages/pages/index.ts';
import { HOSTILE_TEXTS, exampleAlert } from '../exampleAlert.ts';
import { exampleIncident } from '../exampleIncident.ts';

const driver = {
  id: 'd-17',
  name: 'Ann Meyer',
  phone: '+49 (30) 12-34',
  vehicle: 'Van 12',
  licensePlate: 'B-AM 1',
};
const incident = { ...exampleIncident, alert: { ...exampleIncident.alert, driver } };

describe('a phone number', () => {
  it.each([
    ['+49 (30) 12-34', 'tel:+49301234'],
    ['030/1234', 'tel:0301234'],
    ['+49 (0)30 123456', 'tel:+4930123456'],
    ['+49(0)30/123456', 'tel:+4930123456'],
    ['030/123 / 124', undefined],
    ['12', undefined],
    ['call me', undefined],
    ['javascript:alert(123)', undefined],
    ['123"><script>', undefined],
  ])('%j leads to %j', (phone, href) => {
    expect(telLink(phone)).toBe(href);
    if (href !== undefined) expect(safeHref(href)).toBe(href);
  });

  it('that cannot be called is shown without a link', () => {
    expect(phoneRow({ id: 'd-1', phone: 'via dispatch' })).toEqual({
      label: 'Driver’s phone',
      value: 'via dispatch',
    });
    expect(phoneRow({ id: 'd-1' })).toBeUndefined();
  });

  it('is the only scheme beside http and https that is let through', () => {
    for (const link of ['tel:+49;ext=1', 'tel:javascript', 'sms:+49301234', 'javascript:alert(1)'])
      expect([link, safeHref(link)]).toEqual([link, undefined]);
    expect(slackLink('tel:+49301234', '+49 30 1234')).toBe('<tel:+49301234|+49 30 1234>');
    expect(slackLink('sms:+49301234', 'x')).toBeUndefined();
  });
});

describe('an incident', () => {
  it('calls the driver by a press, and says name, id, vehicle and plate', () => {
    const { html, text, subject } = emailMessage(incident);
    expect(html).toContain('href="tel:+49301234"');
    expect(text).toContain('Driver’s phone: +49 (30) 12-34');
    expect(text).not.toContain('tel:');
    expect(text).toContain('Vehicle: Van 12 · B-AM 1');
    expect(subject).toContain('Ann Meyer (d-17)');
    const slack = JSON.stringify(slackMessage(incident).blocks);
    expect(slack).toContain('<tel:+49301234|+49 (30) 12-34>');
    expect(slack).toContain('Ann Meyer (d-17)');
  });

  it('has neither row nor link where nothing is known', () => {
    const bare = { ...exampleIncident, alert: { ...exampleIncident.alert, driver: { id: 'd-17' } } };
    const said = JSON.stringify([emailMessage(bare), slackMessage(bare)]);
    expect(said).toContain('d-17');
    expect(said).not.toMatch(/tel:|Driver’s phone|Vehicle/);
  });

  it('does so on its page', () => {
    const html = answerPage({
      fleet: exampleAlert.fleet,
      incident: { id: '42', state: 'open', openedAt: '2026-03-10T01:53:10Z', isUnanswered: false },
      rule: { id: 'collision', name: 'Collision', severity: 'critical' },
      driver,
      trip: { tripId: '1000' },
      timeline: [],
      answerer: { name: 'Ann', address: 'ann@example.com', hasIt: false },
      formKey: 'k',
      now: '2026-03-10T02:03:20Z',
      nonce: 'n',
    });
    expect(html).toContain('<a href="tel:+49301234">Call the driver: +49 (30) 12-34</a>');
    expect(html).toContain('Van 12 · B-AM 1');
  });
});

it('an alert and a deletion request say name, id and vehicle, and no phone', () => {
  const alert = { ...exampleAlert, driver };
  const deletion = deletionCard({
    kind: 'deletion_request',
    fleet: alert.fleet,
    rule: alert.rule,
    driver,
    trip: alert.trip,
    deletion: { id: '3', state: 'requested', requestedAt: alert.decidedAt, expiresAt: alert.decidedAt },
    cause: 'Too short.',
    link: alert.link,
    deliveryKey: 'k',
    possibleRepeat: false,
  });
  for (const said of [
    JSON.stringify(emailMessage(alert)),
    JSON.stringify(slackMessage(alert)),
    JSON.stringify(deletion),
  ]) {
    expect(said).toContain('Ann Meyer (d-17)');
    expect(said).toContain('Van 12 · B-AM 1');
    expect(said).not.toContain('12-34');
  }
});

it('only what messages may show of a record is in them', () => {
  const record = { name: 'Ann', license_plate: 'B 1', email: 'ann@example.com', employee_number: '4711' };
  expect(messageDriver({ id: 'd-1', ...record })).toEqual({ id: 'd-1', name: 'Ann', licensePlate: 'B 1' });
  expect(driverLabel({ id: 'd-1', name: 'd-1' })).toBe('d-1');
});

it.each(HOSTILE_TEXTS)('hostile values of a record do no harm: %j', (text) => {
  const hostile = { id: text, name: text, phone: text, vehicle: text, licensePlate: text };
  const message = { ...incident, alert: { ...incident.alert, driver: hostile } };
  const { html } = emailMessage(message);
  expect(html).not.toMatch(/<script|href="(?!https?:|tel:\+?\d+")/);
  expect(JSON.stringify(slackMessage(message).blocks)).not.toContain('<!channel>');
});

describe('a fleet’s look', () => {
  const branded = (brand: object) =>
    emailMessage({ ...exampleAlert, fleet: { ...exampleAlert.fleet, brand } }).html;

  it('is its logo at the top and its colour under white text on buttons', () => {
    const html = branded({ logo: 'https://example.com/logo.png', accent: '#8a1c1c' });
    expect(html).toContain('<img src="https://example.com/logo.png" alt="Northwind Delivery"');
    expect(html).toMatch(/background-color:#8a1c1c[^]*color:#ffffff;text-decoration:none/);
  });

  it('never holds what is no picture and no colour', () => {
    const html = branded({ logo: 'data:text/html;base64,AAAA', accent: 'red;background:url(x)' });
    expect(html).not.toContain('<img');
    expect(html).not.toContain('url(x)');
    expect(safeLogoSource('http://example.com/a.png')).toBeUndefined();
  });
});
