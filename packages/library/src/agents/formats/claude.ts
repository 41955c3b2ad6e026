import { type Json, slugOf } from '@convene/domain'
import type { AgentFormat, ImportFields } from './format.ts'
import { colorOf, importedTitle, levelOf, modelName, paragraph, present } from './import-text.ts'
import { toolNames } from './import-tools.ts'

const importFields: ImportFields = (fields, file) => {
  const name = typeof fields.name === 'string' ? fields.name : file
  return present({
    slug: slugOf(name),
    name: importedTitle(name),
    description: paragraph(fields.description),
    useFor: paragraph(fields.description),
    category: 'subagent',
    model: modelName(fields.model),
    reasoning: levelOf(fields.effort),
    color: colorOf(fields.color),
    tools: toolsOf(fields.tools, fields.disallowedTools),
  })
}

/** Agents in `.claude/agents`: a name, when to use it, and a line of tools. Other agents call them. */
export const claude: AgentFormat = { name: 'claude', folders: ['.claude/agents'], ending: '.md', importFields }

function toolsOf(only: Json | undefined, except: Json | undefined): Json | undefined {
  const denied = toolNames(except)
  if (only === undefined || only === '*') return denied.length > 0 ? { except: denied } : undefined
  return { only: toolNames(only).filter((tool) => !denied.includes(tool)) }
}
