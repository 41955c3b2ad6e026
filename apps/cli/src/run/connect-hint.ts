import type { Refusal } from '@convene/domain'
import { settingsOf } from '@convene/host'
import { discoverLocal } from '@convene/models'
import type { CliProgram } from '../program.ts'

const MOST_NAMED = 5

/** One line if no model is connected: what answers instead, and how to connect one. */
export const connectHint = (advice: string): string =>
  `Rehearsal: the answers only quote your goal and files. ${advice}`

/** Local model servers that respond. They are offered, never used automatically. */
export async function modelOffers(program: CliProgram): Promise<readonly string[]> {
  const settings = await settingsOf(program)
  const configuration = settings.ok ? { configuration: settings.value.settings } : {}
  const { environment } = await program.withKeys()
  const servers = await discoverLocal({ ...configuration, environment })
  return servers.map(({ label, address, provider, models }) => {
    const [first = `${provider}/<model>`, ...others] = models.slice(0, MOST_NAMED)
    const more = others.length > 0 ? ` (or ${others.join(', ')})` : ''
    return `${label} is running at ${address}. To use it: --model ${first}${more}`
  })
}

/** Without anyone watching, a rehearsal's quotes could be taken for a real answer. */
export async function refuseRehearsal(program: CliProgram, advice: string): Promise<Refusal> {
  const offers = await modelOffers(program)
  const lines = [advice, ...offers, 'To rehearse without a model, use --model rehearsal/offline.']
  return { code: 'no_model', message: lines.join('\n') }
}
