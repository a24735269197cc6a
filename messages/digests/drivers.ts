import { oneLine } from '../format/index.ts';
import type { DigestContent, DigestDriver, DriverList } from './content.ts';
import {
  changeOf,
  counted,
  driverWords,
  eventName,
  figureWords,
  listTable,
  named,
  valueWords,
} from './rendering.ts';
import type { Block, Section, SourceNote } from './model.ts';
import type { Rendering } from './rendering.ts';

type Drivers = NonNullable<DigestContent['drivers']>;

/** Which way a list of drivers went; its reasons go the same way. */
type Direction = 'fell' | 'rose' | 'low';

/** Those who fell, and those below the threshold. */
export function coachingSection(rendering: Rendering): Section | undefined {
  const { content, words, measures, limits } = rendering;
  const { drivers, minTrips, needsAttentionBelow } = content;
  if (drivers === null) return undefined;
  const { fell, needAttention } = drivers;
  const { title, nobody, belowNote } = words.word;
  const below = words.word.below(measures.threshold(needsAttentionBelow));
  const shown = new Set(fell.drivers.slice(0, limits.rows).map(({ driverId }) => driverId));
  const blocks = [
    ...driverBlocks(
      fell,
      {
        caption: words.word.fell,
        direction: 'fell',
        note: words.word.fellNote(counted(minTrips, rendering)),
      },
      rendering,
    ),
    ...driverBlocks(needAttention, { caption: below, direction: 'low', shown, note: belowNote }, rendering),
  ];
  const none: Block = { kind: 'text', text: whyNobody(drivers, rendering) ?? nobody };
  return {
    id: 'coaching',
    title,
    blocks: blocks.length > 0 ? blocks : [none],
    sources: [fell, needAttention].map(({ source }) => ({ figure: title, source })),
  };
}

/** Those who rose. */
export function thanksSection(rendering: Rendering): Section | undefined {
  const { content, words } = rendering;
  if (content.drivers === null) return undefined;
  const { rose } = content.drivers;
  const { title, note, nobody } = words.thanks;
  const sources = [{ figure: title, source: rose.source }];
  if (rose.drivers.length > 0) {
    const table = driverTable(rose, { caption: title, direction: 'rose' }, rendering);
    return { id: 'improved', title, blocks: [{ kind: 'quiet', text: note }, table], sources };
  }
  if (whyNobody(content.drivers, rendering) !== undefined) return undefined;
  return { id: 'improved', title, blocks: [{ kind: 'text', text: nobody }], sources };
}

/** An empty list is good news only when someone could have stood in it; this says why nobody could. */
export function whyNobody(
  { active, notRated, tooFewTrips, comparable, fell }: Drivers,
  { words }: Pick<Rendering, 'words'>,
): string | undefined {
  if (active.value === null) return words.word.notRead;
  if (fell.missing !== undefined) return words.word.beforeNotRead;
  const ranked = comparable.value ?? active.value - (notRated.value ?? 0) - (tooFewTrips.value ?? 0);
  return ranked > 0 ? undefined : words.word.nobodyRanked;
}

interface DriverTable {
  readonly caption: string;
  readonly direction: Direction;
  /** Title of the first column, where that is not the drivers'. */
  readonly first?: string;
  /** Ids whose story is reported already. */
  readonly shown?: ReadonlySet<string>;
}

function driverBlocks(
  list: DriverList,
  table: DriverTable & { readonly note: string },
  rendering: Rendering,
): readonly Block[] {
  if (list.drivers.length === 0) return [];
  return [
    { kind: 'heading', text: table.caption },
    { kind: 'quiet', text: table.note },
    driverTable(list, table, rendering),
  ];
}

/** Drivers with their scores, and below each why it changed. */
export function driverTable(
  { drivers, total }: DriverList,
  { caption, direction, shown, first }: DriverTable,
  rendering: Rendering,
): Block {
  const { words, measures } = rendering;
  return listTable(
    {
      caption,
      columns: [first ?? words.driver.driver, words.driver.score, words.driver.change],
      items: drivers,
      total,
      areDrivers: true,
      row: (driver) => ({
        cells: [
          { text: named(driver.name, rendering) },
          { text: valueWords(driver.score, measures.score, rendering) },
          changeOf({ ...driver, value: driver.score }, { write: measures.score, better: 'up' }, words),
        ],
        note: shown?.has(driver.driverId) ? words.driver.above : driverNote(driver, direction, rendering),
      }),
    },
    rendering,
  );
}

/** Who that is, how much they drove, and what went along with the change. */
function driverNote(driver: DigestDriver, direction: Direction, rendering: Rendering): string {
  const { words, measures, limits } = rendering;
  const id = named(driver.driverId, rendering);
  const parts = [
    id === named(driver.name, rendering) ? '' : id,
    driver.groups
      .slice(0, 2)
      .map((group) => oneLine(group, limits.name))
      .join(', '),
    driver.trips === null ? '' : words.driver.trips(counted(driver.trips, rendering)),
    driver.distanceKm === null ? '' : measures.distance(driver.distanceKm),
    reason(driver, direction, rendering),
  ];
  return parts.filter(Boolean).join(' · ');
}

