import { readFileSync } from 'node:fs'
import { noLimits } from '@convene/domain'
import { defaultSettings } from '@convene/library'
import { code, fenced, page, paragraph, table } from './page.mjs'
import { fieldsOf, typeText } from './shape.mjs'

const schema = JSON.parse(
  readFileSync(new URL('../../packages/library/src/settings/config.schema.json', import.meta.url), 'utf8'),
)
const defaults = { ...defaultSettings, limits: { ...noLimits, ...defaultSettings.limits } }

/** For keys whose schema does not say it. */
const meanings = {
  $schema: 'For editors: the address of the JSON Schema.',
  version: 'Of this layout. Older ones are read, and rewritten on the next save with a `.bak` beside them.',
  'providers.<name>.type': 'How it is spoken to; not needed where the name is one of these.',
  'providers.<name>.baseURL': 'Where it is reached, if not at its usual address.',
  'providers.<name>.apiKeyEnv': 'The environment variable that holds the key.',
  'providers.<name>.apiKey': 'The key itself. A variable is better: this file is often copied.',
  'providers.<name>.headers': 'Sent with each request.',
  'providers.<name>.api': 'Which of the two OpenAI dialects the server speaks.',
  'prices.<name>.input': 'What is sent.',
  'prices.<name>.cached': 'Input that the provider read from its cache; as `input` where it is not given.',
  'prices.<name>.cacheWrite': 'Input that the provider puts into its cache.',
  'prices.<name>.output': 'What comes back.',
  'prices.<name>.tiers': 'Other prices for prompts over so many tokens.',
  'limits.maxTurns': 'Turns of a run: a turn is one answer of one agent.',
  'limits.maxCalls': 'Requests to models per run, retries and those of subagents included.',
  'limits.maxTotalTokens': 'Input and output of all calls of a run.',
  'limits.maxCostUsd': 'Refused where the price of a model is unknown.',
  'limits.maxDuration': 'Minutes of work; waiting for a person does not count.',
  'limits.maxToolCalls': 'Tool calls of a run.',
  'limits.maxIterations': 'Iterations of a loop: of `reflect`, and of one agent that reflects.',
  'limits.maxTokensPerTurn': 'Tokens of one contribution to a panel.',
  'limits.maxToolCallsPerTurn': 'Tool calls of one contribution to a panel.',
  'limits.maxTurnDuration': 'Minutes of one contribution to a panel.',
  'limits.prohibitedPatterns': "What no contribution to a panel may hold, in RE2's syntax.",
  'limits.allowedDomains':
    'The only domains that tools may reach; none: any. Tools that do not declare what they reach are turned off.',
  'limits.allowFileSystem': 'Whether tools may touch files at all; if not, no command is run either.',
  'limits.allowedPaths': 'The only paths that tools may touch; none: those that the rules allow.',
  'limits.modelTimeout': 'Seconds in which a model must send something with content.',
  'web.search.engine': 'SearXNG of your own, Brave or Tavily.',
  'web.search.url': 'Where the engine is, if not at its usual address; SearXNG needs it.',
  'web.search.apiKeyEnv': 'The environment variable that holds the key, if not `BRAVE_API_KEY` or `TAVILY_API_KEY`.',
  'interface.theme': 'How the app looks where nobody has chosen in this browser.',
  'webhooks.in.<name>.secretEnv': 'The environment variable that holds the secret of the signature.',
  'webhooks.in.<name>.secret': 'The secret itself, 16 characters or more. A variable is better.',
  'webhooks.in.<name>.team': 'As `--team` of `convene run`; the same holds for the next four.',
}

/** Every key of the settings. */
export function settings() {
  const rows = fieldsOf(schema).flatMap(entries)
  return page('Settings', '`packages/library/src/settings`', [
    paragraph(
      'Settings are JSON with comments, in `~/.convene/config.json` (or under `CONVENE_HOME`) and in `.convene/config.json` of a workspace. The workspace comes second and wins where it may: see [Trust](user-guide.md#trust). [Settings in two places](user-guide.md#settings-in-two-places) says how they are changed. A mistake is answered with file, line, key and what is allowed.',
    ),
    fenced('jsonc', example),
    keyTable(rows),
    paragraph(
      'Where it says *no limit*, [panel](panel.md#what-is-stopped) and [reflect](reflect.md#how-it-ends) bring limits of their own, which hold where nobody sets others.',
    ),
  ])
}

const example = `{
  "version": 1,
  "model": "anthropic/claude-sonnet-5-5",
  "limits": { "maxCostUsd": 2 },
  // a server of one's own, as local/<model>
  "providers": { "local": { "type": "openai-compatible", "baseURL": "http://127.0.0.1:8000/v1" } },
}`

/** A record is shown with its entry: \`prices.<name>.input\`. */
function entries({ path, field, isRequired }) {
  const entry = field.additionalProperties
  const inner = entry?.properties ? fieldsOf(entry, `${path}.<name>.`) : []
  return [{ path, field, isRequired }, ...inner]
}

const keyTable = (rows) =>
  table(
    ['key', 'allowed', 'default', 'says'],
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
