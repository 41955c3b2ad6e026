import { Action, Json, Price } from '@convene/domain'
import { z } from 'zod'
import { DoneAnswer, Problem, pageOf, workspaceQuery } from '../shared.ts'

const Source = z.object({
  layer: z.enum(['user', 'workspace']),
  file: z.string(),
  /** Sent back with a change, so that a concurrent change is not overwritten. */
  digest: z.string().nullable(),
})

const Verdict = z.object({ action: Action, rule: z.string(), layer: z.string() })

const ListedModel = z.object({
  name: z.string(),
  price: Price.nullable(),
  context: z.number().nullable(),
  note: z.string().optional(),
})

const Provider = z.object({
  name: z.string(),
  label: z.string(),
  configured: z.boolean(),
  /** What it needs before it can be used. */
  missing: z.array(z.string()),
  local: z.boolean(),
  address: z.string().nullable(),
  /** The variable that holds its key, if it has one. */
  keyVariable: z.string().nullable(),
  models: z.array(ListedModel),
})

const LocalServer = z.object({
  provider: z.string(),
  label: z.string(),
  address: z.string(),
  models: z.array(z.string()),
})

const KeyPlaceKind = z.enum(['secret-service', 'mac-keychain', 'windows-protection', 'file', 'memory'])

/** A key is shown by its location, never by its value. */
const Key = z.object({
  variable: z.string(),
  provider: z.string(),
  label: z.string(),
  /** What only this provider's keys begin with, as a pattern. A pasted key that matches needs no choice. */
  form: z.string().optional(),
  from: z.enum(['environment', 'kept', 'nowhere']),
  /** The storage location, if it is stored. */
  in: KeyPlaceKind.nullable(),
})

/** Where keys are stored and, if that is a file, why no keychain is used. */
const KeyPlace = z.object({ kind: KeyPlaceKind, label: z.string(), because: z.string().nullable() })

const McpTrial = z.object({
  /** Why it cannot be used, if so. */
  problem: z.string().nullable(),
  /** Sent back to approve these tools. */
  fingerprint: z.string(),
  approved: z.boolean(),
  tools: z.array(z.object({ name: z.string(), description: z.string(), state: z.enum(['new', 'changed', 'known']) })),
  gone: z.array(z.string()),
})

/** One setting, as shown in a form. */
const SettingField = z.object({
  section: z.enum(['runs', 'limits', 'updates']),
  path: z.array(z.string()),
  label: z.string(),
  hint: z.string(),
  kind: z.enum(['number', 'text', 'lines', 'check', 'choice', 'model', 'mode', 'team']),
  options: z.array(z.object({ value: z.string(), label: z.string(), note: z.string().optional() })).optional(),
  placeholder: z.string().optional(),
  /** The label of a choice while nothing is chosen and there is no default. */
  unset: z.string().optional(),
  min: z.number().optional(),
  /** The value is larger than this. */
  above: z.number().optional(),
  max: z.number().optional(),
  step: z.number().optional(),
})

