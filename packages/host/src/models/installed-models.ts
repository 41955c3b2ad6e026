import { ACP } from '@convene/models'
import type { Program } from '../program.ts'

/**
 * Whether a model can be offered: a coding agent (`acp/…`) only if it is installed. Starts none of them, and looks for
 * their programs only when called.
 */
export async function installedModels(program: Program): Promise<(model: string) => boolean> {
  const { settings } = await program.settings()
  const [added] = await program.extensions.parts('codingAgents')
  let there: readonly string[] | undefined
  const look = () =>
    (added?.find(settings.acpAgents, program.environment) ?? []).flatMap(({ name, missing }) =>
      missing.length === 0 ? [`${ACP}${name}`] : [],
    )
  return (model) => {
    if (!model.startsWith(ACP)) return true
    there ??= look()
    return there.includes(model)
  }
}
