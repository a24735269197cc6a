import { oneLine } from '../format/index.ts';
import type { DigestContent, DigestDriver, DriverList } from './content.ts';
import { belowLine, incidentLine, whyNobody } from './headline.ts';
import { waitingIncidents } from './alerts.ts';
import { coverageLine } from './coverage.ts';
import { linesOf } from './model.ts';
import type { Block, Section, TableBlock } from './model.ts';
import { sourcesOf } from './rendering.ts';
import type { Rendering } from './rendering.ts';

/** The direction in which the drivers of a list changed; the reasons shown are those of the same direction. */
type Direction = 'fell' | 'rose' | 'low';

/** Returns those who fell, and those below the threshold. */
export function coachingSection(rendering: Rendering): Section | undefined {
  const { content, say, counted, limits } = rendering;
  const { drivers, minTrips } = content;
  if (drivers === null) return undefined;
  const { fell, needAttention } = drivers;
  const title = say('digests.word_title');
  const shown = new Set(fell.drivers.slice(0, limits.rows).map(({ driverId }) => driverId));
  const below: DriverTable = { caption: belowTitle(rendering), direction: 'low', shown };
  const blocks = [
    ...headed(say('digests.word_fellNote', counted(minTrips)), fellTable(fell, rendering)),
    ...headed(say('digests.word_belowNote'), driverTable(needAttention, below, rendering)),
  ];
  const none = whyNobody(drivers, rendering) ?? say('digests.word_nobody');
  return {
    id: 'coaching',
    title,
    blocks: blocks.length > 0 ? blocks : [{ kind: 'text', text: none }],
    sources: [fell, needAttention].map(({ source }) => ({ figure: title, source })),
  };
}

/** Returns incidents without an answer, drivers below the threshold, and trips that were not evaluated, for an e-mail. */
export function attentionSection(rendering: Rendering): Section | undefined {
  const { content, say } = rendering;
  const { drivers } = content;
  const low = drivers?.needAttention;
  const isUrgent = (tone: string | undefined): boolean => tone === 'critical' || tone === 'warning';
  const [incident, coverage] = [incidentLine(rendering), coverageLine(rendering)].map((each) =>
    isUrgent(each?.tone) ? each : undefined,
  );
  const isCut = drivers && low && low.total > 0 && low.drivers.length === 0;
  const below = isCut ? belowLine(drivers, rendering) : undefined;
  const lines = linesOf([incident, ...waitingIncidents(rendering), coverage, below]);
  const caption = belowTitle(rendering);
  const table = low ? driverTable(low, { caption, direction: 'low', first: caption }, rendering) : [];
  const blocks = [...lines, ...table];
  return blocks.length === 0 ? undefined : { id: 'coaching', title: say('digests.mail_attention'), blocks };
}

/** Returns those whose score fell the most, without those in the section above, for an e-mail. */
export function fallenSection(rendering: Rendering): Section | undefined {
  const { content, say, limits } = rendering;
  const { drivers } = content;
  if (drivers === null) return undefined;
  const { fell, needAttention, active } = drivers;
  const above = new Set(needAttention.drivers.slice(0, limits.rows).map(({ driverId }) => driverId));
  const others = fell.drivers.filter(({ driverId }) => !above.has(driverId));
  if (others.length === 0 && fell.drivers.length > 0) return undefined;
  const total = fell.total - (fell.drivers.length - others.length);
  const table = fellTable({ ...fell, drivers: others, total }, rendering);
  const why = active.value === 0 ? say('digests.short_noDrivers') : whyNobody(drivers, rendering);
  const none: Block = { kind: 'text', text: why ?? say('digests.word_nobody') };
  const blocks = table.length > 0 ? table : [none];
  return { id: 'coaching', title: say('digests.word_title'), blocks };
}

/** Returns those who rose. */
export function thanksSection(rendering: Rendering): Section | undefined {
  const { content, say } = rendering;
  if (content.drivers === null) return undefined;
  const { rose } = content.drivers;
  const title = say('digests.thanks_title');
  const table = driverTable(rose, { caption: title, direction: 'rose' }, rendering);
  if (table.length === 0 && whyNobody(content.drivers, rendering) !== undefined) return undefined;
  const blocks: readonly Block[] =
    table.length > 0
      ? [{ kind: 'quiet', text: say('digests.thanks_note') }, ...table]
      : [{ kind: 'text', text: say('digests.thanks_nobody') }];
  return { id: 'improved', title, blocks, sources: [{ figure: title, source: rose.source }] };
}

function belowTitle({ content, say, measures }: Rendering): string {
  return say('digests.word_below', { threshold: measures.threshold(content.needsAttentionBelow) });
}

function fellTable(fell: DriverList, rendering: Rendering): readonly TableBlock[] {
  const caption = rendering.say('digests.word_fell');
  return driverTable(fell, { caption, direction: 'fell' }, rendering);
}

/** Puts a table's caption and a note above it. */
function headed(note: string, tables: readonly TableBlock[]): readonly Block[] {
  return tables.flatMap((table) => [
    { kind: 'heading', text: table.caption } as const,
    { kind: 'quiet', text: note } as const,
    table,
  ]);
}

interface DriverTable {
  readonly caption: string;
  readonly direction: Direction;
  /** Title of the first column; default: the drivers'. */
  readonly first?: string;
  /** Ids whose reasons are in a table above. */
  readonly shown?: ReadonlySet<string>;
}

