import * as z from 'zod';

// The document of a subscription to digests. Filled in by the work on subscriptions; the type is what others build on.

/** A subscription to a periodic report. */
export const digestSchema = z.strictObject({
  $schema: z.optional(z.string()),
  id: z.string(),
  name: z.string(),
  description: z.optional(z.string()),
  period: z.enum(['day', 'week', 'month']),
  send: z.strictObject({
    weekday: z.optional(z.enum(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'])),
    day: z.optional(z.int().min(1).max(28)),
    at: z.string(),
    timezone: z.string(),
  }),
  groups: z.optional(z.array(z.string()).min(1)),
  to: z.optional(z.array(z.string()).min(1)),
  slack: z.optional(z.string()),
  sections: z.optional(z.array(z.string()).min(1)),
  needs_attention_below: z.number().min(0).max(100).default(70),
  min_trips: z.int().min(1).max(100).default(3),
  units: z.enum(['km', 'miles']).default('km'),
  language: z.enum(['en', 'de']).default('en'),
  driver_name: z.optional(z.string()),
  paused: z.boolean().default(false),
});
export type Digest = z.infer<typeof digestSchema>;
