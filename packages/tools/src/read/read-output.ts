import type { Event } from '@convene/domain'
import type { EventLog } from '@convene/engine'
import { failed } from '../say.ts'
import type { ToolContext, ToolResult } from '../tool.ts'
import { takeLines } from './line-window.ts'
import { LINE_CHARACTERS, presentLines, windowFor } from './present-lines.ts'

/** Where the outputs of earlier calls are. */
export type OutputLog = Pick<EventLog, 'read'>

/**
 * Reads lines of an output that an earlier call of the same agent had, as the agent got it then. Others' outputs stay
 * closed: they may say what it must not know yet, such as what a panelist found in a blind round.
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

/** Different callers may use the same subagent, so its outputs are its own only below the same caller. */
const isOwn = ({ agent, parent = '' }: Event, { agent: reader, task }: ToolContext): boolean =>
  agent === reader && (/^\d+$/.test(parent) || task.startsWith(`${parent}/`))

const NOT_YOURS = 'You have no output with this number in this session. Check the number, or call the tool again.'

/** An output may be one long line: in pieces, every part of it can be reached by its number. */
const foldLines = (text: string): string => text.replaceAll(PIECE, '$&\n')

/** Whole characters, each of which may take two units. */
const PIECE = new RegExp(`[^\\n]{${LINE_CHARACTERS / 2}}(?=[^\\n])`, 'gu')
