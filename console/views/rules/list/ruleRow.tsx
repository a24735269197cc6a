import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFleet } from '../../../api/index.ts';
import { LOCALES, useLanguage } from '../../../language/index.ts';
import { SeverityBadge } from '../../../layout/index.ts';
import { FleetLink } from '../../../navigation/index.ts';
import { ModeBadge, Sparkline } from '../parts/index.ts';
import type { RuleView } from '../parts/index.ts';
import classes from './list.module.css';
import type { ListedRule, RuleFigures } from './rules.ts';

const MODES = ['live', 'shadow', 'off'] as const;

/** One rule: what it is, its switch, and its last four weeks. */
export function RuleRow(props: {
  readonly rule: ListedRule;
  readonly figures: RuleFigures | undefined;
  readonly changeMode: (mode: RuleView['mode']) => void;
}): ReactNode {
  const { say } = useLanguage();
  const { stored, name, shown, hasDraft, isPublished, onTrial } = props.rule;
  return (
    <li className={classes['row']}>
      <div className={classes['what']}>
        <FleetLink to={['rules', stored.id]} className={classes['name']}>
          {name}
        </FleetLink>
        <span className={classes['facts']}>
          <SeverityBadge severity={shown.severity} />
          {hasDraft && (
            <span className={classes['draft']}>
              {say(isPublished ? 'rules.draftOpen' : 'rules.draftOnly')}
            </span>
          )}
          {onTrial && <span className={classes['draft']}>{say('rules.onTrial')}</span>}
          {shown.owner !== undefined && <span>{shown.owner}</span>}
        </span>
      </div>
      <Mode {...props} />
      <Figures name={name} figures={props.figures} />
    </li>
  );
}

/** The switch; a badge for whoever may not use it. */
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
  // Taking a rule that deletes trips live is for admins.
  const mayGoLive = mayAdminister || !deletes(shown);
  if (!mayEdit || (!mayGoLive && shown.mode === 'live')) return <ModeBadge mode={shown.mode} />;
  return (
    <SegmentedControl
      className={classes['switch']}
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

function Figures({
  name,
  figures,
}: {
  readonly name: string;
  readonly figures: RuleFigures | undefined;
}): ReactNode {
  const { say, language } = useLanguage();
  if (!figures) return <span className={classes['figures']} />;
  const { sent, aWeek, confirmed, falseAlarms } = figures;
  const number = new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: aWeek < 10 ? 1 : 0 });
  const percent = new Intl.NumberFormat(LOCALES[language], { style: 'percent', maximumFractionDigits: 0 });
  const judged = confirmed + falseAlarms;
  return (
    <>
      <span className={classes['figures']}>
        <span className={classes['number']}>
          {number.format(aWeek)}
          <span className={classes['label']}>{say('rules.aWeekShort')}</span>
        </span>
        <Sparkline values={sent} label={say('rules.sparkline', { name, count: number.format(aWeek) })} />
      </span>
      <span className={classes['precision']}>
        {judged === 0 ? (
          <span className={classes['quiet']}>{say('rules.precisionNone')}</span>
        ) : (
          <>
            <span className={classes['number']}>
              {percent.format(confirmed / judged)}
              <span className={classes['label']}>{say('rules.precisionShort')}</span>
            </span>
            <span className={classes['quiet']}>{say('rules.precisionOf', { confirmed, judged })}</span>
          </>
        )}
      </span>
    </>
  );
}
