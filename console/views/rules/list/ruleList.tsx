import { Button, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useFleet } from '../../../api/index.ts';
import { searched, useSay } from '../../../language/index.ts';
import type { Say } from '../../../language/index.ts';
import { Card, Empty, Failed, Icon, Loading, PageHeader } from '../../../layout/index.ts';
import { addressOf, useFilters } from '../../../navigation/index.ts';
import { FilterSelect, Filters, SilenceBanner } from '../../../lists/index.ts';
import { Table, useOrder } from '../../../lists/table/index.ts';
import { ModeDialog } from './modeDialog.tsx';
import type { ModeChange } from './modeDialog.tsx';
import classes from './list.module.css';
import { useColumns } from './columns.tsx';
import { useFigures, useRules } from './rules.ts';
import type { ListedRule } from './rules.ts';

const FILTERS = ['q', 'mode', 'severity', 'draft'] as const;
const MODES = ['live', 'shadow', 'off'] as const;
const SEVERITIES = ['critical', 'warning', 'info'] as const;
const DRAFTS = ['draft', 'published'] as const;
type Asked = Readonly<Partial<Record<(typeof FILTERS)[number], string>>>;

/** Lists every rule of the fleet. Rules can be searched, switched and opened. */
export function RuleList(): ReactNode {
  const say = useSay();
  const { id: fleet, mayEdit } = useFleet();
  const [filters, setFilters] = useFilters(FILTERS);
  const [order] = useOrder();
  const isFiltered = Object.keys(filters).length > 0;
  const { rules, error, retry, more, isFetching } = useRules(isFiltered || order !== undefined);
  const [change, setChange] = useState<ModeChange>();
  const columns = useColumns(useFigures(), setChange);
  const shown = rules?.filter((rule) => fits(rule, filters)).sort(byName);
  return (
    <>
      <PageHeader
        title={say('rules.title')}
        lead={say('rules.lead')}
        actions={
          mayEdit && (
            <Button
              renderRoot={(props) => <Link {...props} to={addressOf(fleet, 'rules', 'new')} />}
              leftSection={<Icon name="add" />}
            >
              {say('rules.new')}
            </Button>
          )
        }
      />
      <SilenceBanner />
      <FilterFields say={say} filters={filters} set={setFilters} />
      {error && !rules ? (
        <Failed error={error} retry={retry} />
      ) : !shown ? (
        <Loading rows={8} />
      ) : (
        <Card flush>
          {shown.length === 0 && !isFetching ? (
            <Empty icon="rules" title={say(isFiltered ? 'rules.noneFit' : 'rules.none')}>
              {say(isFiltered ? 'rules.noneFitHelp' : 'rules.noneHelp')}
            </Empty>
          ) : (
            <Table
              className={classes['table'] ?? ''}
              highlightOnHover
              verticalSpacing="sm"
              tabularNums
              label={say('rules.title')}
              {...{ columns, rows: shown, start: { id: 'name', desc: false } }}
              keyOf={({ stored }) => stored.id}
            />
          )}
        </Card>
      )}
      {more && (
        <Button variant="default" mt="md" onClick={more} loading={isFetching}>
          {say('shell.more')}
        </Button>
      )}
      <ModeDialog change={current(change, rules)} close={() => setChange(undefined)} />
    </>
  );
}

/**
 * Returns the change with the rule as it is listed now. A retry after a refusal then switches the version
 * that was published meanwhile.
 */
function current(
  change: ModeChange | undefined,
  rules: readonly ListedRule[] | undefined,
): ModeChange | undefined {
  const listed = change && rules?.find(({ stored }) => stored.id === change.rule.stored.id);
  return listed ? { ...change, rule: listed } : change;
}

function FilterFields(props: {
  readonly say: Say;
  readonly filters: Asked;
  readonly set: (next: Readonly<Partial<Record<(typeof FILTERS)[number], string | undefined>>>) => void;
}): ReactNode {
  const { say, filters, set } = props;
  return (
    <Filters>
      <TextInput
        type="search"
        label={say('rules.search')}
        placeholder={say('rules.searchHint')}
        value={filters.q ?? ''}
        onChange={({ currentTarget }) => set({ q: currentTarget.value })}
      />
      <FilterSelect
        label={say('rules.mode')}
        value={filters.mode}
        options={MODES.map((value) => ({ value, label: say(`rules.mode_${value}`) }))}
        set={(mode) => set({ mode })}
      />
      <FilterSelect
        label={say('rules.severity')}
        value={filters.severity}
        options={SEVERITIES.map((value) => ({ value, label: say(`words.severity_${value}`) }))}
        set={(severity) => set({ severity })}
      />
      <FilterSelect
        label={say('rules.draft')}
        value={filters.draft}
        options={DRAFTS.map((value) => ({ value, label: say(`rules.draftFilter_${value}`) }))}
        set={(draft) => set({ draft })}
      />
    </Filters>
  );
}

function fits({ name, shown, stored, hasDraft, isPublished }: ListedRule, filters: Asked): boolean {
  const { q = '', mode, severity, draft } = filters;
  const text = searched([name, stored.id, shown.owner ?? '', shown.description ?? ''].join('\n'));
  if (
    !searched(q)
      .split(/\s+/)
      .every((word) => text.includes(word))
  )
    return false;
  if (mode !== undefined && (shown.mode !== mode || !isPublished)) return false;
  if (severity !== undefined && shown.severity !== severity) return false;
  if (draft === 'draft') return hasDraft;
  return draft !== 'published' || isPublished;
}

function byName(a: ListedRule, b: ListedRule): number {
  return a.name.localeCompare(b.name);
}
