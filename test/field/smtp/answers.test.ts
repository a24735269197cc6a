import type { Socket } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import { createMailSender } from '../../../activities/channels/email/index.ts';
import { startScriptedSmtp } from '../../support/stand-ins/scriptedSmtp.ts';
import type { ScriptedSmtp, SmtpStep, SmtpTurn } from '../../support/stand-ins/scriptedSmtp.ts';
import { useStarted } from '../../support/run/useStarted.ts';

/** Tests answers of mail servers as their users reported them, each with what is known of the mail afterwards. */
const smtp = useStarted(startScriptedSmtp);
beforeEach(() => {
  smtp.script = {};
  smtp.bodies.length = 0;
});

const LIMITS = { beforeBodyMs: 20_000, answerMs: 20_000 };
async function send(script: ScriptedSmtp['script'], timeLimits = LIMITS) {
  smtp.script = script;
  return createMailSender(smtp.url, timeLimits).send({
    from: 'Tripline <alerts@fleet.example>',
    to: 'lead@example.com',
    subject: 'Collision',
    html: '<p>See</p>',
    text: 'See',
    messageId: '<abc@fleet.example>',
  });
}

const SENT = { kind: 'sent' };
const REFUSED = { kind: 'refused' };
/** The server did not accept the mail, which is retried for a day, with an alarm. */
const RETRIED = {
  kind: 'not_sent',
  refusal: { alarm: 'smtp_refused', alarmFrom: 1, endsAfterMs: 86_400_000 },
};
/** The server did not accept the mail, which is retried until it does. An alarm is raised only if that lasts. */
const DEFERRED = { kind: 'not_sent', refusal: { alarm: 'smtp_refused', alarmFrom: 20 } };
/** The mail server accepts nothing from us now. */
const AWAY = { kind: 'not_sent', unavailable: true };
const ACCESS = { kind: 'not_sent', alarm: 'smtp_access' };
const UNCLEAR = { kind: 'unknown_outcome', unavailable: true };

