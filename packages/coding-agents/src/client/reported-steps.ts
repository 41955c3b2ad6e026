import type { RequestPermissionRequest } from '@agentclientprotocol/sdk'
import type { ReportedStep } from '@convene/domain'
import { recordOf } from './message-stream.ts'
import { stepOf } from './step.ts'

type Fields = { readonly [key: string]: unknown }

/** More open steps than this are ignored. */
const MOST_OPEN = 200
const MOST_TEXT = 2_000
const MOST_OUTPUT = 8_000

/** What an agent says about its own tool calls, put together from its updates. */
export class ReportedSteps {
  readonly #open = new Map<string, Fields>()

  /** The step that has ended with this update, if one has. */
  hear(update: Fields): ReportedStep | undefined {
    const { sessionUpdate, toolCallId } = update
    if ((sessionUpdate !== 'tool_call' && sessionUpdate !== 'tool_call_update') || typeof toolCallId !== 'string')
      return undefined
    const known = this.#open.get(toolCallId)
    if (!known && this.#open.size >= MOST_OPEN) return undefined
    const call = { ...known, ...withoutEmpty(update) }
    this.#open.set(toolCallId, call)
    if (call.status !== 'completed' && call.status !== 'failed') return undefined
    this.#open.delete(toolCallId)
    return stepIn(call)
  }
}

const withoutEmpty = (update: Fields): Fields =>
  Object.fromEntries(Object.entries(update).filter(([, value]) => value !== undefined && value !== null))

function stepIn(call: Fields): ReportedStep {
  const { kind, title, command, paths, url } = stepOf({ toolCall: shaped(call) } as unknown as RequestPermissionRequest)
  const output = outputOf(call)
  const isCommand = kind === 'execute' && command !== undefined
  return {
    kind,
    title: title.slice(0, MOST_TEXT),
    ok: call.status === 'completed' && exitOf(call) === 0,
    ...(isCommand && { command: command.slice(0, MOST_TEXT) }),
    ...(paths && { paths: [...paths].slice(0, 20) }),
    ...(url !== undefined && { url: url.slice(0, MOST_TEXT) }),
    ...(isCommand && output !== '' && { output: output.slice(-MOST_OUTPUT) }),
  }
}

/** Fields of the wrong type are left out. */
const shaped = ({ kind, title, rawInput, locations, content, name }: Fields) => ({
  ...(typeof kind === 'string' && { kind }),
  ...(typeof title === 'string' && { title }),
  ...(typeof name === 'string' && { name }),
  rawInput,
  locations: (Array.isArray(locations) ? locations : []).map(recordOf),
  content,
})

/** Agents give an exit code in different ways, and some none. */
function exitOf({ rawOutput }: Fields): number {
  const output = recordOf(rawOutput)
  const code = [output.exitCode, output.exit_code, output.code, recordOf(output.metadata).exit].find(
    (value) => typeof value === 'number',
  )
  return typeof code === 'number' ? code : 0
}

function outputOf({ rawOutput, content }: Fields): string {
  const output = recordOf(rawOutput)
  const raw = [rawOutput, output.stdout, output.output, output.aggregated_output, output.formatted_output].find(
    (value) => typeof value === 'string',
  )
  if (typeof raw === 'string') return raw
  return (Array.isArray(content) ? content : [])
    .map((part) => recordOf(recordOf(part).content).text)
    .filter((text) => typeof text === 'string')
    .join('\n')
}
