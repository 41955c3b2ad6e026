import type { Json } from '@convene/domain'

export type PlainFields = { readonly [key: string]: Json }

/** Programs in .NET ignore the case of keys. */
export const lowered = (fields: PlainFields): PlainFields =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [key.toLowerCase(), value]))

/** A text that is not empty. */
export const filledText = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined

export const isFields = (value: Json | undefined): value is PlainFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
