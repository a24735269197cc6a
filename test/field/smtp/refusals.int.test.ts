import { beforeEach, describe, expect, it } from 'vitest';
import { createEmailChannel, createMailSender } from '../../../activities/channels/email/index.ts';
import { messengersInTest } from '../../support/incidents/messengers.ts';
import type { MessengersInTest } from '../../support/incidents/messengers.ts';
import { startScriptedSmtp } from '../../support/stand-ins/scriptedSmtp.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { useStarted } from '../../support/run/useStarted.ts';

const inTest = useDatabase();
const HOUR_MS = 3_600_000;

let fleets = 0;
let fleet: MessengersInTest;
const smtp = useStarted(startScriptedSmtp);
beforeEach(async () => {
  smtp.script = {};
  smtp.bodies.length = 0;
  const client = createMailSender(smtp.url);
  fleet = await messengersInTest(inTest.db, {
    fleet: `f-${(fleets += 1)}`,
    channels: { email: createEmailChannel({ client, from: 'Tripline <alerts@fleet.example>' }) },
  });
});

const page = () => fleet.plan('incident_page', { action: 'email', receiver: 'lead@example.com' });

describe('a mail that the mail server refuses', () => {
  it('for a quota is sent when the quota is over, once and unmarked', async () => {
    const id = await page();
    smtp.script = { body: '550 5.4.5 Daily user sending quota exceeded' };
    const refused = await fleet.attempts(id, 5);
    expect(refused.map(({ ended }) => ended)).toEqual(Array<string>(5).fill('email_not_sent'));
    expect(await fleet.openAlarms()).toEqual(['smtp_refused']);
    fleet.pass(20 * HOUR_MS);
    smtp.script = {};
    smtp.bodies.length = 0;
    expect((await fleet.attempt(id)).ended).toBe('sent');
    expect(smtp.bodies).toHaveLength(1);
    expect(await fleet.delivery(id)).toMatchObject({ state: 'sent', possibleRepeat: false });
  });

  it('for a day with 5xx is shown as failed, with its code', async () => {
    const id = await page();
    smtp.script = { RCPT: '554 5.7.1 <lead@example.com>: Relay access denied' };
    await fleet.attempt(id);
    fleet.pass(24 * HOUR_MS);
    expect((await fleet.attempt(id)).ended).toBe('failed');
    expect(await fleet.delivery(id)).toMatchObject({
      reason: 'refused for 24 hours (the last answer: the mail server refused the recipient (554 5.7.1))',
    });
  });

  it('for days with 4xx is sent when the server takes it, with an alarm only after the first hour', async () => {
    const id = await page();
    smtp.script = { RCPT: '451 4.7.1 Try again later' };
    await fleet.attempts(id, 19);
    expect(await fleet.openAlarms()).toEqual([]);
    await fleet.attempt(id);
    expect(await fleet.openAlarms()).toEqual(['smtp_refused']);
    fleet.pass(72 * HOUR_MS);
    expect((await fleet.attempt(id)).ended).toBe('email_not_sent');
    smtp.script = {};
    expect((await fleet.attempt(id)).ended).toBe('sent');
  });

  it('because there is no such mailbox is shown as failed at once', async () => {
    const id = await page();
    smtp.script = { RCPT: '550 5.1.1 User unknown' };
    expect((await fleet.attempt(id)).ended).toBe('failed');
    expect(await fleet.openAlarms()).toEqual([]);
  });

  it('as too large is sent at once without its picture', async () => {
    const id = await page();
    smtp.script = {
      body: (socket) =>
        void socket.write(smtp.bodies.length === 1 ? '552 5.3.4 Too large\r\n' : '250 Ok\r\n'),
    };
    expect((await fleet.attempt(id)).ended).toBe('sent');
    expect(smtp.bodies.map((body) => body.includes('image/png'))).toEqual([true, false]);
    expect(smtp.bodies[1]).not.toContain('cid:');
    expect(await fleet.delivery(id)).toMatchObject({ state: 'sent', possibleRepeat: false });
  });

  it('as too large even without its picture is shown as failed', async () => {
    const id = await page();
    smtp.script = { body: '552 5.3.4 Too large' };
    expect((await fleet.attempt(id)).ended).toBe('failed');
    expect(smtp.bodies).toHaveLength(2);
  });

  it('in words that cannot be read, after the message, is sent once more, marked', async () => {
    const id = await page();
    smtp.script = { body: 'what?' };
    expect((await fleet.attempt(id)).ended).toBe('email_unclear');
    smtp.script = {};
    expect((await fleet.attempt(id)).ended).toBe('sent');
    expect(smtp.bodies).toHaveLength(2);
    expect(await fleet.delivery(id)).toMatchObject({ state: 'sent', possibleRepeat: true });
  });
});
