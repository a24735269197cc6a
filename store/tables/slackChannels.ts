export interface SlackChannelsTable {
  fleetId: string;
  /** As a rule writes it: `#fleet-safety`. */
  name: string;
  channelId: string;
  seenAt: Date;
}
