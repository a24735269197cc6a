import { driverLabel } from '../../messages/format/index.ts';

/** Returns a driver by name and id, such as `Ann Becker (d-5)`. Without a known name, returns the id alone. */
export function driverOf({
  driver_id: id,
  driver_name: name,
}: {
  readonly driver_id: string;
  readonly driver_name?: string | undefined;
}): string {
  return driverLabel({ id, ...(name !== undefined && { name }) });
}