describe('an answer of a mail server', () => {
  it.each<[string, SmtpStep, SmtpTurn, object]>([
    ['greylisting (Mailu 1742)', 'RCPT', '451 4.7.1 Try again later', DEFERRED],
    ['greylisting after the message (rmilter 88)', 'body', '451 4.7.1 Try again later', DEFERRED],
    ['greylisting without a text (rspamd 2013)', 'body', '451 4.7.1', DEFERRED],
    [
      'greylisting with a code of its own (stalwart 1108)',
      'RCPT',
      '422 4.2.2 Greylisted, please try again in a few moments.',
      DEFERRED,
    ],
    ['greylisting at the sender (cmail 24)', 'MAIL', '451 greylisted', AWAY],
    [
      'too much mail from a sender (nodemailer 700)',
      'MAIL',
      '450 4.7.1 Error: too much mail from 192.0.2.1',
      AWAY,
    ],
    [
      'a rate of Amazon SES (nodemailer 436)',
      'body',
      '454 Throttling failure: Maximum sending rate exceeded.',
      DEFERRED,
    ],
    ['no room on the server (RFC 5321)', 'MAIL', '452 4.3.1 Insufficient system storage', AWAY],
    ['a full mailbox, for now (mailsherpa 32)', 'RCPT', '452 4.2.2 Mailbox full', DEFERRED],
    [
      'an antivirus proxy without its server (nodemailer 952)',
      'greeting',
      '451 Request action aborted on MFE proxy, SMTP server is not available.',
      AWAY,
    ],
    [
      'another one (nodemailer 855)',
      'greeting',
      '421 Cannot connect to SMTP server 192.0.2.1 (192.0.2.1:25), connect error 10060',
      AWAY,
    ],
    ['a server that closes down in the middle', 'RCPT', '421 4.3.2 Service shutting down', AWAY],
    [
      'a timeout instead of an answer to the message (smtp-server 190)',
      'body',
      '421 Timeout - closing connection',
      AWAY,
    ],
    ['a timeout with 451 (smtp-server 49)', 'body', '451 Timeout - closing connection', DEFERRED],
    [
      'Gmail’s daily quota (PHPMailer 2113)',
      'body',
      '550 5.4.5 Daily user sending quota exceeded. s5sm12197523qke.120 - gsmtp',
      RETRIED,
    ],
    [
      'the quota of a relay (zotonic 3508)',
      'body',
      '554 5.7.0 Your message could not be sent. The limit on the number of allowed outgoing messages was exceeded. Try again later.',
      RETRIED,
    ],
    [
      'a quota with the status of a large message (AVideo 7527)',
      'body',
      '552 Message would take you over your relay quota of 500',
      RETRIED,
    ],
    [
      'a quota in the words of an unknown recipient (gomail 174)',
      'RCPT',
      '550 5.7.1 <lead@example.com>: Recipient address rejected: Email Sending Quota Exceeded',
      RETRIED,
    ],
    [
      'a rate in two lines (nodemailer 1555)',
      'RCPT',
      '550-Requested action not taken: mailbox unavailable\r\n550 Failure sending mail. Try again later.',
      RETRIED,
    ],
    ['a limit of connections (postal 1010)', 'RCPT', '550 Connection frequency limited', RETRIED],
    ['too many commands (nodemailer 262)', 'MAIL', '554 Too many nonmail commands', ACCESS],
    [
      'a closed relay of Postfix (antionline)',
      'RCPT',
      '554 5.7.1 <lead@example.com>: Relay access denied',
      RETRIED,
    ],
    ['a closed relay of Exim (freshdesk)', 'RCPT', '550 relay not permitted', RETRIED],
    [
      'a closed relay of qmail (bazoat)',
      'RCPT',
      '553 sorry, that domain is not in my list of allowed rcpthosts (#5.7.1)',
      RETRIED,
    ],
    [
      'a blocked address of ours',
      'RCPT',
      '550 5.7.1 Service unavailable, Client host [192.0.2.1] blocked using zen.spamhaus.org',
      RETRIED,
    ],
    ['a rejected sender at the recipient (spambrella)', 'RCPT', '550 5.1.0 sender rejected', RETRIED],
    [
      'Exchange without the right to send as this sender',
      'body',
      '550 5.7.60 SMTP; Client does not have permissions to send as this sender',
      RETRIED,
    ],
    [
      'Exchange’s directory that does not know a recipient yet (bolddesk)',
      'RCPT',
      '550 5.4.1 Recipient address rejected: Access denied',
      RETRIED,
    ],
    ['a full mailbox (cuttlefish 49)', 'RCPT', '552 5.2.2 Over quota', RETRIED],
    ['a full folder (PHPMailer-BMH 23)', 'RCPT', '550 5.2.5 Folder full', RETRIED],
    ['a filter of content', 'body', '554 5.7.1 Message rejected as spam', RETRIED],
    ['a failure without a reason', 'body', '554 Transaction failed', RETRIED],
    [
      'an unknown mailbox of Gmail in four lines',
      'RCPT',
      '550-5.1.1 The email account that you tried to reach does not exist. Please try\r\n550-5.1.1 double-checking the recipient’s email address for typos or\r\n550-5.1.1 unnecessary spaces.\r\n550 5.1.1 https://support.example/mail',
      REFUSED,
    ],
    ['an unknown mailbox after the message', 'body', '550 5.1.1 User unknown', REFUSED],
    ['an unknown mailbox without a code', 'RCPT', '550 No such user here', REFUSED],
    [
      'an unknown mailbox whose name sounds like a limit',
      'RCPT',
      '550 <limit-later@example.com>... User unknown',
      REFUSED,
    ],
    ['a recipient that is written wrongly', 'RCPT', '501 Bad recipient address syntax', REFUSED],
    ['a mailbox that is closed', 'RCPT', '550 5.2.1 Mailbox disabled', REFUSED],
    ['a domain that takes no mail (RFC 7505)', 'RCPT', '556 5.1.10 Recipient address has null MX', REFUSED],
    [
      'a message that is too large',
      'body',
      '552 5.3.4 Message size exceeds fixed limit',
      { kind: 'refused', tooLong: true },
    ],
    [
      'a message that is too large, without a code',
      'body',
      '552 Message size exceeds maximum permitted',
      { kind: 'refused', tooLong: true },
    ],
    [
      'a size that is too large at the sender',
      'MAIL',
      '552 5.3.4 Message size exceeds limit',
      { kind: 'refused', tooLong: true },
    ],
    ['an attachment of a forbidden kind', 'body', '550 5.6.1 Media not supported', REFUSED],
    ['a missing login at the recipient', 'RCPT', '530 5.7.57 Client not authenticated to send mail', ACCESS],
    ['a missing login at the sender', 'MAIL', '530 5.7.0 Must issue a STARTTLS command first', ACCESS],
    ['a greeting that refuses', 'greeting', '554 5.7.1 No SMTP service here', ACCESS],
  ])('has a known outcome: %s', async (_what, step, turn, known) => {
    const result = await send({ [step]: turn });
    expect(result).toMatchObject(known);
    // The server's text may name people, and its limits for us.
    expect(JSON.stringify(result)).not.toMatch(/example\.com|192\.0|gsmtp|sorry/);
  });

  it('is taken in several lines, with a blank one before it, and with another one after it', async () => {
    expect(
      await send({ greeting: '220-This server is protected.\r\n220-Abuse is not welcome.\r\n220 ' }),
    ).toMatchObject(SENT);
    // PHPMailer 1072: a server puts an empty line before its answer to the message.
    expect(await send({ body: '\r\n250 OK id=1dKauY-0006oj-4k' })).toMatchObject(SENT);
    // buggregator 274: a server answers the message twice.
    expect(await send({ body: '250\r\n250 Ok 7f9c' })).toMatchObject(SENT);
    expect(smtp.bodies).toHaveLength(3);
  });

  it('that comes late is waited for', async () => {
    const late = (socket: Socket): void => void setTimeout(() => socket.write('250 Ok\r\n'), 1_000);
    expect(await send({ body: late })).toMatchObject(SENT);
  });

  it('that comes too late leaves the outcome unknown (freescout 5457)', async () => {
    expect(await send({ body: () => undefined }, { beforeBodyMs: 20_000, answerMs: 300 })).toMatchObject(
      UNCLEAR,
    );
    expect(smtp.bodies).toHaveLength(1);
  });
});

