import { readFile } from 'node:fs/promises';
import type { Conditions } from '../rules/schema.ts';
import { refuseMistakes } from './documentFolder.ts';
import { conditionsToBe } from './documentPlan.ts';
import type { PlannedChange } from './documentPlan.ts';
import { findingsIn } from './findings.ts';

/**
 * Reads the files of a folder once more, each among the shared conditions that there will be: a name that stands for
 * nothing is found before anything is published.
 * @throws CommandError with exit code 1 and every place
 */
export async function refuseUnresolved(path: string, planned: readonly PlannedChange[]): Promise<void> {
  const toBe = [...conditionsToBe(planned)] as [string, { readonly conditions: Conditions }][];
  const conditions = new Map(toBe.map(([id, document]) => [id, document.conditions]));
  const findings = [];
  for (const { kind, file } of planned)
    if (file) {
      const text = await readFile(file.path, 'utf8');
      findings.push(...findingsIn({ path: file.path, text }, (json) => kind.parse(json, { conditions })));
    }
  refuseMistakes(path, findings);
}
