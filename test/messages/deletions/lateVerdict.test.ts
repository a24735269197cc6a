import { expect, it } from 'vitest';
import { lateDecision, lateDecisionWords } from '../../../messages/deletions/index.ts';

const fleet = { id: 'north', name: 'North', timezone: 'Europe/Berlin', language: 'en' } as const;
const deletion = {
  id: '7',
  state: 'rejected' as const,
  decidedBy: '<!channel> Ann',
  note: 'a\nb <https://x.example|x>',
  requestedAt: '2026-11-20T10:00:00.000Z',
  expiresAt: '2026-12-04T10:00:00.000Z',
  decidedAt: '2026-11-20T11:00:00.000Z',
} as const;

it('who answered too late hears how it stands, which question counts now, and that nothing changed', () => {
  const words = lateDecisionWords({ deletion, fleet, insteadId: '9' });
  expect(words).toMatch(/^Trip kept\. .*Ann rejected the deletion on .*12:00/);
  expect(words).toMatch(/Deletion 9 is now the open one for this trip: approve or reject that one\.$/);
  expect(lateDecisionWords({ deletion, fleet })).not.toContain('the open one');
});

it('what people wrote mentions nobody and links nowhere', () => {
  const { text } = lateDecision({ deletion, fleet });
  expect(text).not.toMatch(/<|\n/);
  expect(text).toMatch(/Your answer changed nothing\.$/);
});
