import { readFileSync } from 'node:fs'
import { noLimits } from '@convene/domain'
import { defaultSettings } from '@convene/library'
import { code, fenced, page, paragraph, table } from './page.mjs'
import { fieldsOf, typeText } from './shape.mjs'

const schema = JSON.parse(
  readFileSync(new URL('../../packages/library/src/settings/config.schema.json', import.meta.url), 'utf8'),
)
const defaults = { ...defaultSettings, limits: { ...noLimits, ...defaultSettings.limits } }

/** For keys without a description in the schema. */
const meanings = {
  $schema: 'The URL of the JSON Schema, for editors.',
  version: 'The version of this format. Older files are upgraded on the next save, with a `.bak` copy.',
  'providers.<name>.type': 'The API to use. Not needed if the name is one of these types.',
  'providers.<name>.baseURL': 'The base URL, if not the default one.',
  'providers.<name>.apiKeyEnv': 'The environment variable that holds the key.',
  'providers.<name>.apiKey': 'The key itself. Prefer a variable, because this file is often copied.',
  'providers.<name>.headers': 'HTTP headers to send with each request.',
  'providers.<name>.api': 'Which of the two OpenAI APIs the server offers.',
  'prices.<name>.input': 'Input tokens.',
  'prices.<name>.cached': "Input tokens read from the provider's cache. Default: the same as `input`.",
  'prices.<name>.cacheWrite': "Input tokens written to the provider's cache.",
  'prices.<name>.output': 'Output tokens.',
  'prices.<name>.tiers': 'Different prices for prompts above a number of tokens.',
  'limits.maxTurns': 'Turns per run. A turn is one answer from one agent.',
  'limits.maxCalls': 'Model requests per run, including retries and subagents.',
  'limits.maxTotalTokens': 'Input and output tokens per run.',
  'limits.maxCostUsd': 'Per run, in US dollars. Refused if the price of a model is unknown.',
  'limits.maxDuration': 'Minutes of work per run, not counting time spent waiting for you.',
  'limits.maxToolCalls': 'Tool calls per run.',
  'limits.maxIterations': 'Iterations of `reflect`, or of a single agent with `--reflect`.',
  'limits.maxTokensPerTurn': 'Tokens per contribution to a panel.',
  'limits.maxToolCallsPerTurn': 'Tool calls per contribution to a panel.',
  'limits.maxTurnDuration': 'Minutes per contribution to a panel.',
  'limits.prohibitedPatterns': 'Patterns that no contribution to a panel may match, in RE2 syntax.',
  'limits.allowedDomains':
    'Domains that tools may reach. If empty, any. If set, tools that do not declare what they reach are turned off.',
  'limits.allowFileSystem': 'Whether tools may use files at all. If not, commands are off too.',
  'limits.allowedPaths': 'Paths that tools may use. If empty, whatever the permission rules allow.',
  'limits.modelTimeout': 'Idle timeout: seconds without output before a call is retried.',
  'web.search.engine': 'Your own SearXNG, Brave or Tavily.',
  'web.search.url': "The engine's URL, if not the default one. Required for SearXNG.",
  'web.search.apiKeyEnv': 'The environment variable that holds the key, if not `BRAVE_API_KEY` or `TAVILY_API_KEY`.',
  'interface.theme': 'The theme, unless you have chosen one in this browser.',
  'webhooks.in.<name>.secretEnv': 'The environment variable that holds the signing secret.',
  'webhooks.in.<name>.secret': 'The secret itself, at least 16 characters. Prefer a variable.',
  'webhooks.in.<name>.team': 'Same as `convene run --team`.',
  'webhooks.in.<name>.mode': 'Same as `convene run --mode`.',
  'webhooks.in.<name>.agents': 'Same as `convene run --agents`.',
  'webhooks.in.<name>.model': 'Same as `convene run --model`.',
  'webhooks.in.<name>.workspace': 'Same as `convene run --workspace`.',
}

/** Every settings key. */
export function settings() {
  const rows = fieldsOf(schema).flatMap(entries)
  return page('Settings', '`packages/library/src/settings`', [
    paragraph(
      "Settings are JSON with comments, in `~/.convene/config.json` (or under `CONVENE_HOME`) and in a workspace's `.convene/config.json`. The workspace overrides your settings as far as you [trust](user-guide.md#trust) it. [Settings in two places](user-guide.md#settings-in-two-places) explains how to change them. Errors name the file, line, key and allowed values.",
    ),
    fenced('jsonc', example),
    keyTable(rows),
    paragraph(
      'Where the default is *no limit*, the mode may set one: `convene modes show <mode>` lists its limits, and [panel](panel.md#guardrails) and [reflect](reflect.md#how-it-ends) explain theirs. Limits you set replace them.',
    ),
  ])
}

const example = `{
  "version": 1,
  "model": "anthropic/claude-sonnet-5-5",
  "limits": { "maxCostUsd": 2 },
  // your own server, used as local/<model>
  "providers": { "local": { "type": "openai-compatible", "baseURL": "http://127.0.0.1:8000/v1" } },
}`

/** Lists the entries of a record too, as \`prices.<name>.input\`. */
function entries({ path, field, isRequired }) {
  const entry = field.additionalProperties
  const inner = entry?.properties ? fieldsOf(entry, `${path}.<name>.`) : []
  return [{ path, field, isRequired }, ...inner]
}

const keyTable = (rows) =>
  table(
    ['key', 'allowed', 'default', 'meaning'],
    rows.map(({ path, field }) => [
      code(path),
      allowed(field),
      defaultOf(path),
      field.description ?? meanings[path] ?? '',
    ]),
  )

function allowed(field) {
  if (field.properties) return 'object'
  return field.additionalProperties?.properties ? 'object by name' : typeText(field)
}

function defaultOf(path) {
  const value = path.split('.').reduce((inner, key) => inner?.[key], defaults)
  if (value === undefined) return ''
  if (value === null) return 'no limit'
  return typeof value === 'object' ? '' : code(value)
}
