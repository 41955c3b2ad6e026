import { type DescribedTeam, type Diagnosis, diagnoseTeam } from '@convene/library'
import { defaultModel } from '@convene/models'
import { adviceLines } from '@convene/reading'
import { availableModels } from '../models/coding-agents.ts'
import { refuseModel } from '../models/refuse-model.ts'
import type { Program } from '../program.ts'

/** Doubts about a team, given the models available here and its track record. */
export async function diagnose(program: Program, team: DescribedTeam): Promise<readonly Diagnosis[]> {
  return [...(await doubtsAbout(program, team)), ...(await adviceAbout(program, team))]
}

/** What the resolved decisions of a team's models say about it. */
export async function adviceAbout(program: Program, { members }: DescribedTeam): Promise<readonly Diagnosis[]> {
  const { settings } = await program.settings()
  const usual = defaultModel(settings, await program.withStandIns()).model
  const { log } = await program.store()
  const models = members.map(({ model }) => model ?? usual)
  return adviceLines(models, await log.decisions()).map((message) => ({ code: 'record', message }))
}

async function doubtsAbout(program: Program, team: DescribedTeam): Promise<readonly Diagnosis[]> {
  const { settings } = await program.settings()
  const environment = await program.withStandIns()
  const catalog = await availableModels(program, settings, environment)
  return diagnoseTeam(team, {
    usual: defaultModel(settings, environment).model,
    isKnownModel: (model) => refuseModel(catalog, model) === undefined,
  })
}
