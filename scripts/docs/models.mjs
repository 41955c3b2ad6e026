import { defaultModel, modelCatalog, providerKinds } from '@convene/models'
import { code, page, paragraph, table } from './page.mjs'
import { grouped } from './shape.mjs'

const catalog = modelCatalog({}, {})

/** Providers, the variables they need, and the table of prices. */
export function models() {
  return page('Models', '`packages/models/src/providers` and `packages/models/src/prices`', [
    paragraph(
      'A model is named `provider/model`. Providers are reached when a model of theirs is first used, and not before. `convene models` lists what is configured and what is missing.',
    ),
    '## Providers',
    table(['provider', 'name', 'needs', 'address from', 'usual model'], Object.entries(providerKinds).map(provider)),
    paragraph(
      `Without a model in the settings and without ${code('--model')}, the usual model of the first provider above whose key is set is used. Without any key it is ${code(defaultModel({}, {}).model)}: it runs on this machine, needs nothing, quotes the goal and the workspace, and says that it is a rehearsal. In scripts and builds it has to be named; over HTTP the answer says ${code('rehearsal: true')}. An agent whose model is not configured uses ${code('--model')}, then the default, and never rehearses beside models that answer. A key for another address (${code('OPENAI_BASE_URL')}, ${code('providers')} in the settings) needs a model's name; ${code('convene models')} lists what the server has.`,
    ),
    paragraph(
      'Ollama, LM Studio and llama.cpp servers are looked for at their usual addresses on this machine. They are offered in the list and used only when they are named.',
    ),
    paragraph(
      'Any server that speaks the OpenAI API is set in `providers` of the [settings](settings.md), with its `baseURL` and, if it needs one, a key or the variable that holds it.',
    ),
    '## Prices',
    paragraph(
      `USD per million tokens, at the standard rate, as of ${catalog.pricesDate}. A model that is not in the table has an unknown price: it is shown as unknown, never as 0, and a cost limit is refused with it until ${code('prices')} in the settings says what it costs. Models on this machine cost nothing.`,
    ),
    table(['model', 'input', 'cached input', 'output', 'context', 'note'], catalog.providers.flatMap(prices)),
  ])
}

function provider([name, { label, needs, addressVariable, baseURL, defaultModel: usual }]) {
  const groups = needs.map((group) => group.map(code).join(' with ')).filter(Boolean)
  const needed = name === 'openai-compatible' ? '`baseURL` in the settings' : groups.join(' or ') || 'nothing'
  const address = [addressVariable && code(addressVariable), baseURL && code(baseURL)].filter(Boolean)
  return [label, code(name), needed, address.join(', else '), usual ? code(`${name}/${usual}`) : '']
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
