import { beforeAll, expect, it } from 'vitest';
import {
  RULE,
  RULE_TRIP_AT,
  RULE_TRIP_DATE,
  publishRule,
  storeRuleTrip,
} from '../../support/store/ruleTrip.ts';
import { useServer } from '../../support/servers/useServer.ts';
import { useCli } from '../../support/servers/useCli.ts';
import { storeDirectory } from '../../support/store/records.ts';

const DATE = RULE_TRIP_DATE;
const server = useServer();
beforeAll(async () => {
  const { db } = server;
  await publishRule(db);
  const rows = [{ driverId: 'd-quiet', fields: { name: 'Ann Meyer' } }] as const;
  await storeDirectory(db, { rows, at: RULE_TRIP_AT });
  const phone = {
    fact: 'trip.events.count',
    params: { type: 'PHONE_USE' },
    operator: 'greaterThan',
    value: 2,
  };
  const decision = { trace: { all: [{ ...phone, actual: 3, result: 'true' }], result: 'true' } } as const;
  const throttled = { decision, alert: { state: 'stopped', reason: 'throttled' } } as const;
  await storeRuleTrip(db, { driver: 'd-many', trip: 'a', ...throttled });
  const missed = {
    outcome: 'not_matched',
    trace: { all: [{ ...phone, actual: 0, result: 'false' }], result: 'false' },
  } as const;
  await storeRuleTrip(db, { driver: 'd-many', trip: 'b', decision: missed });
});
const command = useCli(server, 'viewer');

it('prints the answer and every stage, and the trips where there are several', async () => {
  const { code, out } = await command.run('why', 'd-many', DATE, RULE, '--fleet', 'north');
  expect(code).toBe(0);
  expect(out).toMatch('phone-use, d-many, 2026-01-31 (Europe/Berlin)\n2 trips ended on that day.');
  expect(out).toMatch(/✓ conditions +3 phone events in the trip detected \(threshold: more than 2\)\.\n/);
  expect(out).toMatch(/✕ throttle +Throttled\.\n +· budget\n/);
  expect(out).toMatch(/trip +ended +stopped at +why\n/);
  expect(out).toMatch(/b +Sat 31 Jan 2026, 23:45 +conditions +Not matched: 0 phone events in the trip/);
});

it('names the driver, and answers in German and as JSON', async () => {
  const german = await command.run('why', 'd-quiet', DATE, RULE, '--fleet', 'north', '--language', 'de');
  expect(german.out).toMatch(/Ann Meyer/);
  expect(german.out).toMatch(/Es kam keine Fahrt von d-quiet an/);
  const { body } = await command.json<{ stages: unknown[] }>('why', 'd-many', DATE, RULE, '--fleet', 'north');
  expect(body.stages).toHaveLength(16);
});
