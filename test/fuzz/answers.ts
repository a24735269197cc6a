/**
 * Summarises the answers by status, and lists the operations that never succeeded, because the fuzzer did not get into them.
 * @param counts numbers of answers by `METHOD path status`
 */
export function answersInWords(counts: Readonly<Record<string, number>>): string {
  const byStatus = new Map<string, number>();
  const statuses = new Map<string, Set<string>>();
  for (const [key, count] of Object.entries(counts)) {
    const [method, path, status] = key.split(' ') as [string, string, string];
    byStatus.set(status, (byStatus.get(status) ?? 0) + count);
    const operation = `${method} ${path}`;
    statuses.set(operation, (statuses.get(operation) ?? new Set()).add(status));
  }
  const listed = [...byStatus].sort().map(([status, count]) => `${status}: ${count}`);
  const outside = [...statuses].filter(([, seen]) => ![...seen].some((status) => status < '400'));
  const words = outside.map(([operation, seen]) => `  ${operation}: ${[...seen].sort().join(', ')}`);
  return [
    `Answers by status: ${listed.join(', ')}`,
    `Operations without a success: ${outside.length}`,
    ...words.sort(),
  ].join('\n');
}
