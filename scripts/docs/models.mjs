import { defaultModel, modelCatalog, providerKinds } from '@convene/models'
import { code, page, paragraph, table } from './page.mjs'
import { grouped } from './shape.mjs'

const catalog = modelCatalog({}, {})

/** Providers, the variables they need, and the price table. */
export function models() {
  return page('Models', '`packages/models/src/providers` and `packages/models/src/prices`', [
    paragraph(
      'Models are named `provider/model`. Convene contacts a provider only when you first use one of its models. `convene models` lists what is configured and what is missing.',
    ),
    '## Providers',
    table(['provider', 'name', 'needs', 'address', 'default model'], Object.entries(providerKinds).map(provider)),
    paragraph(
      `If neither the settings nor ${code('--model')} name a model, Convene uses the default model of the first provider above whose key is set. Without any key, it uses ${code(defaultModel({}, {}).model)}, which runs on this machine, needs nothing, quotes the goal and the workspace, and says that it is a rehearsal. In scripts and CI, you have to name it explicitly. Over HTTP, the response says ${code('rehearsal: true')}. An agent whose model is not configured uses ${code('--model')}, then the default, and never rehearses next to real models. If a key is for another address (${code('OPENAI_BASE_URL')}, or ${code('providers')} in the settings), name the model too. ${code('convene models')} lists what the server offers.`,
    ),
    paragraph(
      'Convene looks for Ollama, LM Studio and llama.cpp servers at their default addresses on this machine and lists their models. It uses them only if you name them.',
    ),
    paragraph(
      'Add any other server with an OpenAI-compatible API to `providers` in the [settings](settings.md), with its `baseURL` and, if needed, a key or the name of an environment variable.',
    ),
    '## Prices',
    paragraph(
      `USD per million tokens, at the standard rate, as of ${catalog.pricesDate}. The price of a model that is not in the table is shown as unknown, never as 0. You cannot set a cost limit with such a model until you add its price to ${code('prices')} in the settings. Models on this machine are free.`,
    ),
    table(['model', 'input', 'cached input', 'output', 'context', 'note'], catalog.providers.flatMap(prices)),
  ])
}

function provider([name, { label, needs, needsAddress, addressVariable, baseURL, defaultModel: usual }]) {
  const groups = needs.map((group) => group.map(code).join(' with ')).filter(Boolean)
  const needed = needsAddress ? '`baseURL` in the settings' : groups.join(' or ') || 'nothing'
  const address = [addressVariable && code(addressVariable), baseURL && code(baseURL)].filter(Boolean)
  return [label, code(name), needed, address.join(', otherwise '), usual ? code(`${name}/${usual}`) : '']
}

function prices({ models: listed }) {
  return listed.map(({ name, price, context, note }) => [
    code(name),
    price?.input ?? 'unknown',
    price?.cached ?? '',
    price?.output ?? 'unknown',
    context ? grouped(context) : '',
    note ?? '',
  ])
}
