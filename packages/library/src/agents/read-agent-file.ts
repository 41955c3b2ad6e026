import { basename, extname } from 'node:path'
import { Agent, type Json } from '@convene/domain'
import { describeIssue, keyPathText, readJsonc, readSourceFile } from '@convene/platform'
import type { AgentFormat } from './formats/format.ts'
import { agentFormatOf } from './formats/formats.ts'
import { type OpenForkReading, readOpenFork } from './formats/openfork.ts'
import { importInlineAgent } from './import-inline-agent.ts'
import { importSpawns } from './import-spawns.ts'
import { type AgentReading, readAgent } from './read-agent.ts'

const MAX_BYTES = 256_000

/** An agent from a file that the user named, with its text, or what is wrong with it. */
export type AgentFileReading = AgentReading & { readonly text: string }

/** Reads an agent from a file in any format, detected by content or else by location. Never throws. */
export async function readAgentFile(
  file: string,
  format: AgentFormat | null = agentFormatOf(file),
): Promise<AgentFileReading> {
  const found = readSourceFile(file, { maxBytes: MAX_BYTES })
  if (found.state !== 'read') {
    const message = found.state === 'missing' ? 'file not found' : found.message
    return { text: '', problems: [{ severity: 'error', code: 'unreadable', file, message }] }
  }
  const { text } = found
  if (extname(file) === '.json') return { text, ...readJsonAgent(file, text) }
  return { text, ...(await readAgent(file, text, format?.importFields)) }
}

/** The agents of a settings file or profile list of OpenFork. Undefined if it is something else. */
export function readOpenForkFile(file: string): OpenForkReading | undefined {
  if (extname(file) !== '.json') return undefined
  const found = readSourceFile(file, { maxBytes: MAX_BYTES })
  const reading = found.state === 'read' ? readJsonc(found.text) : undefined
  return reading?.ok ? readOpenFork(file, reading.value) : undefined
}

function readJsonAgent(file: string, text: string): AgentReading {
  const broken = (message: string) => ({ severity: 'error', code: 'bad_agent', file, message }) as const
  const reading = readJsonc(text)
  if (!reading.ok) return { problems: [{ ...broken(reading.message), ...reading.place }] }
  const slug = basename(file, '.json')
  const imported = importInlineAgent(reading.value)
  const inner = isFields(imported) && isFields(imported.agent) ? imported.agent : imported
  if (!isFields(inner)) return { problems: [broken('expected an object with name, slug and prompt')] }
  const whole = { slug, ...importSpawns(inner) }
  const parsed = Agent.safeParse(whole)
  if (parsed.success) return { agent: parsed.data, problems: [] }
  const problems = parsed.error.issues.map((issue) => {
    const { path, message } = describeIssue(issue, { value: whole, schema: Agent })
    return { ...broken(message), ...reading.places(path), key: keyPathText(path) }
  })
  return { problems }
}

const isFields = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
