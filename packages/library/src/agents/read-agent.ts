import { basename } from 'node:path'
import { Agent, nearestName } from '@convene/domain'
import type { FileProblem } from '@convene/platform'
import { describeIssue, type FilePosition, keyPathText } from '@convene/platform'
import type { ImportFields } from './formats/format.ts'
import type { FrontMatter } from './front-matter.ts'
import { importSpawns } from './import-spawns.ts'
import { readFrontMatter } from './read-front-matter.ts'

type Parts = Extract<FrontMatter, { ok: true }>

/** An agent, or undefined if the file is not one. The problems say why, or what was ignored. */
export type AgentReading = { readonly agent?: Agent; readonly problems: readonly FileProblem[] }

/** Reads one agent file. Every problem names the file, the line, the field and what was expected. */
export async function readAgent(file: string, text: string, importFields?: ImportFields): Promise<AgentReading> {
  const parts = await readFrontMatter(text, 'fast')
  if (!parts.ok) return { problems: [broken(file, parts.place, parts.message)] }
  const slug = basename(file).replace(/(?:\.agent)?\.md$/u, '')
  const fields = importFields ? importFields(parts.fields, slug) : importSpawns(parts.fields)
  if (!fields) return { problems: [] }
  const strangers = importFields ? [] : unknownFields(file, { ...parts, fields })
  const whole = { slug, ...fields, prompt: parts.body }
  const parsed = Agent.safeParse(whole)
  if (parsed.success) return { agent: parsed.data, problems: strangers }
  const exact = await readFrontMatter(text, 'exact')
  const places = exact.ok ? exact.places : parts.places
  const problems = parsed.error.issues.map((issue): FileProblem => {
    const { path, message } = describeIssue(issue, { value: whole, schema: Agent })
    const place = path[0] === 'prompt' ? parts.bodyPlace : places(path)
    return { ...broken(file, place, message), key: keyPathText(path) }
  })
  return { problems: [...strangers, ...problems] }
}

function broken(file: string, place: FilePosition, message: string): FileProblem {
  return { severity: 'error', code: 'bad_agent', file, ...place, message }
}

function unknownFields(file: string, { fields, places }: Parts): readonly FileProblem[] {
  const known = Object.keys(Agent.shape).filter((key) => key !== 'prompt')
  const strangers = Object.keys(fields).filter((key) => !known.includes(key))
  return strangers.map((key) => {
    const nearest = nearestName(key, known)
    const message = `unknown field, ignored.${nearest ? ` Did you mean "${nearest}"?` : ''}`
    return { severity: 'warning', code: 'unknown_key', file, ...places([key]), key: keyPathText([key]), message }
  })
}
