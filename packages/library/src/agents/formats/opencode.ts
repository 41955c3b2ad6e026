import { Action, type Json, slugOf } from '@convene/domain'
import type { AgentFormat, ImportFields } from './format.ts'
import { colorOf, importedTitle, levelOf, modelName, paragraph, present } from './import-text.ts'
import { toolNames } from './import-tools.ts'

const importFields: ImportFields = (fields, file) => {
  if (fields.disable === true) return undefined
  return present({
    slug: slugOf(file),
    name: importedTitle(file),
    description: paragraph(fields.description),
    useFor: paragraph(fields.description),
    category: fields.hidden === true ? 'hidden' : fields.mode === 'subagent' ? 'subagent' : 'primary',
    model: modelName(fields.model),
    reasoning: levelOf(fields.reasoningEffort),
    temperature: within(fields.temperature, 0, 2),
    maxIterations: within(fields.steps ?? fields.maxSteps, 1, 1000),
    color: colorOf(fields.color),
    tools: toolsOf(fields.tools),
    permissions: rulesOf(fields.permission),
  })
}

/** Agents in `.opencode/agent`: named after the file, with tools switched on and off. Some are disabled. */
export const opencode: AgentFormat = {
  name: 'opencode',
  folders: ['.opencode/agent', '.opencode/agents'],
  ending: '.md',
  importFields,
}

const within = (value: Json | undefined, least: number, most: number): number | undefined =>
  typeof value === 'number' && value >= least && value <= most ? value : undefined

/** `"*": false` switches everything off, so only tools that are switched on are left. */
function toolsOf(switches: Json | undefined): Json | undefined {
  if (typeof switches !== 'object' || switches === null || Array.isArray(switches)) return undefined
  const names = (on: boolean) => Object.entries(switches).flatMap(([name, value]) => (value === on ? [name] : []))
  const off = toolNames(names(false))
  if (off.includes('*')) return { only: toolNames(names(true)) }
  return off.length > 0 ? { except: off } : undefined
}

function rulesOf(written: Json | undefined): Json | undefined {
  if (Action.safeParse(written).success) return { '*': written as string }
  if (typeof written !== 'object' || written === null || Array.isArray(written)) return undefined
  const usable = Object.entries(written).filter(([, rule]) => {
    const actions = typeof rule === 'object' && rule !== null ? Object.values(rule) : [rule]
    return actions.every((action) => Action.safeParse(action).success)
  })
  return Object.fromEntries(usable)
}
