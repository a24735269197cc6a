import { parseEscalationPolicy, parseRotation } from '../../rules/lint/index.ts';
import type { Conditions, ParsedDocument } from '../../rules/lint/index.ts';
import { findingsIn, readDocumentText, refuseMistakes } from '../files/index.ts';
import type { Finding } from '../files/index.ts';
import { conditionsToBe, documentsToBe } from './documentPlan.ts';
import type { PlannedChange } from './documentPlan.ts';
import { policyFindings, rotationFindings } from '../lint/index.ts';

/**
 * Reads the files of a folder once more, each among the documents that there will be: a name that stands for nothing is
 * found before anything is published.
 * @throws CommandError with exit code 1 and every place
 */
export async function refuseUnresolved(path: string, planned: readonly PlannedChange[]): Promise<void> {
  const toBe = [...conditionsToBe(planned)] as [string, { readonly conditions: Conditions }][];
  const conditions = new Map(toBe.map(([id, document]) => [id, document.conditions]));
  const rotations = parsed(documentsToBe(planned, 'rotations'), parseRotation);
  const policies = parsed(documentsToBe(planned, 'escalation-policies'), parseEscalationPolicy);
  const findings: Finding[] = [];
  for (const { kind, file: document } of planned)
    if (document) {
      const file = await readDocumentText(document.path);
      findings.push(...findingsIn(file, (json) => kind.parse(json, { conditions })));
      if (kind.folder === 'rules') findings.push(...policyFindings(file, policies));
      if (kind.folder === 'escalation-policies') findings.push(...rotationFindings(file, rotations));
    }
  refuseMistakes(path, findings);
}

function parsed<T>(
  documents: ReadonlyMap<string, object>,
  parse: (json: unknown) => ParsedDocument<T>,
): ReadonlyMap<string, T> {
  const read = [...documents].flatMap(([id, body]) => {
    const document = parse(body);
    return document.ok ? [[id, document.document] as const] : [];
  });
  return new Map(read);
}
