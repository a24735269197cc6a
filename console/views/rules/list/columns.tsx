import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFleet } from '../../../api/index.ts';
import { LOCALES, useLanguage } from '../../../language/index.ts';
import { SeverityBadge } from '../../../layout/index.ts';
import type { Column } from '../../../lists/table/index.ts';
import { FleetLink } from '../../../navigation/index.ts';
import { ModeBadge, Sparkline } from '../parts/index.ts';
import type { RuleView } from '../parts/index.ts';
import classes from './list.module.css';
import type { ModeChange } from './modeDialog.tsx';
import type { ListedRule, RuleFigures } from './rules.ts';

const MODES = ['live', 'shadow', 'off'] as const;

const SEVERITIES = ['info', 'warning', 'critical'] as const;

/** Returns the columns of the list of rules: name, severity, mode switch, and figures of the last four weeks. */
export function useColumns(
  figures: ((rule: string) => RuleFigures) | undefined,
  setChange: (change: ModeChange) => void,
): readonly Column<ListedRule>[] {
  const { say } = useLanguage();
  const of = ({ stored }: ListedRule): RuleFigures | undefined => figures?.(stored.id);
  return [
    { id: 'name', label: say('words.rule'), by: ({ name }) => name, cell: (rule) => <What rule={rule} /> },
    {
      id: 'severity',
      label: say('rules.severity'),
      isLargestFirst: true,
      by: ({ shown }) => SEVERITIES.findIndex((each) => each === shown.severity),
      cell: ({ shown }) => <SeverityBadge severity={shown.severity} />,
    },
    {
      id: 'mode',
      label: say('rules.mode'),
      cell: (rule) => <Mode rule={rule} changeMode={(mode) => setChange({ rule, mode })} />,
    },
    {
      id: 'alerts',
      label: say('rules.aWeek'),
      isLargestFirst: true,
      by: (rule) => of(rule)?.aWeek,
      cell: (rule) => <Alerts name={rule.name} figures={of(rule)} />,
    },
    {
      id: 'confirmed',
      label: say('rules.precision'),
      by: (rule) => precisionOf(of(rule)),
      cell: (rule) => <Precision figures={of(rule)} />,
    },
  ];
}

function What({ rule }: { readonly rule: ListedRule }): ReactNode {
  const { say } = useLanguage();
  const { stored, name, shown, hasDraft, isPublished } = rule;
  return (
    <>
      <FleetLink to={['rules', stored.id]} className={classes['name']}>
        {name}
      </FleetLink>
      <span className={classes['facts']}>
        {hasDraft && (
          <span className={classes['draft']}>{say(isPublished ? 'rules.draftOpen' : 'rules.draftOnly')}</span>
        )}
        {shown.owner !== undefined && <span>{shown.owner}</span>}
      </span>
    </>
  );
}

/** Shows a switch for the rule's mode. Readers who may not use it see a badge. */
function Mode({
  rule: { name, shown, isPublished },
  changeMode,
}: {
  readonly rule: ListedRule;
  readonly changeMode: (mode: RuleView['mode']) => void;
}): ReactNode {
  const { say } = useLanguage();
  const { mayEdit, mayAdminister } = useFleet();
  if (!isPublished) return <span className={classes['notPublished']}>{say('rules.notPublished')}</span>;
  // Only admins may switch a rule that deletes trips to live.
  const mayGoLive = mayAdminister || !deletes(shown);
  if (!mayEdit || (!mayGoLive && shown.mode === 'live')) return <ModeBadge mode={shown.mode} />;
  return (
    <SegmentedControl
      size="xs"
      aria-label={say('rules.modeOf', { name })}
      value={shown.mode}
      onChange={(value) => changeMode(MODES.find((mode) => mode === value) ?? shown.mode)}
      data={MODES.map((value) => ({
        value,
        label: say(`rules.mode_${value}`),
        disabled: value === 'live' && !mayGoLive,
      }))}
    />
  );
}

function deletes({ document }: RuleView): boolean {
  const { actions } = document;
  return (
    Array.isArray(actions) &&
    actions.some((action) => (action as { readonly type?: unknown } | null)?.type === 'delete_trip')
  );
}

interface FiguresProps {
  readonly figures: RuleFigures | undefined;
}

function Alerts({ name, figures }: FiguresProps & { readonly name: string }): ReactNode {
  const { say, language } = useLanguage();
  if (!figures) return undefined;
  const { sent, aWeek } = figures;
  const number = new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: aWeek < 10 ? 1 : 0 });
  return (
    <span className={classes['figures']}>
      <span className={classes['number']}>
        {number.format(aWeek)}
        <span className={classes['label']}>{say('rules.aWeekShort')}</span>
      </span>
      <Sparkline values={sent} label={say('rules.sparkline', { name, count: number.format(aWeek) })} />
    </span>
  );
}

/** Returns the share of confirmed incidents among those that were confirmed or found to be a false alarm. */
function precisionOf(figures: RuleFigures | undefined): number | undefined {
  const judged = figures ? figures.confirmed + figures.falseAlarms : 0;
  return figures && judged > 0 ? figures.confirmed / judged : undefined;
}

function Precision({ figures }: FiguresProps): ReactNode {
  const { say, language } = useLanguage();
  if (!figures) return undefined;
  const { confirmed, falseAlarms } = figures;
  const precision = precisionOf(figures);
  const percent = new Intl.NumberFormat(LOCALES[language], { style: 'percent', maximumFractionDigits: 0 });
  if (precision === undefined) return <span className={classes['quiet']}>{say('rules.precisionNone')}</span>;
  return (
    <span className={classes['precision']}>
      <span className={classes['number']}>
        {percent.format(precision)}
        <span className={classes['label']}>{say('rules.precisionShort')}</span>
      </span>
      <span className={classes['quiet']}>
        {say('rules.precisionOf', { confirmed, judged: confirmed + falseAlarms })}
      </span>
    </span>
  );
}
