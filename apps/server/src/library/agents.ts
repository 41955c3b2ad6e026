import { type Json, type Result, refuse } from '@convene/domain'
import type { Program } from '@convene/host'
import { draftAgentPrompts, finalPrompt, findAgent } from '@convene/host'
import { agentText, deleteAgent, readAgent, saveAgent } from '@convene/library'
import { problemText } from '@convene/platform'
import type { Output, Problem } from '@convene/protocol'
import { doneAnswer, type Handlers, inPlace } from '../context.ts'
import { none, withPrompts } from './with-prompts.ts'

type Names = 'agents' | 'agent' | 'createAgent' | 'saveAgent' | 'deleteAgent' | 'checkAgent'

/** Agents of a workspace: viewing, saving and deleting them. */
export const agentHandlers: Handlers<Names> = {
  agents: (context, { workspace }) =>
    inPlace(context, workspace, async (place) => {
      const registry = await place.agents()
      const listed = await registry.list()
      const items = listed.map(({ agent: { prompt: _prompt, ...agent }, source, file, shadows }) => ({
        agent,
        source,
        file,
        shadows: [...shadows],
      }))
      return { ok: true, value: { items, next: null, problems: [...(await registry.problems())] } }
    }),
  agent: (context, { slug, workspace }) =>
    inPlace(context, workspace, async (place) => {
      const found = await findAgent(place, slug)
      if (!found.ok) return found
      const { agent, source, file, shadows } = found.value
      const prompt = await finalPrompt(place, agent.slug)
      const shown = { agent, source, file, shadows: [...shadows], text: agentText(agent) }
      return { ok: true, value: { ...shown, finalPrompt: prompt.ok ? prompt.value : prompt.refusal.message } }
    }),
  createAgent: (context, given) => inPlace(context, given.workspace, (place) => save(place, given, { replace: false })),
  saveAgent: (context, given) =>
    inPlace(context, given.workspace, (place) => save(place, given, { replace: true, slug: given.slug })),
  deleteAgent: (context, { slug, workspace }) =>
    inPlace<Output<'deleteAgent'>>(context, workspace, async (place) => {
      const found = await findAgent(place, slug)
      if (!found.ok) return found
      if (found.value.source === 'built-in')
        return refuse(
          'built_in',
          `${slug} is built in and cannot be deleted. To replace it, create an agent with the same slug.`,
        )
      const deleted = deleteAgent(found.value.file)
      return deleted.ok ? doneAnswer : deleted
    }),
  checkAgent: (context, given) =>
    inPlace(context, given.workspace, async (place) => {
      const { agent, text, problems } = await read(given, 'new')
      const found = agent && given.prompts ? await draftAgentPrompts(place, agent) : none
      return { ok: true, value: { agent: agent ?? null, text, ...withPrompts(problems, found) } }
    }),
}

type Written = {
  readonly text?: string | undefined
  readonly agent?: { readonly [key: string]: Json } | undefined
  readonly scope?: 'user' | 'workspace' | undefined
}

/** An agent from its file's text, or from form fields. */
async function read({ text, agent }: Written, slug: string) {
  const written = text ?? textOf(agent ?? {})
  return { text: written, ...(await readAgent(`${slug}.md`, written)) }
}

function textOf({ prompt = '', ...fields }: { readonly [key: string]: Json }): string {
  const lines = Object.entries(fields).map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
  return `---\n${lines.join('\n')}\n---\n${typeof prompt === 'string' ? prompt.trim() : ''}\n`
}

async function save(
  place: Program,
  given: Written,
  { replace, slug }: { readonly replace: boolean; readonly slug?: string },
): Promise<Result<Output<'saveAgent'>>> {
  const { agent, problems } = await read(given, slug ?? 'new')
  if (!agent) return refuse('bad_agent', problems.map(problemText).join('\n') || 'This is not a valid agent.')
  if (slug !== undefined && agent.slug !== slug)
    return refuse('bad_agent', `The agent’s slug is ${agent.slug}, not ${slug}.`)
  const { home, workspace } = place
  const text = given.text ?? agentText(agent)
  const saved = saveAgent({ home, workspace, scope: given.scope ?? 'user' }, { slug: agent.slug, text, replace })
  return saved.ok
    ? { ok: true, value: { slug: agent.slug, file: saved.value, problems: problems as Problem[] } }
    : saved
}
