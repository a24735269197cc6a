import type { DigestContent } from './content.ts';
import { cellText, changeOf, counted, named } from './telling.ts';
import type { Telling } from './telling.ts';
import type { Block, Cell, Section, TableRow } from './view.ts';

type Alerts = NonNullable<DigestContent['alerts']>;
type Incident = Alerts['incidents'][number];

/** Alerts in numbers, then the incidents: those that nobody answered first. */
export function alertsSection(telling: Telling): Section | undefined {
  const { content, words, limits } = telling;
  const { alerts } = content;
  if (alerts === null) return undefined;
  const incidents = [...alerts.incidents].sort((one, other) => rank(one) - rank(other));
  const shown = incidents.slice(0, limits.rows);
  const more = Math.max(alerts.incidentsTotal, incidents.length) - shown.length;
  const blocks: Block[] = [{ kind: 'lines', items: summary(alerts, telling) }];
  if (shown.length > 0)
    blocks.push({
      kind: 'table',
      caption: words.alerts.title,
      columns: [
        { text: words.alerts.incident, isNumber: false },
        { text: words.alerts.opened, isNumber: true },
        { text: words.alerts.answer, isNumber: true },
      ],
      rows: shown.map((incident) => incidentRow(incident, telling)),
      ...(more > 0 ? { more: words.more.rows(counted(more, telling)) } : {}),
    });
  else blocks.push({ kind: 'text', text: words.alerts.noIncidents });
  return { id: 'alerts', title: words.alerts.title, blocks };
}

/** The order among answered ones stays as it was gathered: the slowest first. */
function rank({ isUnanswered }: Incident): number {
  return isUnanswered ? 0 : 1;
}

function summary(alerts: Alerts, telling: Telling): readonly Cell[] {
  const { words, measures } = telling;
  const { alerts: raised, unanswered, medianSecondsToAcknowledge: median, bySeverity } = alerts;
  const lines: Cell[] = [];
  if (unanswered.value === null)
    lines.push({
      symbol: '?',
      text: words.alerts.unansweredMissing(missingWords(unanswered.missing, telling)),
    });
  else if (unanswered.value > 0)
    lines.push({
      symbol: '!',
      tone: 'critical',
      text: words.alerts.unanswered(counted(unanswered.value, telling)),
    });
  if (raised.value === null)
    lines.push({ symbol: '?', text: words.alerts.alertsMissing(missingWords(raised.missing, telling)) });
  else if (raised.value === 0) lines.push({ symbol: '●', text: words.alerts.none });
  else {
    const change = changeOf(raised, { write: measures.count, better: 'neither' }, words);
    lines.push({
      symbol: '●',
      text: words.alerts.alerts(
        counted(raised.value, telling),
        raised.change === null ? '' : cellText(change),
      ),
    });
    const parts = (['critical', 'warning', 'info'] as const)
      .filter((severity) => bySeverity[severity] > 0)
      .map((severity) => `${measures.count(bySeverity[severity])} ${words.severities[severity]}`);
    if (parts.length > 0) lines.push({ symbol: '●', text: words.alerts.severities(parts.join(', ')) });
  }
  if (median.value !== null)
    lines.push({ symbol: '●', text: words.alerts.median(measures.duration(median.value)) });
  else if (median.missing === 'unavailable')
    lines.push({ symbol: '?', text: words.alerts.medianMissing(words.missing.unavailable) });
  return lines;
}

function missingWords(missing: Alerts['alerts']['missing'], { words }: Telling): string {
  return words.missing[missing ?? 'not_known'];
}

function incidentRow(incident: Incident, telling: Telling): TableRow {
  const { words, dates, zone } = telling;
  const driver = named(incident.name, telling);
  const id = named(incident.driverId, telling);
  return {
    cells: [
      { text: named(incident.rule, telling) },
      { text: dates.moment(incident.openedAt, zone) ?? words.missing.not_known },
      answer(incident, telling),
    ],
    note: [driver === id ? id : `${driver} (${id})`, ending(incident, telling)].filter(Boolean).join(' · '),
  };
}

function answer(incident: Incident, { words, measures, incidentLink }: Telling): Cell {
  const { isUnanswered, secondsToAcknowledge, id } = incident;
  if (isUnanswered) {
    const href = incidentLink(id);
    const text = href === undefined ? words.alerts.noAnswer : words.alerts.answerNow;
    return { symbol: '!', tone: 'critical', text, ...(href === undefined ? {} : { href }) };
  }
  if (secondsToAcknowledge === null) return { text: words.alerts.answered };
  return { text: words.alerts.answeredAfter(measures.duration(secondsToAcknowledge)) };
}

function ending({ state, disposition, isUnanswered }: Incident, { words, limits }: Telling): string {
  if (state !== 'resolved') return isUnanswered ? words.alerts.noAnswer : words.alerts.open;
  if (disposition === null) return words.alerts.resolved;
  const said = Object.hasOwn(words.dispositions, disposition) ? words.dispositions[disposition] : undefined;
  return words.alerts.resolvedAs(said ?? disposition.slice(0, limits.name));
}
