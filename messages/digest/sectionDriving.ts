import type { ComparedFigure } from './content.ts';
import { changeOf, eventName, figureWords } from './telling.ts';
import type { ChangeStyle, Telling } from './telling.ts';
import type { Section, TableRow } from './view.ts';

/** Trips, distance, hours, shares, and events per 100 kilometres or miles. */
export function drivingSection(telling: Telling): Section | undefined {
  const { content, words, measures, limits } = telling;
  const { driving } = content;
  if (driving === null) return undefined;
  const row = (text: string, figure: ComparedFigure, style: ChangeStyle): TableRow => ({
    cells: [
      { text },
      { text: figureWords(figure, { words, write: style.write }) },
      changeOf(figure, style, words),
    ],
  });
  const columns = (first: string) => [
    { text: first, isNumber: false },
    { text: words.driving.now, isNumber: true },
    { text: words.driving.change, isNumber: true },
  ];
  const share: ChangeStyle = {
    write: measures.share,
    writeChange: (value) => words.change.points(measures.points(value)),
    better: 'neither',
  };
  const events = driving.events.slice(0, limits.rows);
  const more = driving.events.length - events.length;
  const eventsTitle = `${words.driving.events} ${measures.perHundred}`;
  return {
    id: 'driving',
    title: words.driving.title,
    blocks: [
      {
        kind: 'table',
        caption: words.driving.title,
        columns: columns(words.driving.measure),
        rows: [
          row(words.driving.trips, driving.trips, { write: measures.count, better: 'neither' }),
          row(words.driving.distance, driving.distanceKm, { write: measures.distance, better: 'neither' }),
          row(words.driving.hours, driving.durationSeconds, { write: measures.duration, better: 'neither' }),
          row(words.driving.night, driving.nightShare, share),
          row(words.driving.highway, driving.highwayShare, share),
        ],
      },
      { kind: 'quiet', text: words.driving.sharesNote },
      ...(events.length === 0
        ? []
        : ([
            { kind: 'heading', text: eventsTitle },
            {
              kind: 'table',
              caption: eventsTitle,
              columns: columns(words.driving.event),
              rows: events.map(({ eventType, per100Km }) =>
                row(eventName(eventType, telling), per100Km, { write: measures.rate, better: 'down' }),
              ),
              ...(more > 0 ? { more: words.more.rows({ count: more, said: measures.count(more) }) } : {}),
            },
          ] as const)),
    ],
  };
}
