import { z } from 'zod'

/** What survives the log. `Infinity` and `undefined` do not: after a restart a budget of Infinity was 0. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** Registered, not cloned: it refers to itself, and schemas that contain it should refer to it by name. */
export const Json = z.json().register(z.globalRegistry, { id: 'Json' }) as unknown as z.ZodType<Json>
