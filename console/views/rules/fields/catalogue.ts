import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { read, useFleet } from '../../../api/index.ts';
import { readCatalogue } from '../form/index.ts';
import type { Catalogue } from '../form/index.ts';

/** Returns the query for the catalogue of facts, which changes only with Tripline's version. */
export function catalogueQuery(fleet: string) {
  return { ...read('/api/v1/fleets/{fleet}/facts', { params: { path: { fleet } } }), staleTime: Infinity };
}

/** Fetches the catalogue of facts. */
export function useCatalogue(): UseQueryResult<Catalogue> {
  const { id: fleet } = useFleet();
  return useQuery({ ...catalogueQuery(fleet), select: readCatalogue });
}
