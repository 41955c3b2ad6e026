import { Agent, type Json, slugOf } from '@convene/domain'
import { describeIssue, type FileProblem, keyPathText } from '@convene/platform'
import { colorOf, paragraph, present } from './import-text.ts'
import { toolNames } from './import-tools.ts'
import { filledText, isFields, lowered, type PlainFields } from './plain-fields.ts'

/** The agents in one file of OpenFork, and what could not be imported. */
export type OpenForkReading = { readonly agents: readonly Agent[]; readonly problems: readonly FileProblem[] }

/**
 * The agents of OpenFork's `appsettings.json` (`Agents.Custom`), or of a list of its older AgentProfiles. Undefined if
 * the file has neither. Variables for all agents become variables of each.
 */
export function readOpenFork(file: string, value: Json): OpenForkReading | undefined {
  const { list, variables } = listIn(value)
  if (!list) return undefined
  const readings = list.map((each, index) => readOne(file, each, { index, variables }))
  return { agents: readings.flatMap(({ agents }) => agents), problems: readings.flatMap(({ problems }) => problems) }
}

function listIn(value: Json): { readonly list?: readonly Json[]; readonly variables: PlainFields } {
  const agents = isFields(value) ? lowered(value).agents : undefined
  const settings = isFields(agents) ? lowered(agents) : {}
  const variables = isFields(settings.globalpromptvariables) ? settings.globalpromptvariables : {}
  if (Array.isArray(settings.custom)) return { list: settings.custom, variables }
  const isProfile = (each: Json) => isFields(each) && 'systemprompt' in lowered(each)
  return Array.isArray(value) && value.every(isFields) && value.some(isProfile)
    ? { list: value, variables }
    : { variables }
}

type Context = { readonly index: number; readonly variables: PlainFields }

function readOne(file: string, each: Json, { index, variables }: Context): OpenForkReading {
  const fields = isFields(each) ? lowered(each) : {}
  const name = filledText(fields.name) ?? ''
  const problem = (severity: FileProblem['severity'], message: string): FileProblem => ({
    ...{ severity, code: 'bad_agent', file, message: `${name || `agent ${index + 1}`}: ${message}` },
  })
  const whole = { ...importFields(fields, name), variables: textsIn({ ...variables, ...own(fields.promptvariables) }) }
  const parsed = Agent.safeParse(whole)
  const left = [
    ...('permissions' in fields ? ['its permissions are not imported. Review them.'] : []),
    ...unknownToolMode(fields.tools),
    ...droppedOverrides(fields.tools),
    ...unknownKeys(fields),
  ].map((message) => problem('warning', message))
  if (parsed.success) return { agents: [parsed.data], problems: left }
  const problems = parsed.error.issues.map((issue) => {
    const { path, message } = describeIssue(issue, { value: whole, schema: Agent })
    return problem('error', `${keyPathText(path)}: ${message}`)
  })
  return { agents: [], problems }
}

const importFields = (fields: PlainFields, name: string): PlainFields =>
  present({
    name: name.slice(0, 50),
    slug: filledText(fields.slug) ?? slugOf(name),
    description: paragraph(fields.description),
    useFor: paragraph(fields.description),
    category: filledText(fields.category)?.toLowerCase(),
    model: modelOf(fields),
    temperature: fields.temperature ?? undefined,
    maxTokens: fields.maxtokens ?? undefined,
    prompt: fields.systemprompt,
    usePrefix: fields.usedefaultsystemprefix,
    execution: executions[filledText(fields.executionmode)?.toLowerCase() ?? ''],
    maxIterations: fields.maxiterations,
    timeout: minutesOf(fields.timeout),
    spawns: spawnsOf(fields),
    tools: toolsOf(fields.tools),
    icon: filledText(fields.iconemoji),
    color: colorOf(fields.color),
    order: fields.displayorder,
    visible: fields.isvisible,
  })

const KEYS = [
  ...['id', 'name', 'slug', 'description', 'category', 'providerid', 'providerkey', 'modelid', 'model', 'temperature'],
  ...['maxtokens', 'systemprompt', 'promptvariables', 'usedefaultsystemprefix', 'executionmode', 'maxiterations'],
  ...['timeout', 'canspawnsubagents', 'allowedsubagenttypes', 'tools', 'permissions', 'iconemoji', 'color'],
  ...['displayorder', 'isvisible', 'createdat', 'updatedat'],
]
const TOOL_KEYS = ['mode', 'toollist', 'overrides']