describe('an answer that cannot be read', () => {
  const ODD = ['what?', '{"error":"busy"}', '354 go on', '150 wait', '699 of another protocol', '5'];
  it.each(ODD)('leaves the outcome unknown after the message: %s', async (line) => {
    const result = await send({ body: (socket) => void socket.end(`${line}\r\n`) });
    expect(result).toMatchObject(UNCLEAR);
  });

  it.each<[SmtpStep, string]>(
    (['greeting', 'EHLO', 'MAIL', 'RCPT', 'DATA'] as const).flatMap((step) =>
      ['what?', '<html>', '699 of another protocol'].map((line): [SmtpStep, string] => [step, line]),
    ),
  )('has sent nothing at %s: %s', async (step, line) => {
    expect(await send({ [step]: (socket: Socket) => void socket.end(`${line}\r\n`) })).toMatchObject(AWAY);
    expect(smtp.bodies).toEqual([]);
  });
});

describe('a connection that breaks', () => {
  const breaks: [string, (socket: Socket) => void][] = [
    ['is ended', (socket) => void socket.end()],
    ['is reset', (socket) => void socket.resetAndDestroy()],
    ['is ended within a line', (socket) => void socket.end('25')],
  ];
  it.each<[SmtpStep, string, (socket: Socket) => void]>(
    (['greeting', 'EHLO', 'MAIL', 'RCPT', 'DATA'] as const).flatMap((step) =>
      breaks.map(([how, turn]): [SmtpStep, string, (socket: Socket) => void] => [step, how, turn]),
    ),
  )('has sent nothing at %s, where it %s', async (step, _how, turn) => {
    expect(await send({ [step]: turn })).toMatchObject(AWAY);
    expect(smtp.bodies).toEqual([]);
  });

  it.each(breaks)(
    'leaves the outcome unknown after the message, where it %s (mailserver 195)',
    async (_how, turn) => {
      expect(await send({ body: turn })).toMatchObject(UNCLEAR);
      expect(smtp.bodies).toHaveLength(1);
    },
  );
});
