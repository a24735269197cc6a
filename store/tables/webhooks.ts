/** Addresses of webhooks whose receiver said that they are gone. */
export interface GoneAddressesTable {
  fleetId: string;
  address: string;
  /** When it said so, the last time. */
  goneAt: Date;
}

/** Rotations of the secrets that sign a fleet's webhooks to one origin. */
export interface WebhookSecretGenerationsTable {
  fleetId: string;
  /** `https://hooks.example.com`, with a port where it is not the scheme's own. */
  origin: string;
  /** 2 for the first rotation: generation 1 has no row. */
  generation: number;
  beganAt: Date;
}
