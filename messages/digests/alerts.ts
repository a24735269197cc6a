import type { DigestContent } from './content.ts';
import { cellText } from './model.ts';
import { changeOf, counted, listTable, named, valueWords } from './rendering.ts';
import type { Block, Cell, Section, TableRow } from './model.ts';
import type { Rendering } from './rendering.ts';

type Alerts = NonNullable<DigestContent['alerts']>;
type Incident = Alerts['incidents'][number];

/** Alerts in numbers, then the incidents: those that nobody answered first. */
export function alertsSection(rendering: Rendering): Section | undefined {
  const { content, words } = rendering;
  const { alerts } = content;
  if (alerts === null) return undefined;
  const { title, incident, opened, answer } = words.alerts;
  const incidents = [...alerts.incidents].sort((one, other) => rank(one) - rank(other));
  const list: Block =
    incidents.length === 0
      ? { kind: 'text', text: words.alerts.noIncidents }
      : listTable(
          {
            caption: title,
            columns: [incident, opened, answer],
            items: incidents,
            total: alerts.incidentsTotal,
            row: (each) => incidentRow(each, rendering),
          },
          rendering,
        );
  return {
    id: 'alerts',
    title,
    blocks: [{ kind: 'lines', items: summary(alerts, rendering) }, list],
    sources: [alerts, alerts.alerts, alerts.unanswered].map(({ source }) => ({ figure: title, source })),
  };
}

/** The order among answered ones stays as it was gathered: the slowest first. */
function rank({ isUnanswered }: Incident): number {
  return isUnanswered ? 0 : 1;
}

