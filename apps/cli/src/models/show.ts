import { ASSUMED_WINDOW, cleanLine } from '@convene/domain'
import { refuseModel, settingsOf } from '@convene/host'
import { modelCatalog, modelInfo } from '@convene/models'
import type { Input } from '../command-line/input.ts'
import type { Program } from '../program.ts'
import { printFields } from '../terminal/fields.ts'
import { printJson } from '../terminal/print.ts'
import { priceText } from './list.ts'

/** `convene models show`: one model, and whether it is connected. */
export async function showModel(program: Program, input: Input): Promise<number> {
  const settings = await settingsOf(program)
  if (!settings.ok) return program.refuse(settings.refusal)
  const catalog = modelCatalog(settings.value.settings, await program.withStandIns())
  const name = input.words[0] ?? ''
  const refusal = refuseModel(catalog, name)
  if (refusal && refusal.code !== 'not_configured') return program.refuse(refusal)
  const provider = catalog.providers.find((each) => name.startsWith(`${each.name}/`))
  const { note, unverified } = provider?.models.find((each) => each.name === name) ?? {}
  const info = {
    name,
    ...modelInfo(name, settings.value.settings),
    ...(note && { note }),
    ...(unverified && { unverified }),
  }
  const reach = {
    provider: provider?.label,
    configured: provider?.configured,
    missing: provider?.missing,
    address: provider?.address,
  }
  if (input.flag('json')) return printJson(program, { ...info, ...reach })
  return printFields(program, [
    ['model', cleanLine(name)],
    ['provider', cleanLine(reach.provider ?? '')],
    ['connected', refusal ? `no: ${refusal.message}` : 'yes'],
    ['address', cleanLine(reach.address ?? '')],
    [
      'context',
      info.context === null ? unknownWindow(info.rehearsal) : `${info.context.toLocaleString('en-US')} tokens`,
    ],
    [
      'price',
      `${priceText(info.price)} USD per million tokens in, out (prices as of ${catalog.pricesDate}${unverified ? ', not verified' : ''})`,
    ],
    ['note', note ?? ''],
  ])
}

const unknownWindow = (isRehearsal: boolean | undefined): string =>
  isRehearsal ? 'no limit' : `unknown, assuming ${ASSUMED_WINDOW.toLocaleString('en-US')} tokens`
