import { defaultModel, modelCatalog, providerKinds } from '@convene/models'
import { code, page, paragraph, table } from './page.mjs'
import { grouped } from './shape.mjs'

const catalog = modelCatalog({}, {})
/** Providers with more models than this are gateways, whose models change every week. */
const MOST_LISTED = 60

/** Providers, the variables they need, and the price table. */
export function models() {
  return page('Models', '`packages/models/src/providers` and `packages/models/src/catalogue`', [
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
    '## The catalogue',
    paragraph(
      `Prices, context windows, output limits, reasoning levels and capabilities come from a catalogue of ${countOf(catalog.providers)} models that ships with Convene. ${code('npm run catalogue')} writes it from a maintained source. ${code('convene models refresh')} fetches a newer one from models.dev when you ask for it, and keeps it in the data folder. ${code('convene models show <model>')} says what is known about a model, and from where. Your own ${code('models')} in the settings take precedence:`,
    ),
    '```jsonc\n{ "models": { "ollama/qwen3": { "context": 32768, "reasoning": true } } }\n```',
    paragraph(
      'A model that is not in the catalogue works too. Ollama, llama.cpp, LM Studio and vLLM report its context window. Convene asks Ollama for at least 16,384 tokens. For other servers it assumes 16,000 and says so. `convene models show` asks a connected server. If an agent’s tools would take more than a quarter of the window, only the most useful ones are offered, and a warning lists the others. If the model refuses a temperature, Convene stops sending one.',
    ),
    paragraph(
      'A conversation that no longer fits is summarized, and long tool outputs in it are shortened. The log keeps them whole: a note gives a reference such as `output:57`, and the agent can `read` any part of it.',
    ),
    '## Prices',
    paragraph(
      `USD per million tokens, at the standard rate, as of ${catalog.pricesDate}. The price of a model that is not in the catalogue is shown as unknown, never as 0. You cannot set a cost limit with such a model until you add its price to the settings. Models on this machine are free. A server at a loopback address that needs a key, or that offers models such as GPT, Claude or Gemini, may be a gateway: its prices stay unknown. ${gateways(catalog.providers)}`,
    ),
    table(
      ['model', 'input', 'cached input', 'output', 'context', 'reasoning', 'note'],
      catalog.providers.filter((each) => !isGateway(each)).flatMap(prices),
    ),
  ])
}

function provider([name, { label, needs, needsAddress, addressVariable, baseURL, defaultModel: usual }]) {
  const groups = needs.map((group) => group.map(code).join(' with ')).filter(Boolean)
  const needed = needsAddress ? '`baseURL` in the settings' : groups.join(' or ') || 'nothing'
  const address = [addressVariable && code(addressVariable), baseURL && code(baseURL)].filter(Boolean)
  return [label, code(name), needed, address.join(', otherwise '), usual ? code(`${name}/${usual}`) : '']
}

const isGateway = ({ models: listed }) => listed.length > MOST_LISTED

const countOf = (providers) => providers.reduce((sum, { models: listed }) => sum + listed.length, 0)

function gateways(providers) {
  const names = providers.filter(isGateway).map(({ label, models: listed }) => `${label} (${listed.length} models)`)
  return `Not listed here: ${names.join(' and ')}. ${code('convene models <provider>')} lists them.`
}

function prices({ models: listed }) {
  return listed.map(({ name, price, context, reasoning, note }) => [
    code(name),
    price?.input ?? 'unknown',
    price?.cached ?? '',
    price?.output ?? 'unknown',
    context ? grouped(context) : '',
    reasoning ? reasoning.join(', ') || 'no' : '',
    note ?? '',
  ])
}
