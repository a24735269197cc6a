import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFleet } from '../api/index.ts';

/** Returns the address of a view of a fleet; each part is encoded. `addressOf('north', 'incidents', '7')` */
export function addressOf(fleet: string, ...parts: readonly string[]): string {
  return ['/fleets', fleet, ...parts]
    .map((part, at) => (at === 0 ? part : encodeURIComponent(part)))
    .join('/');
}

interface FleetLinkProps {
  /** The view and its parameters, e.g. `['incidents', id]`. */
  readonly to: readonly string[];
  readonly search?: Readonly<Record<string, string>>;
  readonly className?: string | undefined;
  /** Present when the view covers the whole fleet: readers who are limited to groups get the words without the link. */
  readonly ofWholeFleet?: true;
  readonly children: ReactNode;
}

/** Shows a link to a view of the fleet that is shown. */
export function FleetLink({ to, search, className, ofWholeFleet, children }: FleetLinkProps): ReactNode {
  const { id, groups } = useFleet();
  if (ofWholeFleet && groups !== undefined) return children;
  return (
    <Link
      to={addressOf(id, ...to)}
      {...(search && { search: search })}
      {...(className !== undefined && { className })}
    >
      {children}
    </Link>
  );
}

/** Shows a link to an alert: its trip's page, opened at it. A trip has at most one alert of a rule. */
export function AlertLink({
  alert,
  children,
}: {
  readonly alert: { readonly driver_id: string; readonly trip_id: string; readonly rule: string };
  readonly children: ReactNode;
}): ReactNode {
  return (
    <FleetLink to={['trips', alert.driver_id, alert.trip_id]} search={{ alert: alert.rule }}>
      {children}
    </FleetLink>
  );
}

/** Returns a function that opens a view of the fleet that is shown. @returns once it is open */
export function useOpen(): (to: readonly string[]) => Promise<void> {
  const { id } = useFleet();
  const navigate = useNavigate();
  return (to) => navigate({ to: addressOf(id, ...to) });
}
