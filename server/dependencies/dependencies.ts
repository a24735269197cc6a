import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config } from '../../config.ts';
import type { FleetNames } from '../../rules/documents/index.ts';
import type { Database } from '../../store/db/index.ts';
import type { ServerMetrics } from '../metrics/index.ts';
import type { RequestDispatcher } from '../background/index.ts';
import type { WorkflowGateway } from '../../temporal/index.ts';

/** Everything the application is built from; tests put in parts of their own. */
export interface ServerDependencies {
  readonly config: Pick<Config, 'fleets' | 'publicUrl' | 'sandbox' | 'trustProxy' | 'outgoingWebhooks'>;
  readonly database: Pick<Database, 'db' | 'ping'>;
  readonly workflows: WorkflowGateway;
  /** Carries out what Temporal was requested to do along with what was kept. */
  readonly requests: Pick<RequestDispatcher, 'dispatch' | 'dispatchSoon'>;
  readonly log: Logger;
  /** What `/metrics` shows: the server's own, and whatever else the process puts in. */
  readonly registry: Registry;
  readonly metrics: ServerMetrics;
  readonly now: () => Date;
  /**
   * Milliseconds in which a press in Slack has to be kept before it is answered 503; 2,500 when absent: Slack waits three
   * seconds, and an answer later than that would not reach it.
   */
  readonly answerWithinMs?: number;
  /** Waits before a wrong webhook token is answered; the limits of `wrongTokens.ts` when absent. */
  readonly wrongTokenBrake?: () => Promise<void>;
  /** Names that only a fleet knows, for editors to complete. */
  readonly fleetNames: (fleetId: string) => Promise<FleetNames>;
}
