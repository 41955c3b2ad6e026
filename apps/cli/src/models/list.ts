import { cleanLine, type Price, tokensText } from '@convene/domain'
import { settingsOf } from '@convene/host'
import { defaultModel, discoverLocal, type ListedProvider, type LocalServer, modelCatalog } from '@convene/models'
import type { Input } from '../command-line/input.ts'
import type { Program } from '../program.ts'
import { printJson, printLines, printNote, printTable } from '../terminal/print.ts'

/** `convene models`: available models, what each missing provider needs, and local servers that respond. */
export async function listModels(program: Program, input: Input): Promise<number> {
  const settings = await settingsOf(program)
  if (!settings.ok) return program.refuse(settings.refusal)
  const environment = await program.withStandIns()
  const catalog = modelCatalog(settings.value.settings, environment)
  const servers = await discoverLocal({ configuration: settings.value.settings, environment })
  if (input.flag('json'))
    return printJson(
      program,
      catalog.providers.map((provider) => withFound(provider, servers)),
    )
  const usual = defaultModel(settings.value.settings, environment)
  printLines(program, [`Default: ${cleanLine(usual.reason)}`, ''])
  const ready = catalog.providers.filter(
    ({ configured, local, name }) => configured && (!local || name === 'rehearsal'),
  )
  printTable(program, {
    titles: ['model', 'context', 'USD per million tokens: in, out'],
    rows: ready.flatMap((provider) => modelRows(provider)),
  })
  printLines(program, ['', ...connectable(catalog.providers, servers)])
  printNote(
    program,
    `Prices as of ${catalog.pricesDate}. "?" means not confirmed by the provider. Set your own under "prices" in the settings.`,
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

function modelRows({ name, models, address }: ListedProvider): readonly (readonly string[])[] {
  if (models.length === 0) return [[`${name}/<any>`, '', cleanLine(address ?? '')]]
  return models.map((model) => [
    model.name,
    model.context === null ? '' : tokensText(model.context),
    [`${priceText(model.price)}${model.unverified ? ' ?' : ''}`, model.note ?? ''].filter(Boolean).join('; '),
  ])
}

/** `3, 15`. A missing price is `unknown`, never 0. */
export const priceText = (price: Price | null): string =>
  price ? (price.input === 0 && price.output === 0 ? 'free' : `${price.input}, ${price.output}`) : 'unknown'

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
