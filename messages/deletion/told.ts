import type { DeletionRequestMessage, RequestedState } from './request.ts';

/** A deletion as it is kept, as far as it is told. */
export interface KeptDeletion {
  readonly id: string;
  readonly state: RequestedState;
  readonly requestedAt: Date;
  readonly expiresAt: Date;
  readonly decidedAt: Date | null;
  readonly note: string | null;
  readonly reason: string | null;
  readonly settledAt: Date | null;
}

/**
 * A deletion as a message or an answer tells it.
 * @param decidedBy who approved or rejected, as people call them
 */
export function deletionTold(
  deletion: KeptDeletion,
  decidedBy: string | undefined,
): DeletionRequestMessage['deletion'] {
  return {
    ...{ id: deletion.id, state: deletion.state },
    requestedAt: deletion.requestedAt.toISOString(),
    expiresAt: deletion.expiresAt.toISOString(),
    ...(deletion.decidedAt && { decidedAt: deletion.decidedAt.toISOString() }),
    ...(decidedBy !== undefined && { decidedBy }),
    ...(deletion.note !== null && { note: deletion.note }),
    ...(deletion.reason !== null && { reason: deletion.reason }),
    ...(deletion.settledAt && { settledAt: deletion.settledAt.toISOString() }),
  };
}
