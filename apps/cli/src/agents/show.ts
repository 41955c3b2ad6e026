import { clean, cleanLine, countText } from '@convene/domain'
import { codingAgents, finalPrompt, findAgent, unaskedText } from '@convene/host'
import type { ListedAgent } from '@convene/library'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'
import { printFields } from '../terminal/fields.ts'
import { printJson, printVerbatim } from '../terminal/print.ts'

/** `convene agents show`: the agent, its source, and the prompt its model actually gets. */
export async function showAgent(program: CliProgram, input: Input): Promise<number> {
  const found = await findAgent(program, input.words[0] ?? '')
  if (!found.ok) return program.refuse(found.refusal)
  const listed = found.value
  const prompt = await finalPrompt(program, listed.agent.slug)
  if (!prompt.ok) return program.refuse(prompt.refusal)
  const { agent, source, file, shadows } = listed
  if (input.flag('json')) return printJson(program, { ...agent, source, file, shadows, finalPrompt: prompt.value })
  printFields(program, [...fieldsOf(listed), ...(await unaskedBy(program, agent.model))])
  return printVerbatim(program, ['', program.terminal.out.style.bold('Final prompt'), '', clean(prompt.value)])
}

/** What a coding agent does without asking, because no rule shows it. */
async function unaskedBy(program: CliProgram, model = ''): Promise<readonly (readonly [string, string])[]> {
  const agents = model.startsWith('acp/') ? await codingAgents(program) : []
  return agents.filter(({ name }) => model === `acp/${name}`).map((agent) => ['unasked', cleanLine(unaskedText(agent))])
}

function fieldsOf({ agent, source, file, shadows }: ListedAgent): readonly (readonly [string, string])[] {
  return [
    ['name', cleanLine(`${agent.icon} ${agent.name}`)],
    ['slug', agent.slug],
    ['description', cleanLine(agent.description)],
    ['use for', cleanLine(agent.useFor)],
    ['role', cleanLine(agent.role)],
    ['category', agent.category],
    ['execution', `${agent.execution}, at most ${countText(agent.maxIterations, 'iteration')}`],
    ['model', agent.model ?? 'the default'],
    ['reasoning', agent.reasoning ?? 'the default'],
    ['temperature', agent.temperature === undefined ? 'the default' : `${agent.temperature}`],
    ['answer limit', agent.maxTokens ? `${agent.maxTokens} tokens` : 'the default'],
    ['tools', typeof agent.tools === 'string' ? agent.tools : JSON.stringify(agent.tools)],
    ['can call', agent.spawns.join(', ')],
    [
      'delegates to',
      typeof agent.delegates === 'string' ? agent.delegates.replace('none', '') : agent.delegates.join(', '),
    ],
    ['permissions', Object.keys(agent.permissions).length > 0 ? cleanLine(JSON.stringify(agent.permissions)) : ''],
    ['from', `${source}: ${cleanLine(file)}`],
    ['shadows', shadows.map(cleanLine).join(', ')],
  ]
}
