import { describe, expect, it } from 'vitest';
import { messageReasonWords, timelineEntry, timelineWords } from '../../../messages/incidents/index.ts';

/** Returns the timeline's text of a page to Ben by e-mail, with what the ledger knows of the delivery. */
const paged = (...known: readonly object[]) =>
  timelineEntry({
    kind: 'paged',
    who: 'tripline',
    via: 'tripline',
    details: {
      round: 1,
      step: 1,
      notified: known.map((each, index) => ({
        action: 'email',
        receiver: `ben${index}@example.com`,
        person: index === 0 ? 'Ben' : `Ben ${index}`,
        ...each,
      })),
    },
  });

describe('a page in the timeline', () => {
  it.each([
    ['was sent', { state: 'sent' }, 'Step 1: notified Ben', 'Stufe 1: benachrichtigt Ben'],
    [
      'lies in the outbox, because the channel is off',
      { state: 'sent', in_outbox: true },
      'Step 1: stored in the outbox, not sent to Ben',
      'Stufe 1: im Postausgang abgelegt, nicht gesendet an Ben',
    ],
    [
      'waits for its mail server',
      { state: 'pending', reason: 'the mail server cannot be reached (ECONNREFUSED)' },
      'Step 1: waiting to be sent to Ben (the mail server cannot be reached (ECONNREFUSED))',
      'Stufe 1: noch nicht gesendet an Ben (the mail server cannot be reached (ECONNREFUSED))',
    ],
    [
      'was refused',
      { state: 'failed', reason: 'the mail server refused the recipient (550)' },
      'Step 1: not delivered to Ben (the mail server refused the recipient (550))',
      'Stufe 1: nicht zugestellt an Ben (the mail server refused the recipient (550))',
    ],
    [
      'has no confirmed outcome',
      { state: 'unconfirmed' },
      'Step 1: not confirmed whether Ben received it',
      'Stufe 1: unbestätigt, ob Ben sie erhalten hat',
    ],
    [
      'was answered before it was sent',
      { state: 'skipped', reason: 'acknowledged' },
      'Step 1: no longer needed for Ben',
      'Stufe 1: nicht mehr nötig für Ben',
    ],
    ['is no longer in the ledger', {}, 'Step 1: for Ben', 'Stufe 1: für Ben'],
  ])('that %s says so', (_name, known, english, german) => {
    expect(timelineWords(paged(known))).toBe(english);
    expect(timelineWords(paged(known), 'de')).toBe(german);
  });

  it('names those who were reached first, then those who were not', () => {
    const entry = paged(
      { state: 'failed', reason: 'no such mailbox' },
      { state: 'sent' },
      { state: 'pending' },
    );
    expect(timelineWords(entry)).toBe(
      'Step 1: notified Ben 1; waiting to be sent to Ben 2; not delivered to Ben (no such mailbox)',
    );
  });

  it('claims of no one that they were notified when all steps have run', () => {
    const entry = { ...paged({ state: 'sent', in_outbox: true }), kind: 'unanswered' };
    expect(timelineWords(entry)).toBe(
      'All steps ran without acknowledgement; stored in the outbox, not sent to Ben',
    );
  });

  it('to a new assignee says that it was not delivered, in the message as well', () => {
    const entry = timelineEntry({
      kind: 'reassigned',
      who: 'ann',
      via: 'api',
      details: { to: 'Ben', notified: [{ action: 'email', receiver: 'b@x.example', state: 'failed' }] },
    });
    expect(timelineWords(entry)).toBe('ann reassigned it to Ben; not delivered to b@x.example');
    expect(messageReasonWords({ entry, waitedSeconds: 0 })).toContain('not delivered to b@x.example.');
  });
});
