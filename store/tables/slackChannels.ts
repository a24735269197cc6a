import type { Generated } from 'kysely';

export interface SlackChannelsTable {
  fleetId: string;
  /** As a rule writes it: `#fleet-safety`. */
  name: string;
  channelId: string;
  seenAt: Date;
}

/** People of a fleet's Slack by their id, as Slack last called them. */
export interface SlackPeopleTable {
  fleetId: string;
  userId: string;
  name: string;
  /** Only if Slack confirmed it, and shows it to the app. */
  email: Generated<string | null>;
  readAt: Date;
}

/** How far a channel's messages, or e-mails about alerts to an address, are booked ahead. */
export interface RateLimitsTable {
  fleetId: string;
  /** As a rule or policy writes it; of an address what `rateLimitKeyOf` calls it. */
  key: string;
  bookedUntil: Date;
  /** Until then Slack asked to wait. */
  pausedUntil: Date | null;
}
