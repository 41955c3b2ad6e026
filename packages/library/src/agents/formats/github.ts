import { modelName, paragraph, present, slugOf, titleOf } from './adopt-text.ts'
import { toolNames } from './adopt-tools.ts'
import type { Adopt } from './read-agent.ts'

/** Agents of `.github/agents`: `*` is every tool, no list is every tool, an empty one is none. */
export const adoptGithub: Adopt = (fields, file) => {
  const tools = toolNames(fields.tools)
  const all = fields.tools === undefined || tools.includes('*')
  return present({
    slug: slugOf(file),
    name: titleOf(typeof fields.name === 'string' ? fields.name : file),
    description: paragraph(fields.description),
    useFor: paragraph(fields.description),
    model: modelName(fields.model),
    tools: all ? undefined : tools.length === 0 ? 'none' : { only: tools },
  })
}
