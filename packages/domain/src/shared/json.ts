import { z } from 'zod'

/** What survives the log. `Infinity` and `undefined` do not: after a restart a budget of Infinity was 0. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

export const Json = z.json() as unknown as z.ZodType<Json>
