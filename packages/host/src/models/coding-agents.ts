import type { Settings } from '@convene/library'
import { type FoundAgent, type FoundAgents, type ModelCatalog, modelCatalog } from '@convene/models'
import type { Environment } from '@convene/platform'
import { findSandbox } from '@convene/tools'
import type { Program } from '../program.ts'
import { modelConfiguration } from './refreshed-models.ts'

/** A coding agent, whether it can be used, and how far the sandbox confines it. */
export type CodingAgent = FoundAgent & { readonly confined: boolean }

type Extended = Pick<Program, 'extensions'>

/** The coding agents that we know and those that the settings name. Starts none of them. */
export async function findCodingAgents(
  program: Extended & Pick<Program, 'settings' | 'environment'>,
): Promise<FoundAgents> {
  const [added] = await program.extensions.parts('codingAgents')
  if (!added) return { agents: [], whyNone: await whyNoAgents(program) }
  const { settings } = await program.settings()
  return { agents: added.find(settings.acpAgents, program.environment) }
}

/** The same, with how far each is confined. */
export async function codingAgents(program: Program): Promise<readonly CodingAgent[]> {
  const { agents } = await findCodingAgents(program)
  const { kind } = await findSandbox()
  return agents.map((agent) => ({ ...agent, confined: agent.sandbox && kind === 'bubblewrap' }))
}

/** Why no coding agent can take a seat: the package for them is not installed, or this program does without it. */
export const whyNoAgents = async ({ extensions }: Extended): Promise<string> =>
  (await extensions.whyMissing('codingAgents', 'acp')) ?? 'Coding agents cannot take a seat here.'

/** Which models can be used in this workspace, and what is missing for the others. */
export async function availableModels(
  program: Pick<Program, 'home' | 'extensions' | 'settings' | 'environment'>,
  settings: Settings,
  environment: Environment,
): Promise<ModelCatalog> {
  return modelCatalog(modelConfiguration(program, settings), environment, await findCodingAgents(program))
}

/** What happens outside the permission rules, in one sentence. */
export const unaskedText = ({ label, unasked, confined }: CodingAgent): string =>
  `Without asking, ${label} ${unasked}. ${confined ? 'It runs in the sandbox: its folder, its own settings and the network.' : 'It runs without a sandbox, with your rights.'}`
