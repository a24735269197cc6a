import { PATH_PATTERN } from './conditionSchema.ts';
import type { Json, JsonObject } from '../vocabulary/index.ts';

/** Paths that are offered at most. */
const MOST = 200;

/**
 * The paths into `driver.attributes` that a rule may name, in order: of every value in these drivers' attributes that is
 * no object itself. A name that cannot stand in a path is left out.
 */
export function attributePaths(attributes: readonly JsonObject[]): string[] {
  const paths = new Set<string>();
  for (const each of attributes) addPaths(each, '$', paths);
  return [...paths].sort().slice(0, MOST);
}

function addPaths(object: JsonObject, at: string, paths: Set<string>): void {
  for (const [name, value] of Object.entries(object)) {
    const path = `${at}.${name}`;
    if (!PATH_PATTERN.test(path)) continue;
    if (isObject(value)) addPaths(value, path, paths);
    else paths.add(path);
  }
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
