import { nearestName, type Refusal } from '@convene/domain'
import type { ModelCatalog } from '@convene/models'

/** Why a model cannot be used, and what would change that. Undefined if it can. */
export function refuseModel({ providers, whyNoAgents }: ModelCatalog, model: string): Refusal | undefined {
  const slash = model.indexOf('/')
  if (slash < 1 || slash === model.length - 1)
    return unknown(`Name a model as provider/model, such as rehearsal/offline, not "${model}".`)
  const name = model.slice(0, slash)
  const provider = providers.find((each) => each.name === name)
  if (name === 'acp' && whyNoAgents !== undefined) return { code: 'missing_package', message: whyNoAgents }
  if (name === 'acp') return refuseAgent(provider?.models ?? [], model)
  if (!provider) {
    const nearest = nearestName(
      name,
      providers.map((each) => each.name),
    )
    return unknown(`Unknown provider "${name}".${nearest ? ` Did you mean "${nearest}"?` : ''}`)
  }
  if (!provider.configured)
    return {
      code: 'not_configured',
      message: `${provider.label} is not connected: set ${provider.missing.join(', ')}.`,
    }
  if (name === 'rehearsal' && model !== 'rehearsal/offline')
    return unknown(`Unknown model "${model}", only rehearsal/offline.`)
  return undefined
}

/** For a coding agent that is not installed. */
function refuseAgent(installed: ModelCatalog['providers'][number]['models'], model: string): Refusal | undefined {
  if (installed.some(({ name }) => name === model)) return undefined
  const there = installed.map(({ name }) => name).join(', ') || 'none'
  return {
    code: 'not_configured',
    message: `${model} is not installed. Installed coding agents: ${there}. \`convene models acp\` shows how to install others.`,
  }
}

const unknown = (message: string): Refusal => ({
  code: 'unknown_model',
  message,
})
