import type { DigestContent, Missing } from './content.ts';
import { incidentLine } from './headline.ts';
import { cellText, line, linesOf } from './model.ts';
import type { Block, Cell, Row, Section } from './model.ts';
import { sourcesOf } from './rendering.ts';
import type { Rendering } from './rendering.ts';

type Alerts = NonNullable<DigestContent['alerts']>;
type Incident = Alerts['incidents'][number];

/** Returns alerts in numbers, then the incidents, unanswered ones first. */
export function alertsSection(rendering: Rendering): Section | undefined {
  const { content, say } = rendering;
  const { alerts } = content;
  if (alerts === null) return undefined;
  const title = say('digests.alerts_title');
  const columns = [
    say('digests.alerts_incident'),
    say('digests.alerts_opened'),
    say('digests.alerts_answer'),
  ];
  // Among the answered ones the order stays as gathered: the slowest first.
  const incidents = [...alerts.incidents].sort(
    (one, other) => Number(other.isUnanswered) - Number(one.isUnanswered),
  );
  const rows = incidents.map((each) => incidentRow(each, rendering));
  const list: Block =
    rows.length === 0
      ? { kind: 'text', text: say('digests.alerts_noIncidents') }
      : rendering.table({ caption: title, columns, total: alerts.incidentsTotal }, rows);
  return {
    id: 'alerts',
    title,
    blocks: [...linesOf(alertLines(alerts, rendering)), list],
    sources: [
      { figure: title, source: alerts.source },
      ...sourcesOf([alerts.alerts, alerts.unanswered].map((figure) => ({ name: title, figure }))),
    ],
  };
}

function alertLines(alerts: Alerts, rendering: Rendering): readonly (Cell | undefined)[] {
  const { say, missing, measures } = rendering;
  const { unanswered, medianSecondsToAcknowledge: median } = alerts;
  const is = (why: Missing = 'not_known'): string => say(`digests.is_${why}`);
  const waiting =
    unanswered.value === null
      ? line('?', say('digests.alerts_unansweredMissing', { is: is(unanswered.missing) }))
      : unanswered.value > 0
        ? incidentLine(rendering)
        : undefined;
  const raised =
    alerts.alerts.value === null
      ? [line('?', say('digests.alerts_alertsMissing', { is: is(alerts.alerts.missing) }))]
      : raisedLines(alerts, alerts.alerts.value, rendering);
  const answered =
    median.value !== null
      ? line('●', say('digests.alerts_median', { time: measures.duration(median.value) }))
      : median.missing === 'unavailable'
        ? line('?', say('digests.alerts_medianMissing', { why: missing('unavailable') }))
        : undefined;
  return [waiting, ...raised, answered];
}

function raisedLines(alerts: Alerts, value: number, rendering: Rendering): readonly Cell[] {
  const { say, counted, changed, measures, styles } = rendering;
  if (value === 0) return [line('●', say('digests.rules_none'))];
  const change = cellText(changed(alerts.alerts, styles.count));
  const total =
    alerts.alerts.change === null
      ? say('digests.alerts_alerts', counted(value))
      : say('digests.alerts_alertsChanged', { ...counted(value), change });
  const parts = (['critical', 'warning', 'info'] as const)
    .filter((severity) => alerts.bySeverity[severity] > 0)
    .map(
      (severity) => `${measures.count(alerts.bySeverity[severity])} ${say(`digests.severities_${severity}`)}`,
    );
  const bySeverity = say('digests.alerts_severities', { parts: parts.join(', ') });
  return [line('●', total), ...(parts.length > 0 ? [line('●', bySeverity)] : [])];
}

const WAITING_SHOWN = 2;

/** Returns the first incidents that wait for an answer. */
export function waitingIncidents(rendering: Rendering): readonly Cell[] {
  const { content, named, driver, moment, incidentLink } = rendering;
  return (content.alerts?.incidents ?? [])
    .filter(({ isUnanswered }) => isUnanswered)
    .slice(0, WAITING_SHOWN)
    .map((each) => {
      const parts = [named(each.rule), driver(each), moment(each.openedAt)];
      return { symbol: '●', text: parts.filter(Boolean).join(' · '), href: incidentLink(each.id) };
    });
}

function incidentRow(incident: Incident, rendering: Rendering): Row {
  const { named, driver, moment, missing } = rendering;
  return {
    cells: [
      { text: named(incident.rule) },
      { text: moment(incident.openedAt) ?? missing() },
      answerOf(incident, rendering),
    ],
    note: `${driver(incident)} · ${ending(incident, rendering)}`,
  };
}

