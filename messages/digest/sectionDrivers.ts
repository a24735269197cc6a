import type { DigestContent, DigestDriver, DriverList } from './content.ts';
import { oneLine } from '../plainText.ts';
import { changeOf, counted, eventName, figureWords, moreDrivers, named } from './telling.ts';
import type { Telling } from './telling.ts';
import type { Block, Section, TableBlock } from './view.ts';

type Drivers = NonNullable<DigestContent['drivers']>;

/** Which way a list of drivers went; its reasons go the same way. */
type Direction = 'fell' | 'rose' | 'low';

/** Those who fell, and those below the threshold. */
export function wordSection(telling: Telling): Section | undefined {
  const { content, words, measures, limits } = telling;
  const { drivers, minTrips, needsAttentionBelow } = content;
  if (drivers === null) return undefined;
  const { fell, needAttention } = drivers;
  const threshold = measures.threshold(needsAttentionBelow);
  const blocks: Block[] = [
    ...(fell.drivers.length > 0
      ? ([
          { kind: 'heading', text: words.word.fell },
          { kind: 'quiet', text: words.word.fellNote(counted(minTrips, telling)) },
          driverTable(fell, { caption: words.word.fell, direction: 'fell' }, telling),
        ] as const)
      : []),
    ...(needAttention.drivers.length > 0
      ? ([
          { kind: 'heading', text: words.word.below(threshold) },
          { kind: 'quiet', text: words.word.belowNote },
          driverTable(
            needAttention,
            {
              caption: words.word.below(threshold),
              direction: 'low',
              named: new Set(fell.drivers.slice(0, limits.rows).map(({ driverId }) => driverId)),
            },
            telling,
          ),
        ] as const)
      : []),
  ];
  const nobody: Block = { kind: 'text', text: whyNobody(drivers, telling) ?? words.word.nobody };
  return { id: 'word', title: words.word.title, blocks: blocks.length > 0 ? blocks : [nobody] };
}

/** Those who rose. */
export function thanksSection(telling: Telling): Section | undefined {
  const { content, words } = telling;
  if (content.drivers === null) return undefined;
  const { rose } = content.drivers;
  if (rose.drivers.length === 0) {
    if (whyNobody(content.drivers, telling) !== undefined) return undefined;
    return {
      id: 'thanks',
      title: words.thanks.title,
      blocks: [{ kind: 'text', text: words.thanks.nobody }],
    };
  }
  return {
    id: 'thanks',
    title: words.thanks.title,
    blocks: [
      { kind: 'quiet', text: words.thanks.note },
      driverTable(rose, { caption: words.thanks.title, direction: 'rose' }, telling),
    ],
  };
}

/** An empty list is good news only when somebody could have stood in it; this says why nobody could. */
export function whyNobody(
  { active, notRated, tooFewTrips, comparable, fell }: Drivers,
  { words }: Pick<Telling, 'words'>,
): string | undefined {
  if (active.value === null) return words.word.notRead;
  if (fell.missing !== undefined) return words.word.beforeNotRead;
  const ranked = comparable?.value ?? active.value - (notRated.value ?? 0) - (tooFewTrips.value ?? 0);
  return ranked > 0 ? undefined : words.word.nobodyRanked;
}

interface DriverTable {
  readonly caption: string;
  readonly direction: Direction;
  /** Ids whose story is told already. */
  readonly named?: ReadonlySet<string>;
}

function driverTable(
  list: DriverList,
  { caption, direction, named: alreadyNamed }: DriverTable,
  telling: Telling,
): TableBlock {
  const { words, measures, limits } = telling;
  const shown = list.drivers.slice(0, limits.rows);
  const more = Math.max(list.total, list.drivers.length) - shown.length;
  return {
    kind: 'table',
    caption,
    columns: [
      { text: words.driver.driver, isNumber: false },
      { text: words.driver.score, isNumber: true },
      { text: words.driver.change, isNumber: true },
    ],
    rows: shown.map((driver) => ({
      cells: [
        { text: named(driver.name, telling) },
        { text: driver.score === null ? words.missing.not_known : measures.score(driver.score) },
        changeOf(
          { value: driver.score, before: driver.before, change: driver.change },
          { write: measures.score, better: 'up' },
          words,
        ),
      ],
      note: alreadyNamed?.has(driver.driverId) ? words.driver.above : driverNote(driver, direction, telling),
    })),
    ...(more > 0 ? { more: moreDrivers(more, telling) } : {}),
  };
}

/** Who that is, how much they drove, and what went along with the change. */
function driverNote(driver: DigestDriver, direction: Direction, telling: Telling): string {
  const { words, measures, limits } = telling;
  const id = named(driver.driverId, telling);
  const parts = [
    id === named(driver.name, telling) ? '' : id,
    driver.groups
      .slice(0, 2)
      .map((group) => oneLine(group, limits.name))
      .join(', '),
    driver.trips === null ? '' : words.driver.trips(counted(driver.trips, telling)),
    driver.distanceKm === null ? '' : measures.distance(driver.distanceKm),
    reason(driver, direction, telling),
  ];
  return parts.filter(Boolean).join(' · ');
}

const REASONS = 3;

function reason({ isLookedAt, because }: DigestDriver, direction: Direction, telling: Telling): string {
  const { words, measures } = telling;
  if (!isLookedAt) return words.driver.notLookedAt;
  const causes = because.flatMap(({ eventType, per100Km, before }) => {
    if (per100Km === null) return [];
    const event = eventName(eventType, telling);
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
export function countsSection(telling: Telling): Section | undefined {
  const { content, words, measures } = telling;
  if (content.drivers === null) return undefined;
  const { active, joined, notRated, tooFewTrips } = content.drivers;
  const rows = [
    [words.counts.active, active],
    [words.counts.joined, joined],
    [words.counts.notRated, notRated],
    [words.counts.tooFew(counted(content.minTrips, telling)), tooFewTrips],
  ] as const;
  return {
    id: 'drivers',
    title: words.counts.title,
    blocks: [
      {
        kind: 'table',
        caption: words.counts.title,
        columns: [
          { text: words.counts.what, isNumber: false },
          { text: words.counts.number, isNumber: true },
        ],
        rows: rows.map(([text, figure]) => ({
          cells: [{ text }, { text: figureWords(figure, { words, write: measures.count }) }],
        })),
      },
      { kind: 'quiet', text: words.counts.note },
    ],
  };
}
