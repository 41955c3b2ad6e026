import { ownValue } from '../shared/record.ts'
import type { Run, Session } from '../state/session.ts'
import type { TaskCall } from '../state/task.ts'
import { isInner } from '../team/inner-tools.ts'
import { cleanLine } from '../text/clean.ts'

/** A run names no more than these. */
const MOST_KEPT = 50
const LONGEST = 120

/** Remembers what a call would have changed if it had been allowed, or that a call has changed something. */
export function rememberWithheld(
  session: Session,
  call: TaskCall,
  end: { readonly denied: 'user' | 'rule' | undefined; readonly ran: boolean },
) {
  const { run } = session
  if (!run || (!end.denied && !end.ran) || isHarmless(run, call)) return session
  const others = (run.withheld ?? []).filter(({ what }) => what !== inWords(call))
  const { withheld: _, ...rest } = run
  if (end.denied) {
    const withheld = [...others, { what: inWords(call), by: end.denied }].slice(-MOST_KEPT)
    return { ...session, run: { ...rest, withheld } }
  }
  return { ...session, run: { ...rest, ...(others.length > 0 && { withheld: others }), acted: true } }
}

const isHarmless = (run: Run, { tool }: TaskCall): boolean =>
  isInner(tool) || ownValue(run.settings.tools, tool)?.readOnly === true

/** `bash npm publish`, `edit src/a.ts`. */
function inWords({ tool, input }: TaskCall): string {
  const fields = typeof input === 'object' && input !== null ? Object.entries(input) : []
  const target = TARGETS.map((key) => fields.find(([name]) => name === key)?.[1]).find(
    (value) => typeof value === 'string',
  )
  return cleanLine(`${tool} ${target ?? ''}`).slice(0, LONGEST)
}

const TARGETS = ['command', 'path', 'url', 'target', 'name']