function summary(alerts: Alerts, rendering: Rendering): readonly Cell[] {
  const { words, measures } = rendering;
  const { alerts: raised, unanswered, medianSecondsToAcknowledge: median, bySeverity } = alerts;
  const lines: Cell[] = [];
  if (unanswered.value === null)
    lines.push({
      symbol: '?',
      text: words.alerts.unansweredMissing(missingWords(unanswered.missing, rendering)),
    });
  else if (unanswered.value > 0)
    lines.push({
      symbol: '!',
      tone: 'critical',
      text: words.alerts.unanswered(counted(unanswered.value, rendering)),
    });
  if (raised.value === null)
    lines.push({ symbol: '?', text: words.alerts.alertsMissing(missingWords(raised.missing, rendering)) });
  else if (raised.value === 0) lines.push({ symbol: '●', text: words.alerts.none });
  else {
    const change = changeOf(raised, { write: measures.count, better: 'neither' }, words);
    lines.push({
      symbol: '●',
      text: words.alerts.alerts(
        counted(raised.value, rendering),
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

function missingWords(missing: Alerts['alerts']['missing'], { words }: Rendering): string {
  return words.missing[missing ?? 'not_known'];
}

function incidentRow(incident: Incident, rendering: Rendering): TableRow {
  const { words, dates, zone } = rendering;
  const driver = named(incident.name, rendering);
  const id = named(incident.driverId, rendering);
  return {
    cells: [
      { text: named(incident.rule, rendering) },
      { text: dates.moment(incident.openedAt, zone) ?? words.missing.not_known },
      answerOf(incident, rendering),
    ],
    note: [driver === id ? id : `${driver} (${id})`, ending(incident, rendering)].filter(Boolean).join(' · '),
  };
}

function answerOf(incident: Incident, { words, measures, incidentLink }: Rendering): Cell {
  const { isUnanswered, secondsToAcknowledge, id } = incident;
  if (isUnanswered) {
    const href = incidentLink(id);
    const text = href === undefined ? words.alerts.noAnswer : words.alerts.answerNow;
    return { symbol: '!', tone: 'critical', text, ...(href === undefined ? {} : { href }) };
  }
  if (secondsToAcknowledge === null) return { text: words.alerts.answered };
  return { text: words.alerts.answeredAfter(measures.duration(secondsToAcknowledge)) };
}

function ending({ state, disposition, isUnanswered }: Incident, { words, limits }: Rendering): string {
  if (state !== 'resolved') return isUnanswered ? words.alerts.noAnswer : words.alerts.open;
  if (disposition === null) return words.alerts.resolved;
  const said = Object.hasOwn(words.dispositions, disposition) ? words.dispositions[disposition] : undefined;
  return words.alerts.resolvedAs(said ?? disposition.slice(0, limits.name));
}

type Rule = NonNullable<DigestContent['rules']>['loudest'][number];

/** The rules that raised the most alerts, and which of them are noisy. */
export function rulesSection(rendering: Rendering): Section | undefined {
  const { content, words, limits } = rendering;
  if (content.rules === null) return undefined;
  const { loudest, source } = content.rules;
  const { title, none, note, rule, alerts, before } = words.rules;
  const isNoisy = loudest.slice(0, limits.rows).some((each) => each.isNoisy);
  const table = listTable(
    {
      caption: title,
      columns: [rule, alerts, before],
      items: loudest,
      row: (each) => ruleRow(each, rendering),
    },
    rendering,
  );
  return {
    id: 'rules',
    title,
    blocks:
      loudest.length === 0
        ? [{ kind: 'text', text: none }]
        : [table, ...(isNoisy ? [{ kind: 'quiet', text: note } as const] : [])],
    sources: [{ figure: title, source }],
  };
}

function ruleRow(rule: Rule, rendering: Rendering): TableRow {
  const { measures } = rendering;
  const name = named(rule.name || rule.id, rendering);
  const counts = [
    { text: measures.count(rule.alerts) },
    { text: valueWords(rule.before, measures.count, rendering) },
  ];
  if (!rule.isNoisy) return { cells: [{ text: name }, ...counts] };
  return {
    cells: [{ text: name, symbol: '◆', tone: 'warning' }, ...counts],
    note: noisyWords(rule, rendering),
  };
}

function noisyWords({ overBudget, falseAlarms, answered }: Rule, rendering: Rendering): string {
  const { words, measures } = rendering;
  const why = [
    overBudget > 0 ? words.rules.overBudget(counted(overBudget, rendering)) : '',
    falseAlarms > 0 ? words.rules.falseAlarms(measures.count(falseAlarms), measures.count(answered)) : '',
  ].filter(Boolean);
  return words.rules.noisy(why.length > 0 ? why.join(', ') : words.rules.noisyAnyway);
}

type Deleted = NonNullable<DigestContent['deletions']>['deleted'][number];

/** The trips that were deleted as invalid, and what that did to the drivers' scores. */
export function deletionsSection(rendering: Rendering): Section | undefined {
  const { content, words } = rendering;
  if (content.deletions === null) return undefined;
  const { deleted, total, waiting, source } = content.deletions;
  const { title, none, driver, effect } = words.deletions;
  const text = total === 0 ? none : words.deletions.total(counted(total, rendering));
  const blocks: Block[] = [{ kind: 'text', text }];
  if (waiting > 0) blocks.push({ kind: 'text', text: words.deletions.waiting(counted(waiting, rendering)) });
  if (deleted.length > 0)
    blocks.push(
      listTable(
        {
          caption: title,
          columns: [driver, words.deletions.deleted, effect],
          items: deleted,
          total,
          row: (each) => deletionRow(each, rendering),
        },
        rendering,
      ),
    );
  return { id: 'deletions', title, blocks, sources: [{ figure: title, source }] };
}

function deletionRow(each: Deleted, rendering: Rendering): TableRow {
  const { words, dates, zone } = rendering;
  const ids = [named(each.driverId, rendering), named(each.tripId, rendering)];
  return {
    cells: [
      { text: named(each.name, rendering) },
      { text: dates.moment(each.deletedAt, zone) ?? words.missing.not_known },
      effectOf(each, rendering),
    ],
    note: [...ids, words.deletions.byRule(named(each.rule, rendering))].join(' · '),
  };
}

function effectOf({ scoreBefore, scoreAfter }: Deleted, { words, measures }: Rendering): Cell {
  if (scoreBefore === null || scoreAfter === null) return { text: words.deletions.effectUnknown };
  const change = scoreAfter - scoreBefore;
  const effectOnScore = changeOf(
    { value: scoreAfter, before: scoreBefore, change },
    { write: measures.score, better: 'neither' },
    words,
  );
  return {
    text: words.deletions.effectOf(
      measures.score(scoreBefore),
      measures.score(scoreAfter),
      cellText(effectOnScore),
    ),
  };
}
