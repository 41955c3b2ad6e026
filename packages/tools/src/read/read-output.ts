import type { Event } from '@convene/domain'
import type { EventLog } from '@convene/engine'
import { failed } from '../failed-output.ts'
import type { ToolContext, ToolResult } from '../tool.ts'
import { takeLines } from './line-window.ts'
import { LINE_CHARACTERS, presentLines, windowFor } from './present-lines.ts'

/** Where the outputs of earlier calls are. */
export type OutputLog = Pick<EventLog, 'read'>

/**
 * Reads lines from the output of an earlier call by the same agent, as the agent got it then. Other agents' outputs
 * stay closed: they may contain what it must not know yet, such as a panelist's findings in a blind round.
 */
export async function readOutput(
  log: OutputLog | undefined,
  seq: number,
  input: { readonly offset: number; readonly limit: number },
  context: ToolContext,
): Promise<ToolResult> {
  const [event] = (await log?.read(context.session, seq - 1, 1)) ?? []
  if (event?.type !== 'tool.finished' || event.seq !== seq || !isOwn(event, context)) return failed(NOT_YOURS)
  const window = windowFor(input)
  return presentLines('output', await takeLines([foldLines(event.data.output)], window), window)
}

/** Different callers may use the same subagent, so outputs are shared only under the same caller. */
const isOwn = ({ agent, parent = '' }: Event, { agent: reader, task }: ToolContext): boolean =>
  agent === reader && (/^\d+$/.test(parent) || task.startsWith(`${parent}/`))

const NOT_YOURS = 'You have no output with this number in this session. Check the number, or call the tool again.'

/** Splits a long line, so that every part of it can be reached by line number. */
const foldLines = (text: string): string => text.replaceAll(PIECE, '$&\n')

/** Counts whole characters, which may take two UTF-16 units each. */
const PIECE = new RegExp(`[^\\n]{${LINE_CHARACTERS / 2}}(?=[^\\n])`, 'gu')
