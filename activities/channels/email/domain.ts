/** The host behind the @ of a sender's address. */
export function domainOf(from: string): string {
  return /@([^>\s]+)>?\s*$/.exec(from)?.[1] ?? 'tripline.invalid';
}