function answerOf(incident: Incident, { say, measures, incidentLink }: Rendering): Cell {
  const { isUnanswered, secondsToAcknowledge, id } = incident;
  if (isUnanswered) {
    const href = incidentLink(id);
    const text = say(href === undefined ? 'digests.alerts_noAnswer' : 'digests.alerts_answerNow');
    return { symbol: '!', tone: 'critical', text, href };
  }
  if (secondsToAcknowledge === null) return { text: say('digests.alerts_answered') };
  return { text: say('digests.alerts_answeredAfter', { time: measures.duration(secondsToAcknowledge) }) };
}

function ending({ state, disposition, isUnanswered }: Incident, { say, limits }: Rendering): string {
  if (state !== 'resolved') return say(isUnanswered ? 'digests.alerts_noAnswer' : 'digests.alerts_open');
  if (disposition === null) return say('digests.alerts_resolved');
  const said = say.known(`digests.dispositions_${disposition}`) ?? disposition.slice(0, limits.name);
  return say('digests.alerts_resolvedAs', { disposition: said });
}

type Rule = NonNullable<DigestContent['rules']>['loudest'][number];

/** Returns the rules that raised the most alerts, and which of them are noisy. */
export function rulesSection(rendering: Rendering): Section | undefined {
  const { content, say, limits } = rendering;
  if (content.rules === null) return undefined;
  const { loudest, source } = content.rules;
  const title = say('digests.rules_title');
  const columns = [say('digests.rules_rule'), say('digests.rules_alerts'), say('digests.rules_before')];
  const isNoisy = loudest.slice(0, limits.rows).some((each) => each.isNoisy);
  const rows = loudest.map((each) => ruleRow(each, rendering));
  const blocks: Block[] =
    rows.length === 0
      ? [{ kind: 'text', text: say('digests.rules_none') }]
      : [rendering.table({ caption: title, columns }, rows)];
  if (isNoisy) blocks.push({ kind: 'quiet', text: say('digests.rules_note') });
  return { id: 'rules', title, blocks, sources: [{ figure: title, source }] };
}

function ruleRow(rule: Rule, rendering: Rendering): Row {
  const { named, written, measures } = rendering;
  const name: Cell = { text: named(rule.name || rule.id) };
  const counts = [rule.alerts, rule.before].map((value) => ({ text: written({ value }, measures.count) }));
  return rule.isNoisy
    ? { cells: [{ ...name, symbol: '◆', tone: 'warning' }, ...counts], note: noisyWords(rule, rendering) }
    : { cells: [name, ...counts] };
}

function noisyWords({ overBudget, falseAlarms, answered }: Rule, rendering: Rendering): string {
  const { say, counted, measures } = rendering;
  const counts = { falseAlarms: measures.count(falseAlarms), answered: measures.count(answered) };
  const why = [
    overBudget > 0 ? say('digests.rules_overBudget', counted(overBudget)) : '',
    falseAlarms > 0 ? say('digests.rules_falseAlarms', counts) : '',
  ].filter(Boolean);
  return say('digests.rules_noisy', { why: why.join(', ') || say('digests.rules_noisyAnyway') });
}

type Deleted = NonNullable<DigestContent['deletions']>['deleted'][number];

/** Returns the trips that were deleted as invalid, and the effect on the drivers' scores. */
export function deletionsSection(rendering: Rendering): Section | undefined {
  const { content, say, counted } = rendering;
  if (content.deletions === null) return undefined;
  const { deleted, total, waiting, source } = content.deletions;
  const title = say('digests.deletions_title');
  const text = total === 0 ? say('digests.deletions_none') : say('digests.deletions_total', counted(total));
  const blocks: Block[] = [{ kind: 'text', text }];
  if (waiting > 0) blocks.push({ kind: 'text', text: say('digests.deletions_waiting', counted(waiting)) });
  const columns = [say('digests.driver'), say('digests.deletions_deleted'), say('digests.deletions_effect')];
  const rows = deleted.map((each) => deletionRow(each, rendering));
  if (rows.length > 0) blocks.push(rendering.table({ caption: title, columns, total }, rows));
  return { id: 'deletions', title, blocks, sources: [{ figure: title, source }] };
}

function deletionRow(each: Deleted, rendering: Rendering): Row {
  const { say, named, missing, moment } = rendering;
  const note = [
    named(each.driverId),
    named(each.tripId),
    say('digests.deletions_byRule', { rule: named(each.rule) }),
  ];
  return {
    cells: [
      { text: named(each.name) },
      { text: moment(each.deletedAt) ?? missing() },
      { text: effectOf(each, rendering) },
    ],
    note: note.join(' · '),
  };
}

function effectOf(
  { scoreBefore: before, scoreAfter: value }: Deleted,
  { say, measures, changed, styles }: Rendering,
): string {
  if (before === null || value === null) return say('digests.deletions_effectUnknown');
  const change = cellText(changed({ value, before, change: value - before }, styles.score));
  return `${measures.score(before)} → ${measures.score(value)} (${change})`;
}
