import { Random, UNRATED, dateText, utcDay } from '../world/index.ts';
import type { Driver, TripRatings } from '../world/index.ts';
import type { DailyFigures, DriverFigures, FleetFigures } from '../trips/index.ts';
import type { Body, Section, Spelling } from './spelling.ts';

/** Scores that drivers and fleets have in common. */
interface Figures {
  readonly score?: number;
  readonly ratings: TripRatings;
  readonly daily: readonly DailyFigures[];
}

/** Writer of the scores of drivers and fleets in the service's format, including its quirks. */
export class FigureBodies {
  readonly #spelling: Spelling;
  readonly #startDay: number;

  /** @param options.startDay the UTC day on which the simulation starts */
  constructor(options: { spelling: Spelling; startDay: number }) {
    this.#spelling = options.spelling;
    this.#startDay = options.startDay;
  }

  /** Returns the scores of one driver, without the driver's id. */
  driver(figures: DriverFigures, sections: ReadonlySet<Section>): Body {
    return {
      ...(sections.has('info') ? { info: this.#driverInfo(figures) } : {}),
      ...this.#behaviors(figures, sections, figures.driver.id),
    };
  }

  /** Returns the scores of the fleet or a group. @param name selects the spelling, if the quirks mix several */
  fleet(figures: FleetFigures, sections: ReadonlySet<Section>, name: string): Body {
    const { quirks } = this.#spelling;
    const count = this.#spelling.chosen(quirks.driverCountName, ['drivers_count', 'driver_count'], name);
    const info = {
      distance_km: figures.distanceKm,
      duration_seconds: figures.durationSeconds,
      [count]: figures.driversCount,
      ...(figures.lastTripMs === undefined
        ? this.#spelling.missing('last_trip_date')
        : { last_trip_date: dateText(utcDay(figures.lastTripMs)) }),
      missing_data_driver_count: figures.missingDataDriverCount,
    };
    return { ...(sections.has('info') ? { info } : {}), ...this.#behaviors(figures, sections, name) };
  }

  #behaviors(figures: Figures, sections: ReadonlySet<Section>, name: string): Body {
    const { score, ratings, daily } = figures;
    const known = score !== undefined || this.#spelling.quirks.unratablePhones;
    const overall = score === undefined ? { score: -1, ratings: UNRATED } : { score, ratings };
    const days = daily.map((day) => ({ date: dateText(day.day), ...this.#spelling.behavior(day, name) }));
    return {
      ...(sections.has('driving_behavior') && known
        ? { driving_behavior: this.#spelling.behavior(overall, name) }
        : {}),
      ...(sections.has('daily_driving_behavior') ? { daily_driving_behavior: days } : {}),
    };
  }

  #driverInfo(figures: DriverFigures): Body {
    const { driver } = figures;
    const { quirks } = this.#spelling;
    const count = this.#spelling.chosen(quirks.tripCountName, ['trip_count', 'num_trips'], driver.id);
    return {
      [count]: figures.tripCount,
      distance_km: figures.distanceKm,
      duration_seconds: figures.durationSeconds,
      driver_start_date: dateText(this.#startDay - driver.daysKnown),
      attributes: this.#attributes(driver),
      device_info: driver.devices.map((device) => ({
        model: device.model,
        version: device.version,
        missing_data: device.hasGyroscope ? [] : ['gyroscope'],
      })),
      highway_ratio: figures.highwayRatio,
      night_driving_fraction: figures.nightFraction,
    };
  }

  #attributes(driver: Driver): unknown {
    const { quirks, seed } = this.#spelling;
    const vehicle = `${driver.occupation === 'commuter' ? 'Car' : 'Van'} ${driver.index + 1}`;
    const given = { name: driver.name, role: driver.occupation, vehicle };
    const form =
      quirks.attributes === 'mixed'
        ? new Random(seed, 'attributes', driver.index).weighted({ json: 5, object: 3, na: 2 })
        : quirks.attributes;
    return form === 'json' ? JSON.stringify(given) : form === 'object' ? given : 'NA';
  }
}
