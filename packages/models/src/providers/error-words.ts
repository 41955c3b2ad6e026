import { withoutEnd } from '@convene/domain'
import type { Raised } from './failure-code.ts'

/** What the provider itself says about an error, without its final mark: a full stop follows. */
export function errorWords(raised: Raised): string {
  const said = bodyWords(raised.responseBody) ?? (raised.message?.trim() || raised.responseBody?.trim())
  return withoutEnd(said || 'no reason given', '.!')
}

/** Fields that the packages ignore: the provider behind a gateway, Mistral's `detail`, xAI's plain text. */
function bodyWords(body: string | undefined): string | undefined {
  const parsed = fieldsOf(body)
  const error = fields(parsed?.error) ?? parsed
  if (!parsed || !error) return undefined
  const message = text(error.message)
  const behind = text(fields(error.metadata)?.raw)
  if (behind !== undefined) return [message, innerWords(behind)].filter(Boolean).join(': ')
  return message ?? details(parsed.detail) ?? text(parsed.error) ?? text(parsed.message)
}

/** A gateway quotes the provider behind it, which may be JSON again. */
const innerWords = (quoted: string): string => (fieldsOf(quoted) ? (bodyWords(quoted) ?? quoted) : quoted)

function details(value: unknown): string | undefined {
  if (!Array.isArray(value)) return text(value)
  const said = value.map((one) => {
    const { msg, loc } = fields(one) ?? {}
    return [Array.isArray(loc) ? loc.join('.') : undefined, text(msg)].filter(Boolean).join(': ')
  })
  return text(said.filter(Boolean).join('; '))
}

function fieldsOf(body: string | undefined): Readonly<Record<string, unknown>> | undefined {
  if (!body || !/^\s*[[{]/.test(body)) return undefined
  try {
    const parsed: unknown = JSON.parse(body)
    return fields(Array.isArray(parsed) ? parsed[0] : parsed)
  } catch {
    return undefined
  }
}

const fields = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
