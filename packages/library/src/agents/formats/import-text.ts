import type { Json } from '@convene/domain'
import { Reasoning } from '@convene/domain'

/** Only the fields that are set. The others keep their defaults. */
export function present(fields: { readonly [key: string]: Json | undefined }): { readonly [key: string]: Json } {
  return Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, Json] => entry[1] !== undefined))
}

/** One line of at most 500 characters from a text written for another program. */
export function paragraph(text: Json | undefined): string {
  if (typeof text !== 'string') return ''
  const line = text
    .replaceAll('\\n', ' ')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
  return line.length > 500 ? `${line.slice(0, 499)}…` : line
}

/** `code-reviewer` becomes `Code Reviewer`. A name that is already written as one stays. */
export function importedTitle(text: string): string {
  if (/[A-Z\s]/u.test(text)) return text.slice(0, 50)
  const words = text.split(/[-_]+/u).filter((word) => word !== '')
  return words
    .map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)
    .join(' ')
    .slice(0, 50)
}

/** A model name with its provider. Another program's nickname for a model means the default model. */
export const modelName = (model: Json | undefined): string | undefined =>
  typeof model === 'string' && /^[^/\s]+\/\S+$/u.test(model) ? model : undefined

/** A reasoning level, by another program's name for it. */
export function levelOf(effort: Json | undefined): Reasoning | undefined {
  if (typeof effort !== 'string') return undefined
  const word = effort.toLowerCase()
  const level = { none: 'off', minimal: 'low', xhigh: 'max' }[word] ?? word
  return Reasoning.safeParse(level).data
}

/** A colour as `#3B82F6`, or one of a few common colour names. */
export function colorOf(color: Json | undefined): string | undefined {
  if (typeof color !== 'string') return undefined
  return /^#[0-9a-fA-F]{6}$/u.test(color) ? color : colors[color.toLowerCase()]
}

const colors: { readonly [name: string]: string } = {
  red: '#EF4444',
  orange: '#F97316',
  yellow: '#EAB308',
  green: '#10B981',
  cyan: '#06B6D4',
  blue: '#3B82F6',
  purple: '#8B5CF6',
  pink: '#EC4899',
}
