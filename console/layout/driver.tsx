import type { ReactNode } from 'react';
import { useSay } from '../language/index.ts';
import classes from './layout.module.css';

/** Which driver: the name with the id beside it, because two drivers may have one name; the id alone where no name is known. */
export function DriverName({
  id,
  name,
}: {
  readonly id: string;
  readonly name?: string | undefined;
}): ReactNode {
  const say = useSay();
  if (name === undefined) return say('words.unknownDriver', { id });
  return (
    <>
      {name} <span className={classes['driverId']}>{id}</span>
    </>
  );
}
