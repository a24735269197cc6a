import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { read, useFleet } from '../../../api/index.ts';
import { readCatalogue } from '../form/index.ts';
import type { Catalogue } from '../form/index.ts';

/** The catalogue of facts; it changes with Tripline's version alone. */
export function useCatalogue(): UseQueryResult<Catalogue> {
  const { id: fleet } = useFleet();
  return useQuery({
    ...read('/api/v1/fleets/{fleet}/facts', { params: { path: { fleet } } }),
    staleTime: Infinity,
    select: readCatalogue,
  });
}
