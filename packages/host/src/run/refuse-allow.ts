import { knownTools, matches, nearestName, type Result, refuse } from '@convene/domain'
import { serverKeys } from '@convene/tools'
import type { Program } from '../program.ts'

const MOST_NAMED = 5
/** Permissions that no tool has as its own, but that calls need. */
const OF_CALLS = ['acp', 'external_directory', 'network']

/**
 * Refuses a grant that can match nothing, with what to write instead: accepted, it would look like a permission and
 * change nothing. Undefined if each can match a call.
 */
export async function refuseAllow(
  program: Program,
  allow: readonly string[],
  servers: readonly string[],
): Promise<Result<never> | undefined> {
  const misspelt = allow.find((grant) => !/^[\w*?-]+(:.+)?$/u.test(grant))
  if (misspelt !== undefined) return refuseGrant(`Invalid rule "${misspelt}".`)
  if (allow.length === 0) return undefined
  const toolbox = await program.tools()
  await toolbox.ready()
  const tools = toolbox.list()
  const known = [...OF_CALLS, ...defaults, ...tools.map(({ permission }) => permission)]
  const keys = [...serverKeys(servers).values()]
  for (const grant of allow) {
    const [name = '', ...rest] = grant.split(':')
    if (known.some((permission) => matches(name, permission)) || isOfServer(name, keys)) continue
    const meant = tools.find((tool) => tool.name === name)?.permission ?? nearestName(name, known)
    return name.startsWith('mcp') ? refuseMcp(grant, keys) : refuseName(grant, meant, rest)
  }
  return undefined
}

const defaults = Object.entries(knownTools).flatMap(([name, { rule }]) =>
  rule === undefined || name.includes('*') ? [] : [name],
)

/** A server that cannot be reached right now has tools that nobody knows yet. */
const isOfServer = (name: string, keys: readonly string[]): boolean =>
  keys.some((key) => matches(name, `mcp_${key}_`) || name.startsWith(`mcp_${key}_`))

function refuseName(grant: string, meant: string | undefined, rest: readonly string[]): Result<never> {
  const instead = meant === undefined ? '' : ` Did you mean '${[meant, ...rest].join(':')}'?`
  return refuseGrant(`No tool asks for what "${grant}" allows.${instead}`)
}

function refuseMcp(grant: string, keys: readonly string[]): Result<never> {
  const all = keys.slice(0, MOST_NAMED).map((key) => `'mcp_${key}_*'`)
  const instead =
    all.length === 0
      ? 'No MCP server is in your settings.'
      : `Rules for the MCP servers in your settings: ${all.join(', ')}.`
  return refuseGrant(`No MCP tool asks for what "${grant}" allows. ${instead}`)
}

const refuseGrant = (why: string): Result<never> =>
  refuse(
    'bad_grant',
    `${why} Write a rule as permission:pattern, such as 'bash:git *'. \`convene tools\` lists the permissions.`,
  )
