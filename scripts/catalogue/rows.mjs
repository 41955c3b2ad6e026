import { listedNames } from '@convene/models'

/** Our provider names, and the source files that describe them. */
const files = {
  anthropic: 'anthropic',
  openai: 'openai',
  google: 'google',
  mistral: 'mistral',
  openrouter: 'openrouter',
  azure: 'azure',
  bedrock: 'amazon-bedrock',
  deepseek: 'deepseek',
  groq: 'groq',
  xai: 'xai',
  moonshotai: 'moonshotai',
  zai: 'zai',
  minimax: 'minimax',
  cerebras: 'cerebras',
}
/**
 * Every effort, from least to most. The first four exist unless the source denies them, the others if it names them.
 */
const efforts = ['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']
const named = new Set(['xhigh', 'max'])

/** Catalogue rows from the source's files, by provider/model. `read` returns the content of one file. */
export function rowsFrom(read) {
  const rows = Object.entries(files).flatMap(([provider, file]) => rowsOf(provider, read(file)))
  return Object.fromEntries(withoutRepeats(Object.fromEntries(rows)))
}

/** Leaves out models that a lookup finds under a shorter name anyway: most Bedrock regions, and dated releases. */
function withoutRepeats(rows) {
  const isRepeat = ([name, row]) => {
    const other = listedNames(name)
      .slice(1)
      .find((each) => rows[each])
    return other !== undefined && JSON.stringify(rows[other]) === JSON.stringify(row)
  }
  return Object.entries(rows).filter((entry) => !isRepeat(entry))
}

function rowsOf(provider, apis) {
  const models = Object.values(apis).flatMap((byName) => Object.values(byName))
  const chats = models.filter(({ type, cost }) => type === 'chat' && cost)
  return chats.sort(byId).map((model) => [`${provider}/${model.id}`, rowOf(model)])
}

const byId = (a, b) => (a.id < b.id ? -1 : 1)

/** Only what is known: a price of 0 for everything is a missing price. */
function rowOf(model) {
  const { cost, contextWindow, maxTokens, input, compat = {} } = model
  const structured = compat.supportsStrictMode ?? compat.supportsStrictTools
  return {
    ...(cost.input + cost.output > 0 && { price: priceOf(cost) }),
    ...(contextWindow > 0 && { context: contextWindow }),
    ...(maxTokens > 0 && { output: Math.min(maxTokens, contextWindow || maxTokens) }),
    ...(model.reasoning !== undefined && { reasoning: effortsOf(model).join(' ') }),
    ...(input.includes('image') && { images: true }),
    ...(structured && { structured }),
    ...(compat.supportsTemperature === false && { temperature: false }),
  }
}

function priceOf({ tiers = [], ...rates }) {
  const above = tiers.map(({ inputTokensAbove: over, ...tier }) => ({ over, ...ratesOf(tier) }))
  return { ...ratesOf(rates), ...(above.length > 0 && { tiers: above }) }
}

/** A cache read or write at 0 is not billed separately: providers without a cache say 0 too. */
const ratesOf = ({ input, output, cacheRead, cacheWrite }) => ({
  input,
  ...(cacheRead > 0 && { cached: cacheRead }),
  ...(cacheWrite > 0 && { cacheWrite }),
  output,
})

function effortsOf({ reasoning, thinkingLevelMap: map = {} }) {
  if (!reasoning) return []
  return efforts.filter((effort) => (named.has(effort) ? map[effort] : map[effort] !== null))
}
