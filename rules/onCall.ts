import type { Rotation, RotationPerson } from './rotation.ts';

/** Whose turn it is. */
export function personOnTurn(rotation: Rotation, _at: Date): RotationPerson {
  return rotation.people[0]!;
}
