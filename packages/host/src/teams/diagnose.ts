import { type DescribedTeam, type Diagnosis, diagnoseTeam } from '@convene/library'
import { defaultModel, modelCatalog } from '@convene/models'
import { refuseModel } from '../models/refuse-model.ts'
import type { Program } from '../program.ts'

/** What is doubtful about a team, with the models that can be asked here. */
export async function diagnose(program: Program, team: DescribedTeam): Promise<readonly Diagnosis[]> {
  const { settings } = await program.settings()
  const environment = await program.withStandIns()
  const catalog = modelCatalog(settings, environment)
  return diagnoseTeam(team, {
    usual: defaultModel(settings, environment).model,
    isKnownModel: (model) => refuseModel(catalog, model) === undefined,
  })
}
