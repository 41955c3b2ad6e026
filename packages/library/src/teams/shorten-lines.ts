import { cleanLine, type Json } from '@convene/domain'
import type { KeyPath } from '@convene/platform'

type Fields = { readonly [key: string]: Json }

/** One-line fields shown next to a name, and their maximum length. */
const longest: { readonly [field: string]: number } = { role: 60, description: 500, useFor: 500 }

export type Shortened = { readonly value: Json; readonly cuts: readonly { path: KeyPath; message: string }[] }

const isFields = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A member with all such fields on one line: one that is too long is cut with a warning, and the team stays usable. */
export function shortenLines(member: Json, path: KeyPath): Shortened {
  if (!isFields(member)) return { value: member, cuts: [] }
  const own = shortenFields(member, path)
  if (!isFields(member.agent)) return own
  const agent = shortenFields(member.agent, [...path, 'agent'])
  return { value: { ...(own.value as Fields), agent: agent.value }, cuts: [...own.cuts, ...agent.cuts] }
}

function shortenFields(fields: Fields, path: KeyPath): Shortened {
  const cuts: { path: KeyPath; message: string }[] = []
  const entries = Object.entries(fields).map(([name, value]): [string, Json] => {
    const most = Object.hasOwn(longest, name) ? longest[name] : undefined
    if (most === undefined || typeof value !== 'string') return [name, value]
    const line = cleanLine(value)
    if (line.length <= most) return [name, line]
    cuts.push({ path: [...path, name], message: `has ${line.length} characters; the first ${most} are used.` })
    return [name, line.slice(0, most)]
  })
  return { value: Object.fromEntries(entries), cuts }
}
