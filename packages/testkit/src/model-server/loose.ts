import type { Json } from '@convene/domain'

type Fields = { readonly [key: string]: Json }

/** Lenient access to a request body: anything missing is empty, never an error. */
export const fields = (value: Json | undefined): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

export const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])

export const string = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

/** The text of a content that is a string or a list of parts with a `text`. */
export function contentText(content: Json | undefined): string {
  if (typeof content === 'string') return content
  return list(content)
    .map((part) => string(fields(part).text))
    .join('')
}

export function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}
