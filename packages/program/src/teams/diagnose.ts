import type { DescribedTeam, Diagnosis } from '@convene/adapters/library'
import { refuseModel } from '../models/refuse-model.ts'
import type { Program } from '../program.ts'

/** What is doubtful about a team, with the models that can be asked here. */
export async function diagnose(program: Program, team: DescribedTeam): Promise<readonly Diagnosis[]> {
  const { defaultModel, modelCatalog } = await program.adapters()
  const { diagnoseTeam } = await import('@convene/adapters/library')
  const { settings } = await program.settings()
  const environment = await program.withStandIns()
  const catalog = modelCatalog(settings, environment)
  return diagnoseTeam(team, {
    usual: defaultModel(settings, environment).model,
    isKnownModel: (model) => refuseModel(catalog, model) === undefined,
  })
}
