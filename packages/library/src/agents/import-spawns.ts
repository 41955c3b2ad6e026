import type { Json } from '@convene/domain'

type Fields = { readonly [key: string]: Json }

/** Another way to write `spawns`: whether an agent may call subagents at all, and which ones. */
const ALLOWED = /^can_?spawn_?subagents$/iu
const NAMED = /^allowed_?subagent_?types$/iu

/**
 * Converts `canSpawnSubagents` and `allowedSubagentTypes` to `spawns`, where yes without a list means all, and completes
 * tool overrides.
 */
export function importSpawns(written: Fields): Fields {
  const fields = withExcept(written)
  const allowed = Object.keys(fields).find((key) => ALLOWED.test(key))
  const named = Object.keys(fields).find((key) => NAMED.test(key))
  if (allowed === undefined && named === undefined) return fields
  const rest = Object.fromEntries(Object.entries(fields).filter(([key]) => key !== allowed && key !== named))
  const list = named === undefined ? [] : fields[named]
  const may = allowed === undefined ? true : fields[allowed]
  if (typeof may !== 'boolean' || !Array.isArray(list) || 'spawns' in fields) return fields
  return { ...rest, spawns: !may ? [] : list.length === 0 ? '*' : list }
}

/** Overrides alone leave the tools as they are: all of them. */
function withExcept(fields: Fields): Fields {
  const { tools } = fields
  if (typeof tools !== 'object' || tools === null || Array.isArray(tools)) return fields
  if (!('overrides' in tools) || 'only' in tools || 'except' in tools) return fields
  return { ...fields, tools: { ...tools, except: [] } }
}
