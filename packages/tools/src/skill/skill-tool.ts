import { z } from 'zod'
import { failed } from '../failed-output.ts'
import type { Tool } from '../tool.ts'
import { readSkills } from './read-skills.ts'

const Input = z.strictObject({ name: z.string().min(1).max(64).describe('The name of the skill.') })

/** Returns the body of a skill on request. */
export function skillTool(): Tool<z.infer<typeof Input>> {
  return {
    name: 'skill',
    description: 'Read a skill of this workspace: how something is done here. The names are in your instructions.',
    input: Input,
    permission: 'skill',
    readOnly: true,
    reaches: ['files'],
    inspect: async ({ name }) => [{ permission: 'skill', target: name, beyond: ['files'] }],
    run: async ({ name }, { workspace }) => {
      const skills = await readSkills(workspace)
      const skill = skills.find((one) => one.name === name)
      if (skill)
        return { ok: true, output: `${skill.body}\n\n[Its files are in ${skill.path.replace(/\/SKILL\.md$/, '')}/.]` }
      const names = skills.map((one) => one.name).join(', ')
      return failed(names === '' ? 'This workspace has no skills.' : `Unknown skill "${name}". Skills: ${names}.`)
    },
  }
}
