import { isAbsolute } from 'node:path'
import { hookFields, setting, settingByName } from '@convene/domain'
import { z } from 'zod'
import { address, publicUrl, safeAddress, variableName } from './formats.ts'
import type { SettingGroup } from './table.ts'

/** A hook's secret is best referred to by its environment variable. `secret` puts it into the file. */
const hookSecret = {
  secretEnv: variableName.optional().describe('The environment variable that holds the signing secret.'),
  secret: z.string().min(16).optional().describe('The secret itself, at least 16 characters. Prefer a variable.'),
}

export const IncomingHook = z.strictObject({
  ...hookSecret,
  goal: z.string().min(1).describe('What the team should do. The posted body is quoted below it.'),
  ...hookFields,
  workspace: z.string().optional().describe('Same as `convene run --workspace`.'),
})
export type IncomingHook = z.infer<typeof IncomingHook>

export const OutgoingHook = z.strictObject({
  ...hookSecret,
  url: address,
  events: z.array(z.string().min(1)).min(1).describe('Event types, such as run.finished or permission.asked.'),
})
export type OutgoingHook = z.infer<typeof OutgoingHook>

const SpaceRole = z.enum(['viewer', 'member', 'approver', 'admin'])

export const LoginService = z.strictObject({
  issuer: safeAddress.describe('The issuer of the OpenID Connect service.'),
  clientId: z.string().min(1).describe("Convene's client id at the service."),
  clientSecretEnv: variableName
    .optional()
    .describe('The environment variable or stored key that holds the client secret. Leave out for a public client.'),
  scopes: z
    .array(z.string().regex(/^\S+$/))
    .optional()
    .describe('Requested in addition to `openid`. Default: profile, email.'),
  groupsClaim: z.string().min(1).optional().describe('The claim that lists groups. Default: groups.'),
  roles: z
    .record(z.string(), z.union([SpaceRole, z.record(z.string(), SpaceRole)]))
    .optional()
    .describe('The role of each group: one in the space `main`, or one per space.'),
})
export type LoginService = z.infer<typeof LoginService>

const Repository = z.strictObject({
  url: safeAddress
    .refine((url) => !/[@?#]/.test(url), 'must have no name, password, ? or #')
    .describe('The repository address. End it with / for everything below.'),
  tokenEnv: variableName.optional().describe('The environment variable that holds an access token for it.'),
  push: z.boolean().optional().describe('Whether changes are pushed, as the branch convene/SESSION.'),
})
export type Repository = z.infer<typeof Repository>

/** Who may call the server, and whom it calls. */
export const serverSettings = {
  server: {
    strict: true,
    group: {
      allowHosts: setting({
        schema: z.array(z.string().regex(/^[a-z0-9.-]+(:\d+)?$/, 'must be a host name in lower case')),
        default: [],
        untrusted: 'never',
        label: 'Server names',
        hint: "Additional host names for the server, such as a proxy's.",
      }),
      publicUrl: setting({
        schema: publicUrl,
        untrusted: 'never',
        label: 'Public address',
        hint: 'How browsers reach the server through a proxy, such as https://convene.example.com.',
      }),
      oidc: setting({
        schema: LoginService,
        untrusted: 'never',
        label: 'Login service',
        hint: 'The OpenID Connect service that people log in with. Only for servers with a shared database.',
        mustBeValid: true,
      }),
      workspaces: settingByName({
        schema: z.record(z.string(), z.array(z.string().refine(isAbsolute, 'must be an absolute path'))),
        untrusted: 'never',
        label: 'Workspace folders',
        hint: 'The folders that each space works in, including subfolders, by space. Only for servers with a shared database. Without an entry, the space main has the folder that the server was started in, and other spaces have none.',
      }),
      repositories: settingByName({
        schema: z.record(z.string(), z.array(Repository)),
        untrusted: 'never',
        label: 'Repositories',
        hint: 'The git repositories that sessions of each space may work in, by space. Only for servers with a shared database.',
      }),
      stopGrace: setting({
        schema: z.number().min(0).max(3_600),
        default: 60,
        untrusted: 'never',
        label: 'Stop grace period',
        hint: 'Seconds to let calls in progress finish when the server stops. Calls that take longer are cut off and repeated when the run resumes.',
      }),
      openai: setting({
        schema: z.boolean(),
        default: false,
        untrusted: 'never',
        label: 'Teams as models',
        hint: 'Offers each team as a model over an OpenAI-compatible API, at /v1.',
      }),
      a2a: setting({
        schema: z.boolean(),
        default: false,
        untrusted: 'never',
        label: 'Teams over A2A',
        hint: 'Lets other agents start teams over the Agent2Agent protocol, at /a2a.',
      }),
      approveGates: setting({
        schema: z.boolean(),
        default: false,
        untrusted: 'never',
        label: 'Unattended teams',
        hint: 'Teams that other programs start over MCP and A2A do not wait for you: topics and plans are approved, questions get a best assumption, and actions that need your approval are denied. The program learns what was assumed.',
      }),
    },
  } satisfies SettingGroup,
  webhooks: {
    strict: true,
    group: {
      in: settingByName({
        schema: z.record(
          z.string().regex(/^[a-z0-9-]+$/, 'must be lower-case letters, digits and hyphens'),
          IncomingHook,
        ),
        untrusted: 'never',
        label: 'Incoming webhooks',
        hint: 'Runs started by a signed POST to /api/hooks/<name>, by name.',
      }),
      out: setting({
        schema: z.array(OutgoingHook),
        default: [],
        untrusted: 'never',
        label: 'Outgoing webhooks',
        hint: 'URLs that receive selected events, signed.',
      }),
    },
  } satisfies SettingGroup,
}
