import { clean, stanceLine, streamedLines } from '@convene/domain'
import { isFence } from '../terminal/markdown.ts'
import { isTableLine } from '../terminal/markdown-table.ts'
import { liveSpeakerOf } from './speakers.ts'
import type { Direct, LiveEntry, LiveView, Running } from './view.ts'

type Folded = { readonly view: LiveView; readonly entries: readonly LiveEntry[] }

/** Starts streaming a call under its agent's name. */
export function openDirect(view: LiveView, { effect, task, agent }: Running): Folded {
  const direct = { effect, task, agent, said: '', line: '', inCode: false }
  const heading: LiveEntry = { kind: 'heading', speaker: liveSpeakerOf(view.session, agent) }
  const isUnder = view.under?.task === task
  const under = { task, kind: view.session.tasks[task]?.kind, said: '' }
  return { view: { ...view, direct, under }, entries: isUnder ? [] : [heading] }
}

/** Adds streamed text: complete lines are printed, the last one stays open. */
export function textLines(view: LiveView, text: string): Folded {
  const { direct, under } = view
  if (!direct || !under || text === '') return { view, entries: [] }
  const { entries, inCode, line } = complete(direct.line + text, direct.inCode)
  const said = direct.said + text
  return { view: { ...view, direct: { ...direct, said, line, inCode }, under: { ...under, said } }, entries }
}

/** Longer blocks are printed line by line. */
const LONGEST_BLOCK = 100

/**
 * The complete lines of a text. Lines of a table or a position stay open until it ends, because they are drawn
 * together.
 */
function complete(text: string, isCode: boolean): Pick<Direct, 'inCode' | 'line'> & { readonly entries: LiveEntry[] } {
  const lines = streamedLines(text)
  const open = [lines.pop() ?? '']
  let inCode = isCode
  const entries = lines.map((raw): LiveEntry & { readonly kind: 'line' } => {
    const shown = clean(raw)
    const entry = { kind: 'line', text: shown, inCode } as const
    if (isFence(shown)) inCode = !inCode
    return entry
  })
  const end = entries.findLastIndex((entry) => entry.inCode || !isPart(entry.text)) + 1
  const isOpen = end < entries.length && entries.length - end <= LONGEST_BLOCK
  if (isOpen) open.unshift(...lines.slice(end))
  return { entries: isOpen ? entries.slice(0, end) : entries, inCode, line: open.join('\n') }
}

const isPart = (line: string): boolean => isTableLine(line) || stanceLine(line) !== undefined

/** Ends the stream: prints the open line, then everything that had to wait. */
export function closeDirect(view: LiveView): Folded {
  const { direct, held } = view
  if (!direct) return { view, entries: [] }
  const { entries } = complete(`${direct.line.trimEnd()}\n\n`, direct.inCode)
  const last = direct.line.trim() === '' ? [] : entries.slice(0, -1)
  return { view: { ...view, direct: null, held: [] }, entries: [...last, ...held] }
}