const REASONS = 3;

function reason({ hasEvaluated, because }: DigestDriver, direction: Direction, rendering: Rendering): string {
  const { words, measures } = rendering;
  if (!hasEvaluated) return words.driver.noneEvaluated;
  const causes = because.flatMap(({ eventType, per100Km, before }) => {
    if (per100Km === null) return [];
    const event = eventName(eventType, rendering);
    if (before === null)
      return direction === 'low' && per100Km > 0 ? [`${event} ${measures.rate(per100Km)}`] : [];
    const fits =
      direction === 'low' ? per100Km > 0 : direction === 'fell' ? per100Km > before : per100Km < before;
    return fits ? [words.driver.cause(event, measures.rate(before), measures.rate(per100Km))] : [];
  });
  if (causes.length === 0) return words.driver.noCause;
  return words.driver.causes(causes.slice(0, REASONS).join(', '), measures.perHundred);
}

/** How many drove, joined, and could not be ranked. */
export function countsSection(rendering: Rendering): Section | undefined {
  const { content, words, measures } = rendering;
  if (content.drivers === null) return undefined;
  const { active, joined, notRated, tooFewTrips } = content.drivers;
  const { title, what, number, note, ...labels } = words.counts;
  const table = listTable(
    {
      caption: title,
      columns: [what, number],
      most: Infinity,
      items: [
        [labels.active, active],
        [labels.joined, joined],
        [labels.notRated, notRated],
        [labels.tooFew(counted(content.minTrips, rendering)), tooFewTrips],
      ] as const,
      row: ([text, figure]) => ({
        cells: [{ text }, { text: figureWords(figure, { words, write: measures.count }) }],
      }),
    },
    rendering,
  );
  return {
    id: 'drivers',
    title,
    blocks: [table, { kind: 'quiet', text: note }],
    sources: [active, notRated, tooFewTrips, joined].map(({ source }) => ({ figure: title, source })),
  };
}

/** Sensors of one phone that are named. */
const SENSORS = 6;

/** Drivers gone silent, and phones that miss sensors. */
export function devicesSection(rendering: Rendering): Section | undefined {
  const { drivers, devices } = rendering.content;
  const { title, silent, sensors } = rendering.words.devices;
  const blocks = [...silentBlocks(rendering), ...sensorBlocks(rendering)];
  const sources: readonly SourceNote[] = [
    ...(drivers === null ? [] : [{ figure: silent, source: drivers.silent.source }]),
    ...(devices === null ? [] : [{ figure: sensors, source: devices.source }]),
  ];
  return blocks.length === 0 ? undefined : { id: 'devices', title, blocks, sources };
}

function silentBlocks(rendering: Rendering): readonly Block[] {
  const { content, words, measures } = rendering;
  if (content.drivers === null) return [];
  const { silent, active } = content.drivers;
  if (silent.missing !== undefined) return [{ kind: 'text', text: words.devices.silentNotRead }];
  if (silent.drivers.length === 0)
    return active.value === null ? [] : [{ kind: 'text', text: words.devices.noSilent }];
  const { driver, tripsBefore, lastScore } = words.devices;
  return [
    { kind: 'heading', text: words.devices.silent },
    { kind: 'quiet', text: words.devices.silentNote },
    listTable(
      {
        caption: words.devices.silent,
        columns: [driver, tripsBefore, lastScore],
        items: silent.drivers,
        total: silent.total,
        row: (each) => ({
          cells: [
            { text: driverWords(each, rendering) },
            { text: valueWords(each.tripsBefore, measures.count, rendering) },
            { text: valueWords(each.before, measures.score, rendering) },
          ],
        }),
      },
      rendering,
    ),
  ];
}

function sensorBlocks(rendering: Rendering): readonly Block[] {
  const { content, words, limits } = rendering;
  if (content.devices === null) return [];
  const { missingData, total } = content.devices;
  if (missingData.length === 0) return [{ kind: 'text', text: words.devices.noSensors }];
  const { driver, missing, sensors } = words.devices;
  return [
    { kind: 'heading', text: sensors },
    { kind: 'quiet', text: words.devices.sensorsNote },
    listTable(
      {
        caption: sensors,
        columns: [driver, missing],
        areTexts: true,
        items: missingData,
        total,
        areDrivers: true,
        row: (each) => {
          const names = oneLine(each.missing.slice(0, SENSORS).join(', '), limits.name * 2);
          return {
            cells: [{ text: driverWords(each, rendering) }, { text: names || words.missing.not_known }],
          };
        },
      },
      rendering,
    ),
  ];
}
