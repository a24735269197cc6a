import type { ReactNode } from 'react';
import { useSay } from '../../../language/index.ts';
import type { JsonObject } from '../form/index.ts';
import classes from './parts.module.css';
import { useRuleLines } from './ruleLines.ts';
import type { RuleLine } from './ruleLines.ts';

/** Shows a rule in words: when it alerts, its actions, and its other fields. */
export function RuleWords({ document }: { readonly document: JsonObject }): ReactNode {
  const say = useSay();
  const lines = useRuleLines()(document);
  const of = (...kinds: RuleLine['kind'][]): readonly RuleLine[] =>
    lines.filter(({ kind }) => kinds.includes(kind));
  const shownAbove = new Set([say('rules.field_name'), say('rules.field_description')]);
  const fields = of('field').filter(({ label }) => !shownAbove.has(label));
  const actions = of('action');
  return (
    <div className={classes['words']}>
      <h3>{say('rules.when')}</h3>
      <ul className={classes['conditions']}>
        {of('condition', 'group').map((line, at) => (
          <li key={at} data-depth={Math.min(line.depth, 4)} data-kind={line.kind}>
            {line.kind === 'group' ? (
              line.label
            ) : (
              <>
                {line.label}
                {line.label !== '' && ': '}
                <strong>{line.text}</strong>
              </>
            )}
          </li>
        ))}
      </ul>
      <h3>{say('rules.then')}</h3>
      {actions.length === 0 ? (
        <p className={classes['plain']}>{say('rules.thenNothing')}</p>
      ) : (
        <Pairs lines={actions} />
      )}
      <h3>{say('rules.also')}</h3>
      <Pairs lines={fields} />
    </div>
  );
}

function Pairs({ lines }: { readonly lines: readonly RuleLine[] }): ReactNode {
  return (
    <dl className={classes['pairs']}>
      {lines.map(({ label, text }, at) => (
        <div key={at}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