/** Returns drivers with their scores, and below each the reasons of the change; no table without a driver. */
function driverTable(list: DriverList, of: DriverTable, rendering: Rendering): readonly TableBlock[] {
  if (list.drivers.length === 0) return [];
  const { say, named, written, changed, measures, styles } = rendering;
  const columns = [of.first ?? say('digests.driver'), say('digests.score'), say('digests.change')];
  const rows = list.drivers.map((driver) => ({
    cells: [
      { text: named(driver.name) },
      { text: written({ value: driver.score }, measures.score) },
      changed({ ...driver, value: driver.score }, styles.score),
    ],
    note: of.shown?.has(driver.driverId)
      ? say('digests.driver_above')
      : driverNote(driver, of.direction, rendering),
  }));
  const { caption } = of;
  return [rendering.table({ caption, columns, total: list.total, areDrivers: true }, rows)];
}

/** Returns who that is, how much they drove, and which events changed with the score. */
function driverNote(driver: DigestDriver, direction: Direction, rendering: Rendering): string {
  const { say, named, counted, measures, limits } = rendering;
  const id = named(driver.driverId);
  const parts = [
    id === named(driver.name) ? '' : id,
    driver.groups
      .slice(0, 2)
      .map((group) => oneLine(group, limits.name))
      .join(', '),
    driver.trips === null ? '' : say('digests.driver_trips', counted(driver.trips)),
    driver.distanceKm === null ? '' : measures.distance(driver.distanceKm),
    reason(driver, direction, rendering),
  ];
  return parts.filter(Boolean).join(' · ');
}

const REASONS = 3;

function reason({ hasEvaluated, because }: DigestDriver, direction: Direction, rendering: Rendering): string {
  const { say, event, measures } = rendering;
  if (!hasEvaluated) return say('digests.driver_noneEvaluated');
  const causes = because.flatMap(({ eventType, per100Km, before }) => {
    if (per100Km === null) return [];
    const now = measures.rate(per100Km);
    if (before === null) return direction === 'low' && per100Km > 0 ? [`${event(eventType)} ${now}`] : [];
    const fits = { low: per100Km > 0, fell: per100Km > before, rose: per100Km < before }[direction];
    return fits ? [`${event(eventType)} ${measures.rate(before)} → ${now}`] : [];
  });
  if (causes.length === 0) return say('digests.driver_noCause');
  return `${causes.slice(0, REASONS).join(', ')} ${measures.perHundred}`;
}

/** Returns how many drove, joined, and could not be ranked. */
export function countsSection(rendering: Rendering): Section | undefined {
  const { content, say, counted, written, measures, table } = rendering;
  if (content.drivers === null) return undefined;
  const { active, joined, notRated, tooFewTrips } = content.drivers;
  const title = say('digests.counts_title');
  const columns = [say('digests.drivers'), say('digests.counts_number')];
  const rows = [
    [say('digests.counts_active'), active],
    [say('digests.counts_joined'), joined],
    [say('digests.counts_notRated'), notRated],
    [say('digests.counts_tooFew', counted(content.minTrips)), tooFewTrips],
  ] as const;
  return {
    id: 'drivers',
    title,
    blocks: [
      table(
        { caption: title, columns, most: Infinity },
        rows.map(([text, figure]) => ({ cells: [{ text }, { text: written(figure, measures.count) }] })),
      ),
      { kind: 'quiet', text: say('digests.counts_note') },
    ],
    sources: sourcesOf([active, notRated, tooFewTrips, joined].map((figure) => ({ name: title, figure }))),
  };
}

/** Sensors of one phone that are named. */
const SENSORS = 6;

/** Returns inactive drivers, and phones that miss sensors. */
export function devicesSection(rendering: Rendering): Section | undefined {
  const { content, say } = rendering;
  const { drivers, devices } = content;
  const blocks = [
    ...(drivers === null ? [] : silentBlocks(drivers, rendering)),
    ...(devices === null ? [] : sensorBlocks(devices, rendering)),
  ];
  const sources = [
    ...(drivers === null ? [] : [{ figure: say('digests.devices_silent'), source: drivers.silent.source }]),
    ...(devices === null ? [] : [{ figure: say('digests.devices_sensors'), source: devices.source }]),
  ];
  const title = say('digests.devices_title');
  return blocks.length === 0 ? undefined : { id: 'devices', title, blocks, sources };
}

function silentBlocks(
  { silent, active }: NonNullable<DigestContent['drivers']>,
  { say, written, measures, table, driver }: Rendering,
): readonly Block[] {
  if (silent.missing !== undefined) return [{ kind: 'text', text: say('digests.devices_silentNotRead') }];
  if (silent.drivers.length === 0)
    return active.value === null ? [] : [{ kind: 'text', text: say('digests.devices_noSilent') }];
  const caption = say('digests.devices_silent');
  const columns = [
    say('digests.driver'),
    say('digests.devices_tripsBefore'),
    say('digests.devices_lastScore'),
  ];
  const rows = silent.drivers.map((each) => ({
    cells: [
      { text: driver(each) },
      { text: written({ value: each.tripsBefore }, measures.count) },
      { text: written({ value: each.before }, measures.score) },
    ],
  }));
  return headed(say('digests.devices_silentNote'), [table({ caption, columns, total: silent.total }, rows)]);
}

function sensorBlocks(
  { missingData, total }: NonNullable<DigestContent['devices']>,
  { say, missing, limits, table, driver }: Rendering,
): readonly Block[] {
  if (missingData.length === 0) return [{ kind: 'text', text: say('digests.devices_noSensors') }];
  const caption = say('digests.devices_sensors');
  const columns = [say('digests.driver'), say('digests.devices_missing')];
  const rows = missingData.map((each) => {
    const names = oneLine(each.missing.slice(0, SENSORS).join(', '), limits.name * 2);
    return { cells: [{ text: driver(each) }, { text: names || missing() }] };
  });
  const list = table({ caption, columns, areTexts: true, total, areDrivers: true }, rows);
  return headed(say('digests.devices_sensorsNote'), [list]);
}
