import { innerTools, type Json } from '@convene/domain'
import { availableModels, settingsOf, tryTool } from '@convene/host'
import { defaultModel, discoverLocal, isProviderType, type ListedProvider, providerKinds } from '@convene/models'
import type { Output, Problem } from '@convene/protocol'
import { type Handlers, inPlace } from '../context.ts'

/** Available models and tools. */
export const modelHandlers: Handlers<'models' | 'tools' | 'testTool'> = {
  models: (context, { workspace, discover }) =>
    inPlace(context, workspace, async (place) => {
      const settings = await settingsOf(place)
      if (!settings.ok) return settings
      const environment = await place.withStandIns()
      const catalog = await availableModels(place, settings.value.settings, environment)
      const servers =
        discover === '1' ? await discoverLocal({ configuration: settings.value.settings, environment }) : []
      // An address may contain a password.
      const isShown = !context.caller || context.caller.may('saveSettings')
      const providers = catalog.providers.map(providerView).map((each) => (isShown ? each : { ...each, address: null }))
      return {
        ok: true,
        value: {
          default: defaultModel(settings.value.settings, environment),
          providers,
          servers: servers.map(({ provider, label, address, models }) => ({
            provider,
            label,
            address,
            models: [...models],
          })),
          pricesDate: catalog.pricesDate,
        },
      }
    }),
  tools: (context, { workspace }) =>
    inPlace(context, workspace, async (place) => {
      const toolbox = await place.tools()
      // This starts MCP servers, so it is only for people who may start runs.
      if (!context.caller || context.caller.may('createSession')) await toolbox.ready()
      const items = toolbox.list().map(({ name, permission, readOnly, source, description }) => ({
        name,
        permission,
        readOnly,
        source,
        description,
      }))
      return {
        ok: true,
        value: { items: [...items, ...inner], next: null, problems: [...toolbox.problems()] as Problem[] },
      }
    }),
  testTool: (context, { workspace, call, agent }) =>
    inPlace(context, workspace, async (place) => {
      const tried = await tryTool(place, call, agent)
      if (!tried.ok) return tried
      return { ok: true, value: JSON.parse(JSON.stringify(tried.value)) as Output<'testTool'> & Json }
    }),
}

/** Tools that sessions handle themselves, without a tool host. */
const inner = innerTools.map((name) => ({
  name,
  permission: name,
  readOnly: name === 'task' || name === 'delegateWork',
  source: 'session',
  description: '',
}))

type ProviderView = Output<'models'>['providers'][number]

function providerView(provider: ListedProvider): ProviderView {
  const kind = isProviderType(provider.name) ? providerKinds[provider.name] : undefined
  return {
    name: provider.name,
    label: provider.label,
    configured: provider.configured,
    missing: [...provider.missing],
    local: provider.local,
    address: provider.address ?? null,
    keyVariable: kind?.keyVariable ?? null,
    models: provider.models.map(({ name, price, context, note }) => ({
      name,
      price,
      context,
      ...(note !== undefined && { note }),
    })),
  }
}
