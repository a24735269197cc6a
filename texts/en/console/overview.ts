/** The overview view. */
export const overview = { title: 'X' } as const;
