import { Flex, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { LOCALES, useLanguage } from '../../language/index.ts';
import { Empty, Loaded, Section, SeverityBadge, ToneBadge } from '../../layout/index.ts';
import { FleetLink } from '../../navigation/index.ts';
import { useFactWords } from '../rules/conditions/index.ts';
import { useCatalogue } from '../rules/fields/index.ts';
import type { Catalogue } from '../rules/form/index.ts';
import { Trace } from '../rules/trace/index.ts';
import classes from './trips.module.css';
import type { RuleDecision, WholeTrip } from './wholeTrip.ts';

/** Shows every rule's decision on the trip. Matched and undecidable rules are first; the other rules are folded. */
export function Decisions({ trip: { decision } }: { readonly trip: WholeTrip }): ReactNode {
  const { say } = useLanguage();
  const catalogue = useCatalogue();
  const rules = decision?.rules ?? [];
  const isQuiet = ({ outcome }: RuleDecision): boolean =>
    outcome === 'not_matched' || outcome === 'out_of_scope';
  const quiet = rules.filter(isQuiet);
  return (
    <Section title={say('trips.rules')}>
      {rules.length === 0 ? (
        <Empty icon="rules" title={say('trips.noDecision')}>
          {say('trips.noDecisionHelp')}
        </Empty>
      ) : (
        <Loaded query={catalogue}>
          {(known) => (
            <>
              {rules
                .filter((rule) => !isQuiet(rule))
                .map((rule) => (
                  <Decision key={`${rule.rule} ${rule.version}`} rule={rule} catalogue={known} />
                ))}
              {quiet.length > 0 && (
                <details open={quiet.length === rules.length}>
                  <summary>{say('trips.others', { count: quiet.length })}</summary>
                  {quiet.map((rule) => (
                    <Decision key={`${rule.rule} ${rule.version}`} rule={rule} catalogue={known} />
                  ))}
                </details>
              )}
            </>
          )}
        </Loaded>
      )}
    </Section>
  );
}

const LOOKS = {
  matched: { tone: 'good', icon: 'check' },
  not_matched: { tone: 'info', icon: 'cross' },
  unknown: { tone: 'warning', icon: 'warning' },
  failed: { tone: 'critical', icon: 'critical' },
  out_of_scope: { tone: 'info', icon: 'cross' },
} as const;

function Decision({
  rule,
  catalogue,
}: {
  readonly rule: RuleDecision;
  readonly catalogue: Catalogue;
}): ReactNode {
  const { say, language } = useLanguage();
  const words = useFactWords();
  const { tone, icon } = LOOKS[rule.outcome];
  const miss = rule.nearest_miss;
  const shown = (value: unknown): string =>
    typeof value === 'number'
      ? new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 2 }).format(value)
      : typeof value === 'string'
        ? value
        : JSON.stringify(value ?? null);
  return (
    <Flex component="article" direction="column" gap={8} className={classes['decision'] ?? ''}>
      <Group gap="xs" fw={600}>
        <ToneBadge tone={tone} icon={icon} isQuiet={rule.outcome !== 'matched'}>
          {say(`ruleEditor.outcome_${rule.outcome}`)}
        </ToneBadge>
        <FleetLink to={['rules', rule.rule]} ofWholeFleet>
          {rule.name}
        </FleetLink>
        <SeverityBadge severity={rule.severity} />
      </Group>
      <p>{rule.sentence}</p>
      {miss?.actual !== undefined && (
        <p>
          {say('trips.nearest', {
            fact: words.name(catalogue.facts.get(miss.fact), miss.fact),
            actual: shown(miss.actual),
            value: shown(miss.value),
          })}
        </p>
      )}
      {rule.trace !== undefined && <Trace trace={rule.trace} catalogue={catalogue} />}
    </Flex>
  );
}
