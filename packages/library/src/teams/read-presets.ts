import { type Json, slugOf, Team, traitsOf } from '@convene/domain'
import { describeIssue, type FileProblem, keyPathText, readJsonc } from '@convene/platform'
import { paragraph, present } from '../agents/formats/import-text.ts'
import { filledText, isFields, lowered, type PlainFields } from '../agents/formats/plain-fields.ts'
import type { TeamFormatOptions } from './team-format.ts'

/** The teams in a file of PolyPilot, and what is missing in them. */
export type PresetsReading = { readonly teams: readonly Team[]; readonly problems: readonly FileProblem[] }

/** PolyPilot writes its modes as words or as numbers. */
const MODES = ['broadcast', 'sequential', 'orchestrator', 'orchestratorreflect']
const OURS = ['broadcast', 'sequential', 'orchestrate', 'reflect']

/** The teams of PolyPilot's `presets.json`. Undefined if the text is not one. */
export function readPresets(file: string, text: string, options: TeamFormatOptions = {}): PresetsReading | undefined {
  const reading = readJsonc(text)
  const value = reading.ok ? reading.value : undefined
  const list = Array.isArray(value) ? value : isFields(value) ? lowered(value).presets : undefined
  if (!Array.isArray(list) || !list.some(isPreset)) return undefined
  const readings = list.map((each, index) =>
    readOne(file, { fields: isFields(each) ? lowered(each) : {}, index }, options),
  )
  return { teams: readings.flatMap(({ teams }) => teams), problems: readings.flatMap(({ problems }) => problems) }
}

const isPreset = (each: Json): boolean => isFields(each) && 'workermodels' in lowered(each) && 'name' in lowered(each)

type Numbered = { readonly fields: PlainFields; readonly index: number }

function readOne(file: string, { fields, index }: Numbered, options: TeamFormatOptions): PresetsReading {
  const name = filledText(fields.name) ?? ''
  const problem = (severity: FileProblem['severity'], message: string): FileProblem => ({
    ...{ severity, code: 'bad_team', file, message: `${name || `preset ${index + 1}`}: ${message}` },
  })
  const problems: FileProblem[] = []
  const modelOf = (written: Json | undefined): string | undefined => {
    const wanted = filledText(written)
    const model = wanted && options.modelFor?.(wanted)
    if (wanted && !model) problems.push(problem('warning', `the model ${wanted} is not available, so yours is used.`))
    return model || undefined
  }
  const mode = modeOf(fields.mode)
  const lead = modelOf(fields.orchestratormodel)
  const whole = present({
    ...{ name: name.slice(0, 80), slug: slugOf(name), mode, description: paragraph(fields.description) },
    lead: traitsOf(mode ?? '').led && lead ? { agent: 'orchestrator', model: lead } : undefined,
    members: membersOf(fields, modelOf),
    sharedContext: filledText(fields.sharedcontext),
    routingContext: filledText(fields.routingcontext),
  })
  if (!isPreset(fields)) return { teams: [], problems: [problem('error', 'a preset has Name and WorkerModels.')] }
  const parsed = Team.safeParse(whole)
  if (parsed.success) return { teams: [parsed.data], problems }
  const errors = parsed.error.issues.map((issue) => {
    const { path, message } = describeIssue(issue, { value: whole, schema: Team })
    return problem('error', `${keyPathText(path)}: ${message}`)
  })
  return { teams: [], problems: [...problems, ...errors] }
}

const modeOf = (mode: Json | undefined): string => {
  const index = typeof mode === 'number' ? mode : MODES.indexOf(String(mode ?? 'orchestrator').toLowerCase())
  return OURS[index] ?? String(mode)
}

function membersOf(fields: PlainFields, modelOf: (written: Json | undefined) => string | undefined): Json {
  const models = listOf(fields.workermodels)
  const prompts = listOf(fields.workersystemprompts)
  const names = listOf(fields.workerdisplaynames)
  return models.map((written, index) => {
    const prompt = filledText(prompts[index])
    const name = filledText(names[index]) ?? `Worker ${index + 1}`
    const agent = prompt ? { name: name.slice(0, 50), slug: slugOf(name), prompt } : 'worker'
    return present({ agent, name: name.slice(0, 50), model: modelOf(written) })
  })
}

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])