/** Calls about settings, models, keys and tools. */
export const settingsRoutes = {
  settings: {
    method: 'GET',
    path: '/api/settings',
    summary: 'The effective settings, their sources and their problems. Contains no key.',
    query: z.object(workspaceQuery),
    response: z.object({
      settings: z.record(z.string(), Json),
      /** What applies if nothing is set. */
      defaults: z.record(z.string(), Json),
      /** The contents of each file. */
      layers: z.object({ user: z.record(z.string(), Json), workspace: z.record(z.string(), Json) }),
      /** Whether the workspace's file may be changed, and which of its keys are not in effect. */
      workspace: z.object({
        path: z.string(),
        trust: z.enum(['trusted', 'untrusted', 'changed', 'nothing']),
        withheld: z.array(z.string()),
      }),
      sources: z.array(Source),
      problems: z.array(Problem),
      /** How a form shows them. */
      form: z.array(SettingField),
      /** The built-in rules. */
      defaultRules: z.record(z.string(), Json),
    }),
  },
  saveSettings: {
    method: 'PUT',
    path: '/api/settings',
    summary: 'Changes a settings file and keeps its comments. Refused if the file has changed since it was read.',
    body: z.object({
      ...workspaceQuery,
      layer: z.enum(['user', 'workspace']).optional(),
      digest: z.string().nullable(),
      changes: z
        .array(z.object({ path: z.array(z.string()).min(1), value: Json.optional() }))
        .min(1)
        .max(200),
    }),
    response: z.object({ digest: z.string().nullable() }),
  },
  keys: {
    method: 'GET',
    path: '/api/keys',
    summary: 'Which keys exist, and where. Never a key itself.',
    response: pageOf(Key).extend({ place: KeyPlace }),
  },
  saveKey: {
    method: 'PUT',
    path: '/api/keys/:variable',
    summary: 'Stores a key in the system keychain, or in a file that only this user can read.',
    body: z.object({
      value: z.string().trim().min(1).max(10_000),
      /** Use the file even if there is a keychain. */
      in: z.literal('file').optional(),
    }),
    response: z.object({ place: KeyPlace }),
  },
  testKey: {
    method: 'POST',
    path: '/api/keys/:variable/test',
    summary: 'Tries a key with one short call and lists its models. Stores nothing.',
    body: z.object({ value: z.string().trim().min(1).max(10_000) }),
    response: z.object({
      label: z.string(),
      models: z.array(z.string()),
      /** The model that answered. */
      model: z.string().nullable(),
      default: z.string(),
    }),
  },
  deleteKey: {
    method: 'DELETE',
    path: '/api/keys/:variable',
    summary: 'Deletes a stored key.',
    response: DoneAnswer,
  },
  moveKeys: {
    method: 'POST',
    path: '/api/keys/move',
    summary: 'Moves keys from the file to the keychain. Each one leaves the file only after it has been read back.',
    body: z.object({}),
    response: z.object({ moved: z.array(z.string()) }),
  },
  models: {
    method: 'GET',
    path: '/api/models',
    summary: 'Which models can be used, what each missing provider needs, and which servers answer on this machine.',
    query: z.object({ ...workspaceQuery, discover: z.enum(['0', '1']).optional() }),
    response: z.object({
      default: z.object({ model: z.string(), source: z.string(), reason: z.string(), advice: z.string().optional() }),
      providers: z.array(Provider),
      servers: z.array(LocalServer),
      pricesDate: z.string(),
    }),
  },
  tools: {
    method: 'GET',
    path: '/api/tools',
    summary: 'The tools available in a workspace, with their source.',
    query: z.object(workspaceQuery),
    response: pageOf(
      z.object({
        name: z.string(),
        permission: z.string(),
        readOnly: z.boolean(),
        source: z.string(),
        description: z.string(),
      }),
    ).extend({ problems: z.array(Problem) }),
  },
  tryServer: {
    method: 'POST',
    path: '/api/mcp/:name/try',
    summary: 'Starts an MCP server from the settings, lists its tools and stops it again.',
    body: z.object(workspaceQuery),
    response: McpTrial,
  },
  approveServer: {
    method: 'POST',
    path: '/api/mcp/:name/approve',
    summary: 'Approves an MCP server’s tools as shown. Refused if they have changed since.',
    body: z.object({ ...workspaceQuery, fingerprint: z.string().min(1).max(200) }),
    response: DoneAnswer,
  },
  testTool: {
    method: 'POST',
    path: '/api/tools/test',
    summary: 'Which permission rule applies to a call such as `bash:git push` (dry run).',
    body: z.object({ ...workspaceQuery, call: z.string().min(1).max(10_000), agent: z.string().optional() }),
    response: Verdict.extend({
      tool: z.string(),
      of: z.array(Verdict.extend({ permission: z.string(), target: z.string(), note: z.string().optional() })),
    }),
  },
} as const
