import { findAgents } from '@convene/models'
import type { Program } from '../program.ts'

/**
 * Whether a model can be offered: a coding agent (`acp/…`) only if it is installed. Starts none of them, and looks for
 * their programs only when called.
 */
export async function installedModels(program: Program): Promise<(model: string) => boolean> {
  const { settings } = await program.settings()
  let there: readonly string[] | undefined
  const look = () =>
    findAgents(settings.acpAgents, program.environment).flatMap(({ name, missing }) =>
      missing.length === 0 ? [`acp/${name}`] : [],
    )
  return (model) => {
    if (!model.startsWith('acp/')) return true
    there ??= look()
    return there.includes(model)
  }
}
