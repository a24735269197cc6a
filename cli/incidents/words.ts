import type { Answer } from '../../api/index.ts';
import { oneLine } from '../../messages/format/index.ts';
import { dispositionWords } from '../../messages/incidents/index.ts';
import type { Terminal } from '../terminal/index.ts';

type Incident = Answer<'incidents'>['items'][number];

/** Returns an incident's state in words and in its colour. */
export function stateText({ colors }: Terminal, incident: Incident): string {
  const paint = { open: colors.red, acknowledged: colors.yellow, resolved: colors.green }[incident.state];
  return paint(stateWords(incident));
}

function stateWords({ state, assignee, unanswered_since: unanswered, disposition }: Incident): string {
  switch (state) {
    case 'open':
      return unanswered === undefined ? '▲ open' : '▲ unanswered';
    case 'acknowledged':
      return `◐ assigned to ${oneLine(assignee ?? 'someone', 60)}`;
    case 'resolved':
      return `✓ ${dispositionWords(disposition ?? 'other').toLowerCase()}`;
  }
}
