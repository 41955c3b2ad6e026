import { type RunStart, type SeatedTeam, seatsOf } from '@convene/domain'
import { seesImages } from '@convene/models'
import { modelConfiguration } from '../models/refreshed-models.ts'
import type { Program } from '../program.ts'

/** The run, with a warning about the members that get a description in place of the attached images. */
export async function withUnseenImages(
  program: Program,
  start: RunStart,
  images: readonly unknown[],
): Promise<RunStart> {
  const blind = images.length === 0 ? [] : await blindSeats(program, start.team)
  if (blind.length === 0) return start
  const [what, it] = images.length === 1 ? ['the attached image', 'it'] : ['the attached images', 'them']
  const how = 'If a model can, set `models.<provider/model>.images` to true.'
  const message = `${blind.join(', ')} cannot see ${what} and will only read a description of ${it}. ${how}`
  return { ...start, warnings: [...(start.warnings ?? []), { code: 'unseen_images', message }] }
}

async function blindSeats(program: Program, team: SeatedTeam): Promise<readonly string[]> {
  const { settings } = await program.settings()
  const environment = await program.withStandIns()
  const configuration = modelConfiguration(program, settings)
  return seatsOf(team)
    .filter(({ model }) => model !== '' && !model.startsWith('rehearsal/'))
    .filter(({ model }) => seesImages(model, configuration, environment) === false)
    .map(({ name, model }) => `${name} (${model})`)
}
