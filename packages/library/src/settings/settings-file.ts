import { LimitSettings, ModelName, modes, PanelSettings, Price, Rules, Slug } from '@convene/domain'
import { type ProviderType, providerKinds } from '@convene/models'
import { z } from 'zod'

const address = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })

const variableName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of an environment variable, not the key itself')

const providerTypes = Object.keys(providerKinds) as ProviderType[]

/** Where models are reached. A key is best named by its environment variable; `apiKey` puts it into the file. */
export const ProviderEntry = z.strictObject({
  type: z.enum(providerTypes).optional(),
  baseURL: address.optional(),
  apiKeyEnv: variableName.optional(),
  apiKey: z.string().min(1).optional(),
  headers: z.record(z.string(), z.string()).optional(),
  api: z.enum(['chat', 'responses']).optional(),
  images: z
    .union([z.boolean(), z.array(z.string().min(1))])
    .optional()
    .describe('Whether its models see pictures, or the names of those that do.'),
})
export type ProviderEntry = z.infer<typeof ProviderEntry>

/** Whether a tool counts as reading because its server says so; it is parallel then, and repeated after a crash. */
const trustAnnotations = z.boolean().optional()

export const McpServer = z.union([
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
export type McpServer = z.infer<typeof McpServer>

/** Which engine answers searches of the web. */
const WebSearch = z.strictObject({
  engine: z.enum(['searxng', 'brave', 'tavily']),
  url: address.optional(),
  apiKeyEnv: variableName.optional(),
})

export const Verbosity = z.enum(['brief', 'detailed', 'full'])
export type Verbosity = z.infer<typeof Verbosity>

const minutes = z.number().positive().describe('Minutes.')

/** The secret of a hook is best named by its environment variable; `secret` puts it into the file. */
const hookSecret = { secretEnv: variableName.optional(), secret: z.string().min(16).optional() }

export const IncomingHook = z.strictObject({
  ...hookSecret,
  goal: z.string().min(1).describe('What the team should do; what was posted is quoted under it.'),
  team: z.string().optional(),
  mode: z.string().optional(),
  agents: z.array(z.string()).optional(),
  model: ModelName.optional(),
  workspace: z.string().optional(),
})
export type IncomingHook = z.infer<typeof IncomingHook>

export const OutgoingHook = z.strictObject({
  ...hookSecret,
  url: address,
  events: z.array(z.string().min(1)).min(1).describe('Types of events, such as run.finished or permission.asked.'),
})
export type OutgoingHook = z.infer<typeof OutgoingHook>

/** `config.json` as people write it. Everything is optional; what is unknown is warned about, not refused. */
export const SettingsFile = z.object({
  $schema: z.string().optional(),
  version: z.literal(1).optional(),
  model: ModelName.optional().describe('The model of every agent that has none of its own, as provider/model.'),
  pool: z.array(ModelName).optional().describe('Models that are drawn from when a team is seated.'),
  defaultAgent: Slug.optional().describe('The agent of a run that names no agent and no team. Default: coder.'),
  defaultMode: z
    .enum(Object.keys(modes))
    .optional()
    .describe(
      'How a run works that names no mode, no team and no agents. Default: agent, or as the default team says.',
    ),
  defaultTeam: Slug.optional().describe(
    'Who works in a run that names no mode, no team and no agents. Default: nobody.',
  ),
  providers: z
    .record(z.string().regex(/^[^/\s]+$/, 'must be a name without "/" and blanks'), ProviderEntry)
    .optional()
    .describe('How providers are reached, by the name that stands before the "/" of a model.'),
  prices: z.record(ModelName, Price).optional().describe('USD per million tokens, by provider/model.'),
  limits: LimitSettings.optional().describe('What a run may spend. Durations are minutes, modelTimeout is seconds.'),
  permissions: Rules.optional().describe('allow, ask or deny, by permission and pattern. The last match wins.'),
  mcpServers: z.record(z.string(), McpServer).optional().describe('MCP servers, by name.'),
  variables: z.record(z.string(), z.string()).optional().describe('Values for {{name}} in the prompts of all agents.'),
  verbosity: Verbosity.optional().describe('How much the live view shows. Default: detailed.'),
  interface: z.object({ theme: z.enum(['system', 'light', 'dark']).optional() }).optional(),
  plan: z
    .object({
      maxParallel: z.number().int().min(1).max(32).optional().describe('How many steps run at the same time.'),
      approve: z.boolean().optional().describe('Whether you are asked to approve a plan. Default: true.'),
      worktrees: z.boolean().optional().describe('Every step in a git worktree of its own. Default: false.'),
      lockOut: z
        .boolean()
        .optional()
        .describe('Whoever made a step that the review sends back does not do it again. Default: false.'),
    })
    .optional(),
  panel: z
    .object({
      seats: PanelSettings.shape.seats.describe('How many panelists sit where none are named, 2 to 8. Default: 3.'),
      depth: z
        .enum(['Quick', 'Standard', 'Deep'])
        .optional()
        .describe('How many turns a panel may take: 10, 30 or 50.'),
      moderatorPicks: z.boolean().optional().describe('Whether the Moderator says who speaks next. Default: false.'),
    })
    .optional(),
  orchestrate: z.object({ memberTimeout: minutes.optional() }).optional(),
  delegate: z
    .object({
      maxDepth: z.number().int().min(1).max(20).optional().describe('How often work may be handed on.'),
      timeout: minutes.optional().describe('Minutes that work may take which was handed on.'),
    })
    .optional(),
  web: z
    .object({
      allowHosts: z
        .array(z.string().min(1))
        .optional()
        .describe('Hosts or origins that agents may fetch though they are not public.'),
      crawl: z
        .array(z.string().min(1))
        .optional()
        .describe('Domains that may be crawled; none: only where a crawl begins.'),
      search: WebSearch.optional().describe('The engine that answers searches.'),
    })
    .optional(),
  server: z
    .strictObject({
      allowHosts: z
        .array(z.string().regex(/^[a-z0-9.-]+(:\d+)?$/, 'must be a host name in lower case'))
        .optional()
        .describe('Names besides localhost by which the server may be called, such as that of a proxy.'),
    })
    .optional(),
  webhooks: z
    .strictObject({
      in: z
        .record(z.string().regex(/^[a-z0-9-]+$/, 'must be lower-case letters, digits and hyphens'), IncomingHook)
        .optional()
        .describe('Runs that a signed POST to /api/hooks/<name> starts, by name.'),
      out: z.array(OutgoingHook).optional().describe('Where chosen events are posted to, signed.'),
    })
    .optional(),
  approvals: z
    .object({ expire: minutes.optional().describe('Minutes after which an unanswered ask is a deny.') })
    .optional(),
  decisions: z
    .object({
      window: z
        .number()
        .positive()
        .max(86_400)
        .optional()
        .describe('Seconds that a vote of the team is open. Default: 120.'),
      userVotes: z
        .boolean()
        .optional()
        .describe('Whether you have a vote in the decisions of your teams. Default: false.'),
    })
    .optional(),
  squad: z
    .object({
      maxCharter: z.number().int().min(100).max(100_000).optional().describe('Characters of a charter that are used.'),
    })
    .optional(),
})
export type SettingsFile = z.infer<typeof SettingsFile>

/**
 * What a workspace that nobody trusts may do with each setting: nothing, only be stricter than the user, or what it likes.
 * Every setting must be here, or this does not compile: one that was forgotten would be open to any cloned repository.
 */
export const untrustedMay: { readonly [Key in keyof SettingsFile]-?: 'nothing' | 'narrow' | 'anything' } = {
  $schema: 'anything',
  version: 'anything',
  model: 'nothing',
  pool: 'nothing',
  defaultAgent: 'nothing',
  defaultMode: 'nothing',
  defaultTeam: 'nothing',
  providers: 'nothing',
  prices: 'nothing',
  limits: 'narrow',
  permissions: 'narrow',
  mcpServers: 'nothing',
  variables: 'narrow',
  verbosity: 'anything',
  interface: 'anything',
  plan: 'narrow',
  panel: 'narrow',
  orchestrate: 'narrow',
  delegate: 'narrow',
  web: 'nothing',
  server: 'nothing',
  webhooks: 'nothing',
  approvals: 'narrow',
  decisions: 'narrow',
  squad: 'narrow',
}
