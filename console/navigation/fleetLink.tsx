import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFleet } from '../api/index.ts';

/** The address of a view of a fleet; each part is encoded. `addressOf('north', 'incidents', '7')` */
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
  /** The view covers the whole fleet: whoever is limited to groups gets the words without the link. */
  readonly ofWholeFleet?: true;
  readonly children: ReactNode;
}

/** A link to a view of the fleet that is shown. */
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

/** A link to an alert: its trip's page, opened at it. A trip has at most one alert of a rule. */
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

/** Opens a view of the fleet that is shown. @returns once it is */
export function useOpen(): (to: readonly string[]) => Promise<void> {
  const { id } = useFleet();
  const navigate = useNavigate();
  return (to) => navigate({ to: addressOf(id, ...to) });
}
