import type { Answer, RequestOf } from '../../api/index.ts';
import type { Shown } from '../declaration/index.ts';

/** Prints which period a digest is made for, and where its outcome is shown. */
export function print(
  { period }: Answer<'digests/{id}/send', 'post'>,
  { terminal, request }: Shown<object, RequestOf<'digests/{id}/send', 'post'>>,
): void {
  terminal.line(
    `It is being made, for ${period.from} to ${period.to}. Its outcome: tripline digests runs ${request.params.id}`,
  );
}
