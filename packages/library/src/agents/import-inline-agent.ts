import { type Json, slugOf } from '@convene/domain'
import { present } from './formats/import-text.ts'
import { importSpawns } from './import-spawns.ts'

type Fields = { readonly [key: string]: Json }

const isFields = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * A member whose agent is written into the team. If it has a `systemPrompt`, its name is also its slug, and its
 * permissions are `{ "type": "all" | "none" | "specific", … }`.
 */
export function importInlineAgent(member: Json): Json {
  if (!isFields(member)) return member
  if (typeof member.systemPrompt === 'string') return { agent: agentOf(member) }
  if (!isFields(member.agent)) return member
  const agent = typeof member.agent.systemPrompt === 'string' ? agentOf(member.agent) : importSpawns(member.agent)
  return { ...member, agent }
}

function agentOf(fields: Fields): Json {
  const { name, systemPrompt, delegationPermissions, toolPermissions, ...others } = importSpawns(fields)
  return present({
    ...others,
    name,
    slug: typeof name === 'string' ? slugOf(name) : undefined,
    prompt: systemPrompt,
    delegates: choice(delegationPermissions, 'agents', (names) => names),
    tools: choice(toolPermissions, 'tools', (only) => ({ only })),
  })
}

function choice(written: Json | undefined, list: string, specific: (names: Json) => Json): Json | undefined {
  if (!isFields(written)) return undefined
  return written.type === 'specific' ? specific(written[list] ?? []) : written.type
}
