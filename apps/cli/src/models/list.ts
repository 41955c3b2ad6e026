import { cleanLine, nearestName, type Price, type Refusal, tokensText } from '@convene/domain'
import { availableModels, settingsOf } from '@convene/host'
import { defaultModel, discoverLocal, type ListedProvider, type LocalServer } from '@convene/models'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'
import { asStarted } from '../terminal/as-started.ts'
import { printJson, printLines, printNote, printTable, printText } from '../terminal/print.ts'
import { listCodingAgents } from './coding-agents.ts'

/** Gateways offer hundreds of models: a table of them all would bury the rest. */
const MOST_LISTED = 20

/** `convene models`: available models, what each missing provider needs, and local servers that respond. */
export async function listModels(program: CliProgram, input: Input): Promise<number> {
  const settings = await settingsOf(program)
  if (!settings.ok) return program.refuse(settings.refusal)
  const environment = await program.withStandIns()
  const catalog = await availableModels(program, settings.value.settings, environment)
  const servers = await discoverLocal({ configuration: settings.value.settings, environment })
  if (input.flag('json'))
    return printJson(
      program,
      catalog.providers.map((provider) => withFound(provider, servers)),
    )
  if (input.words[0] === 'acp') return listCodingAgents(program)
  const usual = defaultModel(settings.value.settings, environment)
  printText(program, `Default: ${cleanLine(usual.reason)}`)
  printLines(program, [''])
  const only = input.words[0]
  if (only !== undefined && !catalog.providers.some(({ name }) => name === only))
    return program.refuse(unknownProvider(only, catalog.providers))
  const ready = catalog.providers.filter(
    ({ configured, local, name }) => (configured && (!local || name === 'rehearsal')) || name === only,
  )
  const shown = only === undefined ? ready : ready.filter(({ name }) => name === only)
  printTable(program, {
    titles: ['model', 'context', 'USD per million tokens: in, out'],
    rows: shown
      .flatMap((provider) => modelRows(provider, only === undefined ? MOST_LISTED : Number.POSITIVE_INFINITY))
      .map((row) => row.map((cell) => asStarted(program.terminal, cell))),
  })
  if (only === undefined) printLines(program, ['', ...connectable(catalog.providers, servers)])
  printNote(
    program,
    `Prices as of ${catalog.pricesDate}. \`convene models refresh\` fetches newer ones. Set your own under "models" in the settings.`,
  )
  return 0
}

function withFound(provider: ListedProvider, servers: readonly LocalServer[]) {
  const server = servers.find((each) => each.provider === provider.name)
  return {
    ...provider,
    ...(provider.local &&
      provider.name !== 'rehearsal' && { answers: server !== undefined, found: server?.models ?? [] }),
  }
}

function modelRows({ name, models, address }: ListedProvider, most: number): readonly (readonly string[])[] {
  if (models.length === 0) return [[`${name}/<any>`, '', cleanLine(address ?? '')]]
  const rows = models
    .slice(0, most)
    .map((model) => [
      cleanLine(model.name),
      model.context === null ? '' : tokensText(model.context),
      [priceText(model.price), model.note ?? ''].filter(Boolean).join('; '),
    ])
  if (models.length <= most) return rows
  return [...rows, [`${models.length - most} more: convene models ${name}`]]
}

function unknownProvider(name: string, providers: readonly ListedProvider[]): Refusal {
  const nearest = nearestName(
    name,
    providers.map((each) => each.name),
  )
  const hint = nearest ? ` Did you mean "${nearest}"?` : ' See `convene models`.'
  return { code: 'unknown_provider', message: `Unknown provider "${name}".${hint}` }
}

/** `3, 15`. A missing price is `unknown`, never 0. */
export const priceText = (price: Price | null): string =>
  isPriced(price) ? `${price.input}, ${price.output}` : price ? 'free' : 'unknown'

/** Neither free nor unknown. */
export const isPriced = (price: Price | null): price is Price => price !== null && (price.input > 0 || price.output > 0)

function connectable(providers: readonly ListedProvider[], servers: readonly LocalServer[]): readonly string[] {
  const missing = providers
    .filter(({ configured }) => !configured)
    .map(({ label, missing: needs }) => `  ${label}: set ${needs.join(', ')}`)
  const found = servers.map(
    ({ label, address, models }) =>
      `  ${label} at ${address}: ${models.length > 0 ? models.map(cleanLine).join(', ') : 'no models'}`,
  )
  const silent = providers.filter(
    ({ local, name }) => local && name !== 'rehearsal' && !servers.some(({ provider }) => provider === name),
  )
  return [
    ...(found.length > 0 ? ['Running now:', ...found, ''] : []),
    ...(missing.length > 0 ? ['Not connected:', ...missing] : []),
    ...silent.map(({ label, address }) => `  ${label}: nothing answers at ${address}`),
  ]
}
