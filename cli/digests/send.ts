import type { Answer, RequestOf } from '../../api/index.ts';
import type { Shown } from '../declaration/index.ts';

/** Prints the period of the digest that is being made, and the command that shows its outcome. */
export function print(
  { period }: Answer<'digests/{id}/send', 'post'>,
  { terminal, request }: Shown<object, RequestOf<'digests/{id}/send', 'post'>>,
): void {
  terminal.line(
    `It is being made, for ${period.from} to ${period.to}. Its outcome: tripline digests runs ${request.params.id}`,
  );
}
