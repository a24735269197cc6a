import { oneLine } from '../plainText.ts';
import { counted, moreDrivers, named } from './telling.ts';
import type { Telling } from './telling.ts';
import type { Block, Section } from './view.ts';

/** Sensors of one phone that are named. */
const SENSORS = 6;

/** Drivers gone silent, and phones that miss sensors. */
export function devicesSection(telling: Telling): Section | undefined {
  const blocks = [...silentBlocks(telling), ...sensorBlocks(telling)];
  return blocks.length === 0 ? undefined : { id: 'devices', title: telling.words.devices.title, blocks };
}

function silentBlocks(telling: Telling): readonly Block[] {
  const { content, words, measures, limits } = telling;
  const silent = content.drivers?.silent;
  if (silent === undefined) return [];
  if (silent.missing !== undefined) return [{ kind: 'text', text: words.devices.silentNotRead }];
  if (silent.drivers.length === 0)
    return content.drivers?.active.value === null ? [] : [{ kind: 'text', text: words.devices.noSilent }];
  const shown = silent.drivers.slice(0, limits.rows);
  const more = Math.max(silent.total, silent.drivers.length) - shown.length;
  return [
    { kind: 'heading', text: words.devices.silent },
    { kind: 'quiet', text: words.devices.silentNote },
    {
      kind: 'table',
      caption: words.devices.silent,
      columns: [
        { text: words.devices.driver, isNumber: false },
        { text: words.devices.tripsBefore, isNumber: true },
        { text: words.devices.lastScore, isNumber: true },
      ],
      rows: shown.map((driver) => ({
        cells: [
          { text: named(driver.name, telling) },
          {
            text: driver.tripsBefore === null ? words.missing.not_known : measures.count(driver.tripsBefore),
          },
          { text: driver.before === null ? words.missing.not_known : measures.score(driver.before) },
        ],
      })),
      ...(more > 0 ? { more: words.more.rows(counted(more, telling)) } : {}),
    },
  ];
}

function sensorBlocks(telling: Telling): readonly Block[] {
  const { content, words, limits } = telling;
  if (content.devices === null) return [];
  const { missingData, total } = content.devices;
  if (missingData.length === 0) return [{ kind: 'text', text: words.devices.noSensors }];
  const shown = missingData.slice(0, limits.rows);
  const more = Math.max(total, missingData.length) - shown.length;
  return [
    { kind: 'heading', text: words.devices.sensors },
    { kind: 'quiet', text: words.devices.sensorsNote },
    {
      kind: 'table',
      caption: words.devices.sensors,
      columns: [
        { text: words.devices.driver, isNumber: false },
        { text: words.devices.missing, isNumber: false },
      ],
      rows: shown.map(({ name, missing }) => ({
        cells: [
          { text: named(name, telling) },
          { text: oneLine(missing.slice(0, SENSORS).join(', '), limits.name * 2) || words.missing.not_known },
        ],
      })),
      ...(more > 0 ? { more: moreDrivers(more, telling) } : {}),
    },
  ];
}
