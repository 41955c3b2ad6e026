import type { Refusal } from '@convene/domain'
import { settingsOf } from '@convene/host'
import { discoverLocal } from '@convene/models'
import type { Program } from '../program.ts'

const MOST_NAMED = 5

/** One line for whoever has not connected a model: what answers instead, and how to connect one. */
export const connectHint = (advice: string): string =>
  `This is a rehearsal: extracts from your goal and files. ${advice}`

/** What else is at hand: model servers that answer. They are offered, never used by themselves. */
export async function modelOffers(program: Program): Promise<readonly string[]> {
  const settings = await settingsOf(program)
  const configuration = settings.ok ? { configuration: settings.value.settings } : {}
  const { environment } = await program.withKeys()
  const servers = await discoverLocal({ ...configuration, environment })
  return servers.map(({ label, address, provider, models }) => {
    const [first = `${provider}/<model>`, ...others] = models.slice(0, MOST_NAMED)
    const more = others.length > 0 ? ` (or ${others.join(', ')})` : ''
    return `${label} answers at ${address}: use it with --model ${first}${more}`
  })
}

/** Where nobody watches, extracts would be taken for an answer. */
export async function refuseRehearsal(program: Program, advice: string): Promise<Refusal> {
  const offers = await modelOffers(program)
  const lines = [advice, ...offers, 'To rehearse without a model, use --model rehearsal/offline.']
  return { code: 'no_model', message: lines.join('\n') }
}
