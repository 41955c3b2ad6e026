import { type Layer, Rules, type Setting, setting, settingByName } from '@convene/domain'
import { AcpAgent } from '@convene/models'
import { z } from 'zod'
import { restrictingRules } from '../../permissions/narrow-rules.ts'
import { address, variableName } from './formats.ts'
import type { SettingGroup } from './table.ts'

/** Each file's rules stay a separate layer. The strictest one wins later. */
type RuleLayers = readonly { readonly layer: Layer; readonly rules: Rules }[]

const permissions: Setting<typeof Rules, RuleLayers> & { readonly default: RuleLayers } = {
  schema: Rules,
  default: [],
  merge: (below, rules, layer) => [...below, { layer, rules }],
  untrusted: (value) => {
    const { rules, dropped } = restrictingRules(value as Rules)
    return { kept: rules, left: dropped.map((path) => path.map(String)) }
  },
  mustBeValid: true,
  label: 'Permissions',
  hint: 'allow, ask or deny, by permission and pattern. The last match wins.',
}

/** Whether to believe a server that calls its tool read-only. Such a tool runs in parallel, and again after a crash. */
const trustAnnotations = z.boolean().optional()

export const McpServerSetting = z.union([
  z.strictObject({
    command: z.string().min(1),
    args: z.array(z.string()).optional(),
    env: z.record(z.string(), z.string()).optional(),
    cwd: z.string().min(1).optional(),
    trustAnnotations,
  }),
  z.strictObject({
    url: address,
    headers: z.record(z.string(), z.string()).optional(),
    trustAnnotations,
  }),
])
export type McpServerSetting = z.infer<typeof McpServerSetting>

/** The value as a server in the settings, if it is a valid one. */
export const checkServer = (value: unknown): McpServerSetting | undefined => McpServerSetting.safeParse(value).data

const WebSearch = z.strictObject({
  engine: z.enum(['searxng', 'brave', 'tavily']).describe('Your own SearXNG, Brave or Tavily.'),
  url: address.optional().describe("The engine's URL, if not the default one. Required for SearXNG."),
  apiKeyEnv: variableName
    .optional()
    .describe('The environment variable that holds the key, if not `BRAVE_API_KEY` or `TAVILY_API_KEY`.'),
})

/** What agents read and may touch. */
export const accessSettings = {
  permissions,
  mcpServers: settingByName({
    schema: z.record(z.string(), McpServerSetting),
    untrusted: 'never',
    label: 'MCP servers',
    hint: 'MCP servers, by name.',
  }),
  acpAgents: settingByName({
    schema: z.record(z.string().regex(/^[\w.-]+$/u, 'Use letters, digits, dots and dashes.'), AcpAgent),
    untrusted: 'never',
    label: 'Coding agents',
    hint: 'Coding agents that can take a seat, by name: `acp/<name>`.',
  }),
  variables: settingByName({
    schema: z.record(z.string(), z.string()),
    untrusted: (value, users) => {
      const [theirs, own] = [value as object, users as object]
      const taken = Object.keys(theirs).filter((name) => Object.hasOwn(own, name))
      const kept = Object.entries(theirs).filter(([name]) => !taken.includes(name))
      return { kept: Object.fromEntries(kept), left: taken.map((name) => [name]) }
    },
    label: 'Variables',
    hint: "Values for {{name}} in all agents' prompts.",
  }),
}

export const webSettings = {
  web: {
    group: {
      allowHosts: setting({
        schema: z.array(z.string().min(1)),
        default: [],
        untrusted: 'never',
        label: 'Private hosts',
        hint: 'Non-public hosts or origins that agents may fetch.',
      }),
      crawl: setting({
        schema: z.array(z.string().min(1)),
        default: [],
        untrusted: 'never',
        label: 'Crawled domains',
        hint: 'Domains that agents may crawl. Leave empty to stay on the site where a crawl starts.',
      }),
      search: setting({
        schema: WebSearch,
        untrusted: 'never',
        label: 'Search engine',
        hint: 'Used for web searches.',
      }),
    },
  } satisfies SettingGroup,
}