/** Content that none of our fields can hold. */
function unknownKeys(fields: PlainFields): readonly string[] {
  const tools = isFields(fields.tools) ? Object.keys(lowered(fields.tools)) : []
  return [
    ...Object.keys(fields).filter((key) => !KEYS.includes(key)),
    ...tools.filter((key) => !TOOL_KEYS.includes(key)).map((key) => `tools.${key}`),
  ].map((key) => `${key} is not imported.`)
}

const MODES = ['all', 'none', 'onlythese', 'allexcept']

/** A restriction that Convene does not understand must not become all tools. */
function isUnknownMode(tools: Json | undefined): boolean {
  const mode = isFields(tools) ? filledText(lowered(tools).mode) : undefined
  return mode !== undefined && !MODES.includes(mode.toLowerCase())
}

const unknownToolMode = (tools: Json | undefined): readonly string[] =>
  isUnknownMode(tools)
    ? [`its tool mode is unknown (known: All, None, OnlyThese, AllExcept), so it gets no tools.`]
    : []

const executions: { readonly [mode: string]: string } = {
  agentic: 'agentic',
  singleshot: 'single',
  streaming: 'streaming',
  planning: 'planning',
}

function modelOf(fields: PlainFields): string | undefined {
  const provider = filledText(fields.providerid) ?? filledText(fields.providerkey)
  const model = filledText(fields.modelid) ?? filledText(fields.model)
  return provider && model ? `${provider.toLowerCase()}/${model}` : undefined
}

function spawnsOf({ canspawnsubagents: may, allowedsubagenttypes: named }: PlainFields): Json | undefined {
  if (may !== true) return undefined
  return Array.isArray(named) && named.length > 0 ? named : '*'
}

function toolsOf(tools: Json | undefined): Json | undefined {
  if (!isFields(tools)) return undefined
  const { mode, toollist } = lowered(tools)
  const names = toolNames(toollist)
  const word = isUnknownMode(tools) ? 'none' : filledText(mode)?.toLowerCase()
  const overrides = overridesIn(tools)
  const isPlain = Object.keys(overrides).length === 0
  if (word === 'none') return 'none'
  if (word === 'onlythese') return isPlain ? { only: names } : { only: names, overrides }
  const except = word === 'all' ? [] : names
  if (!isPlain) return { except, overrides }
  return except.length > 0 ? { except } : 'all'
}

/** How single tools behave, under our names for them. */
function overridesIn(tools: PlainFields): PlainFields {
  return Object.fromEntries(
    Object.entries(own(lowered(tools).overrides)).flatMap(([tool, value]) => {
      const override = overrideOf(value)
      return Object.keys(override).length === 0 ? [] : toolNames([tool]).map((name) => [name, override] as const)
    }),
  )
}

function overrideOf(value: Json): PlainFields {
  const { maxoutputlength, timeout, defaultarguments } = lowered(own(value))
  return present({
    maxOutput: maxoutputlength ?? undefined,
    timeout: minutesOf(timeout),
    arguments: isFields(defaultarguments) ? defaultarguments : undefined,
  })
}

const OVERRIDES = ['maxoutputlength', 'timeout', 'defaultarguments']

/** What a tool's override says that Convene has no setting for. */
function droppedOverrides(tools: Json | undefined): readonly string[] {
  const { mode, overrides } = isFields(tools) ? lowered(tools) : {}
  const named = Object.entries(own(overrides))
  if (named.length > 0 && filledText(mode)?.toLowerCase() === 'none')
    return [`it has no tools, so its tool overrides are not imported: ${named.map(([tool]) => tool).join(', ')}.`]
  return named.flatMap(([tool, value]) => {
    const unknown = Object.keys(own(value)).filter((key) => !OVERRIDES.includes(key.toLowerCase()))
    if (toolNames([tool]).length === 0) return [`the tool override for ${tool} is not imported: no tool has this name.`]
    return unknown.length === 0 ? [] : [`of the tool override for ${tool}, ${unknown.join(', ')} is not imported.`]
  })
}

/** `01:30:00` is an hour and a half. */
function minutesOf(span: Json | undefined): number | undefined {
  const found = /^(?:(\d+)\.)?(\d{1,2}):(\d{2}):(\d{2})/u.exec(filledText(span) ?? '')
  if (!found) return undefined
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(1).map((part) => Number(part ?? 0))
  return days * 1_440 + hours * 60 + minutes + seconds / 60
}

const own = (value: Json | undefined): PlainFields => (isFields(value) ? value : {})

const textsIn = (fields: PlainFields): PlainFields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value === 'string'))
