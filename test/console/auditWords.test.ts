import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ACTIONS, TYPES, actionsOf, shapeOf } from '../../console/views/audit/words/index.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Lists every action that the sources write into the audit log as a complete literal. */
function actionsInSources(): readonly string[] {
  const sources = ['store', 'server', 'activities'].flatMap((layer) =>
    readdirSync(join(ROOT, layer), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')),
  );
  return sources
    .filter((source) => /recordAudit|audit\w*\(|into audit/.test(source))
    .flatMap((source) => [
      ...source.matchAll(/'tripline', '([a-z_]+\.[a-z_]+)'/g),
      ...source.matchAll(/action(?::|\s=)[^,;]*?'((?!tripline)[a-z_]+\.[a-z_]+)'(?: : '([a-z_.]+)')?/g),
    ])
    .flatMap(([, one, other]) => [one!, ...(other === undefined ? [] : [other])]);
}

describe('the words of the audit log', () => {
  it('know every action that is written', () => {
    const written = actionsInSources();
    expect(written).toContain('decision.recorded');
    expect(written.length).toBeGreaterThan(25);
    expect(written.filter((action) => !shapeOf(action))).toEqual([]);
  });

  it('say documents by one sentence, the others by their own, and that something happened again', () => {
    expect(shapeOf('escalation-policy.rolled_back')).toEqual({
      name: 'document.rolled_back',
      document: 'escalation-policy',
      isAgain: false,
    });
    expect(shapeOf('digest.requested')).toEqual({ name: 'digest.requested', isAgain: false });
    expect(shapeOf('incident.acknowledged_again')).toEqual({ name: 'incident.acknowledged', isAgain: true });
    expect(shapeOf('rule.painted')).toBeUndefined();
    expect(shapeOf('weather.published')).toBeUndefined();
  });

  it('offer every action under a kind', () => {
    const offered = TYPES.flatMap((type) => actionsOf(type));
    expect(ACTIONS.filter((action) => !offered.includes(action))).toEqual([]);
    expect(actionsOf('erasure')).toEqual([
      'driver.erasure_requested',
      'driver.erased',
      'driver.erasure_refused',
      'driver.deliveries_cancelled',
    ]);
    expect(actionsOf('digest')).toContain('digest.published');
  });
});
