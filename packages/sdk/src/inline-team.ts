import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Refusal, usualMode } from '@convene/domain'
import type { AgentDefinition, RunOptions } from './types.ts'

type Named = {
  readonly request: { readonly team?: string; readonly agents?: readonly string[] }
  /** A refusal without the name of a file that the caller has never seen. */
  inCallersWords(refusal: Refusal): Refusal
  [Symbol.dispose](): void
}

/**
 * The team of a run. Agents written in code become a team file that exists until the run is prepared: every other entry
 * point uses files to name agents that are not in the library.
 */
export function inlineTeam({ team, agents = [], mode }: RunOptions): Named {
  const named = agents.filter((agent) => typeof agent === 'string')
  if (named.length === agents.length)
    return {
      request: { ...(team !== undefined && { team }), ...(named.length > 0 && { agents: named }) },
      inCallersWords: (refusal) => refusal,
      [Symbol.dispose]: () => {},
    }
  const folder = mkdtempSync(join(tmpdir(), 'convene-team-'))
  const file = join(folder, 'team.json')
  const members = agents.map((agent) => (typeof agent === 'string' ? agent : { agent: written(agent) }))
  writeFileSync(file, JSON.stringify({ name: 'Inline team', mode: mode ?? usualMode(agents.length), members }))
  return {
    request: { team: file },
    inCallersWords: ({ code, message }) => ({ code, message: withoutFile(message, file) }),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Without the file, nor the place in it. */
function withoutFile(message: string, file: string): string {
  const [first = '', ...rest] = message.split(file)
  return [first, ...rest.map((text) => text.replace(/^(?::\d+)*:? ?/u, 'agents: '))].join('')
}

const written = ({ name, prompt, description, model, reasoning, tools }: AgentDefinition) => ({
  name,
  slug: slugOf(name),
  prompt,
  ...(description !== undefined && { description }),
  ...(model !== undefined && { model }),
  ...(reasoning !== undefined && { reasoning }),
  ...(tools !== undefined && { tools: { only: tools } }),
})

/** `Devil's Advocate` becomes `devils-advocate`. */
const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/['’]/gu, '')
    .replace(/[^a-z0-9]+/gu, '-')
    .replace(/^-|-$/gu, '') || 'agent'
