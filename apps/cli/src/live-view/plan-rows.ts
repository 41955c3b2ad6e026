import { cleanLine, isActive, modeViewOf, type StepView } from '@convene/domain'
import type { MarkdownPage } from '../terminal/markdown.ts'
import { pad, shorten, widthOf } from '../terminal/width.ts'
import { liveSpeakerOf } from './speakers.ts'
import type { LiveView } from './view.ts'

const MOST_ROWS = 8

/** How a step's state looks in one character. */
const marks: { readonly [state: string]: string } = {
  pending: '·',
  running: '▸',
  waiting: '⇢',
  blocked: '■',
  finished: '○',
  accepted: '✓',
  reopened: '↺',
  failed: '✗',
  skipped: '–',
  not_carried_out: '–',
}

/** The steps of a plan in progress, with their states. Of a long plan, those around the current ones. */
export function planRows(view: LiveView, { width, style }: MarkdownPage): readonly string[] {
  const { run } = view.session
  const plan = run && modeViewOf(run).plan
  if (!plan?.committed || !isActive(view.session)) return []
  const steps = around(plan.steps)
  const ids = Math.max(...steps.map(({ id }) => widthOf(id)))
  const names = Math.max(...steps.map(({ owner }) => widthOf(liveSpeakerOf(view.session, owner).name)))
  return steps.map((step) => {
    const { name, color } = liveSpeakerOf(view.session, step.owner)
    const room = Math.max(10, width - ids - names - 8)
    const text = shorten(cleanLine(step.description), room)
    const isOpen = ['running', 'blocked', 'waiting'].includes(step.state)
    return ` ${step.against ? '!' : marks[step.state]} ${pad(step.id, ids)}  ${style.colour(color)(pad(name, names))}  ${isOpen ? text : style.dim(text)}`
  })
}

function around(steps: readonly StepView[]): readonly StepView[] {
  if (steps.length <= MOST_ROWS) return steps
  const now = Math.max(0, steps.findIndex(({ state }) => state === 'running') - 2)
  const from = Math.min(now, steps.length - MOST_ROWS)
  return steps.slice(from, from + MOST_ROWS)
}
