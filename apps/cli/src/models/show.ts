import { ASSUMED_WINDOW, cleanLine, numberText } from '@convene/domain'
import { availableModels, modelConfiguration, refuseModel, settingsOf } from '@convene/host'
import { type ModelFacts, modelFacts, modelInfo, seesImages, serverWindow } from '@convene/models'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'
import { printFields } from '../terminal/fields.ts'
import { printJson } from '../terminal/print.ts'
import { isPriced, priceText } from './list.ts'

const PER_MILLION = ' USD per million tokens in, out'

/** `convene models show`: what is known about one model, from where, and whether it is connected. */
export async function showModel(program: CliProgram, input: Input): Promise<number> {
  const settings = await settingsOf(program)
  if (!settings.ok) return program.refuse(settings.refusal)
  const configuration = modelConfiguration(program, settings.value.settings)
  const environment = await program.withStandIns()
  const catalog = await availableModels(program, settings.value.settings, environment)
  const name = input.words[0] ?? ''
  const refusal = refuseModel(catalog, name)
  if (refusal && refusal.code !== 'not_configured') return program.refuse(refusal)
  const provider = catalog.providers.find((each) => name.startsWith(`${each.name}/`))
  const asked = refusal ? undefined : () => serverWindow(name, configuration, environment)
  const facts = await withWindow(modelFacts(name, configuration), asked)
  const info = { ...modelInfo(name, configuration), context: facts.context ?? null }
  const reach = {
    provider: provider?.label,
    configured: provider?.configured,
    missing: provider?.missing,
    address: provider?.address,
  }
  const sendsImages = seesImages(name, configuration, environment)
  if (input.flag('json')) return printJson(program, { name, ...facts, ...info, ...reach, sendsImages })
  return printFields(program, [
    ['model', cleanLine(name)],
    ['provider', cleanLine(reach.provider ?? '')],
    ['connected', refusal ? `no: ${refusal.message}` : 'yes'],
    ['address', cleanLine(reach.address ?? '')],
    ['context', info.rehearsal ? 'no limit' : windowText(facts)],
    ['longest answer', info.rehearsal ? '' : tokens(facts.output, 'unknown', facts.sources.output)],
    ['reasoning', info.rehearsal ? 'no' : levelsText(info.reasoning, facts.sources.reasoning)],
    ['images', imagesText(facts, sendsImages)],
    ['tool calls', abilityText(facts, 'tools')],
    ['structured output', abilityText(facts, 'structured')],
    ['temperature', abilityText(facts, 'temperature')],
    ['price', `${priceText(info.price)}${isPriced(info.price) ? PER_MILLION : ''}${from(facts.sources.price)}`],
    ['note', facts.note ?? ''],
  ])
}

/**
 * A server that runs the model itself knows its context window better than any list. Only the settings take precedence.
 */
async function withWindow(
  facts: ModelFacts,
  ask: () => Promise<number | undefined> = async () => undefined,
): Promise<ModelFacts> {
  const context = facts.sources.context === 'settings' ? undefined : await ask()
  return context === undefined ? facts : { ...facts, context, sources: { ...facts.sources, context: 'its server' } }
}

const windowText = ({ context, sources }: ModelFacts): string =>
  tokens(context, `unknown, assuming ${numberText(ASSUMED_WINDOW)} tokens`, sources.context)

const tokens = (count: number | undefined, otherwise: string, source: string | undefined): string =>
  count === undefined ? otherwise : `${numberText(count)} tokens${from(source)}`

function levelsText(levels: readonly string[] | undefined, source: string | undefined): string {
  if (levels === undefined) return 'unknown'
  return `${levels.length > 0 ? levels.join(', ') : 'no'}${from(source)}`
}

/** What a run does, which differs from what is known about the model if its address is another one. */
function imagesText(facts: ModelFacts, sent: boolean | undefined): string {
  if (sent === undefined || sent === facts.images) return abilityText(facts, 'images')
  if (facts.images === undefined) return sent ? 'sent' : 'not sent'
  return sent ? `sent, although ${facts.sources.images} says no` : NOT_SENT
}

const NOT_SENT =
  'not sent: it has another address than the model in the catalogue. If it can see, set `models.<provider/model>.images` to true.'

/** Only what is known: an ability that no source mentions is tried. */
function abilityText(facts: ModelFacts, ability: 'images' | 'tools' | 'structured' | 'temperature'): string {
  if (facts[ability] === undefined) return ''
  return `${facts[ability] ? 'yes' : 'no'}${from(facts.sources[ability])}`
}

const from = (source: string | undefined): string => (source ? ` (${source})` : '')
