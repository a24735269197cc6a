/** The incidents view. */
export const incidents = { title: 'X' } as const;
