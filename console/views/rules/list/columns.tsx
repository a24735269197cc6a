import { Box, Group, SegmentedControl, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFleet } from '../../../api/index.ts';
import { LOCALES, useLanguage } from '../../../language/index.ts';
import { Bars, Quiet, SeverityBadge, ToneBadge } from '../../../layout/index.ts';
import type { Column } from '../../../lists/table/index.ts';
import { FleetLink } from '../../../navigation/index.ts';
import { ModeBadge } from '../parts/index.ts';
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
      <Group gap="4px 12px">
        {hasDraft && (
          <ToneBadge tone="info" icon="edit" isQuiet>
            {say(isPublished ? 'rules.draftOpen' : 'rules.draftOnly')}
          </ToneBadge>
        )}
        {shown.owner !== undefined && <Quiet>{shown.owner}</Quiet>}
      </Group>
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
  if (!isPublished) return <Quiet>{say('rules.notPublished')}</Quiet>;
  // Only admins may take a rule that deletes trips live.
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
    <Group gap={10} wrap="nowrap" className={classes['alerts'] ?? ''}>
      <Figure value={number.format(aWeek)} label={say('rules.aWeekShort')} />
      <Box w={112}>
        <Bars
          values={sent}
          height={26}
          label={say('rules.sparkline', { name, count: number.format(aWeek) })}
        />
      </Box>
    </Group>
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
  if (precision === undefined) return <Quiet>{say('rules.precisionNone')}</Quiet>;
  return (
    <Group gap="xs" align="baseline" wrap="nowrap" style={{ whiteSpace: 'nowrap' }}>
      <Figure value={percent.format(precision)} label={say('rules.precisionShort')} />
      <Quiet>{say('rules.precisionOf', { confirmed, judged: confirmed + falseAlarms })}</Quiet>
    </Group>
  );
}

/** Shows a number. Its label is above the column on a wide screen, and beside the number on a narrow one. */
function Figure(props: { readonly value: string; readonly label: string }): ReactNode {
  return (
    <Text span fw={650} miw={46}>
      {props.value}{' '}
      <Text span size="xs" fw={400} c="dimmed" hiddenFrom="md">
        {props.label}
      </Text>
    </Text>
  );
}
