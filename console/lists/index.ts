/** Shared parts of lists: pages by keyset, filters in the address, rows, and dialogs for actions with a reason. */
export { ActionDialog } from './actionDialog.tsx';
export { useAct } from './act.ts';
export { useDays } from './days.ts';
export { FilterDate, FilterDays, FilterPerson, FilterSelect, FilterText, Filters } from './filters.tsx';
export { useFirstFit } from './firstFit.ts';
export { DriverSelect, DriversSelect, useDriverSearch } from './driverSelect.tsx';
export { RuleSelect, RulesSelect } from './ruleSelect.tsx';
export { List, ListSection, MoreButton, showMore } from './list.tsx';
export type { ListFilter } from './listFilters.tsx';
export { IncidentLink } from './incidentLink.tsx';
export { PersonInput } from './people.tsx';
export { usePages } from './pages.ts';
export { Items, Row } from './row.tsx';
export { SilenceBanner, isOfWholeFleet, silenceScope, useActiveSilences } from './silenceBanner.tsx';
export { keep, kept } from '../kept/index.ts';
