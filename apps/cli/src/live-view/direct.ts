import { clean } from '@convene/domain'
import { isFence } from '../terminal/markdown.ts'
import { speakerOf } from './speakers.ts'
import type { Entry, Running, View } from './view.ts'

type Folded = { readonly view: View; readonly entries: readonly Entry[] }

/** Begins to show a call as it comes, under its agent's name. */
export function openDirect(view: View, { effect, task, agent }: Running): Folded {
  const direct = { effect, task, agent, said: '', line: '', inCode: false }
  const heading: Entry = { kind: 'heading', speaker: speakerOf(view.session, agent) }
  const isUnder = view.under?.task === task
  const under = { task, heading: view.session.tasks[task]?.heading, said: '' }
  return { view: { ...view, direct, under }, entries: isUnder ? [] : [heading] }
}

/** Adds text to what is shown: lines that became complete are printed, the last one stays open. */
export function textLines(view: View, text: string): Folded {
  const { direct, under } = view
  if (!direct || !under || text === '') return { view, entries: [] }
  const lines = (direct.line + text).split('\n')
  const line = lines.pop() ?? ''
  let { inCode } = direct
  const entries = lines.map((raw): Entry => {
    const shown = clean(raw)
    const entry = { kind: 'line', text: shown, inCode } as const
    if (isFence(shown)) inCode = !inCode
    return entry
  })
  const said = direct.said + text
  return { view: { ...view, direct: { ...direct, said, line, inCode }, under: { ...under, said } }, entries }
}

/** Ends it: the open line is printed, and then what had to wait. */
export function closeDirect(view: View): Folded {
  const { direct, held } = view
  if (!direct) return { view, entries: [] }
  const shown = clean(direct.line)
  const last: readonly Entry[] = shown.trim() === '' ? [] : [{ kind: 'line', text: shown, inCode: direct.inCode }]
  return { view: { ...view, direct: null, held: [] }, entries: [...last, ...held] }
}
