import { slugOf } from '@convene/domain'
import type { AgentFormat, ImportFields } from './format.ts'
import { importedTitle, levelOf, modelName, paragraph, present } from './import-text.ts'
import { toolNames } from './import-tools.ts'

const importFields: ImportFields = (fields, file) => {
  const tools = toolNames(fields.tools)
  const all = fields.tools === undefined || tools.includes('*')
  return present({
    slug: slugOf(file),
    name: importedTitle(typeof fields.name === 'string' ? fields.name : file),
    description: paragraph(fields.description),
    useFor: paragraph(fields.description),
    model: modelName(fields.model),
    reasoning: levelOf(fields.reasoning),
    tools: all ? undefined : tools.length === 0 ? 'none' : { only: tools },
  })
}

/** Agents in `.github/agents`: `*` or no list means every tool, an empty list means none. */
export const github: AgentFormat = { name: 'github', folders: ['.github/agents'], ending: '.agent.md', importFields }
