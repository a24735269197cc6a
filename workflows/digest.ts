import type { DigestInput } from './contract.ts';

/** Makes and sends one digest. Nothing is gathered or sent here yet: its run stays as it was opened. */
export function digestWorkflow(_input: DigestInput): Promise<void> {
  return Promise.resolve();
}
