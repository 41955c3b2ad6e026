import type { Check } from '../../check/check.ts'
import { checkText } from '../../check/check-text.ts'
import type { LineComment } from '../../event/build-facts.ts'
import type { PlanStep } from '../../event/step.ts'
import { countText } from '../../text/amounts.ts'

/** A plan as people read and edit it. `readPlanText` reads the same lines back. */
export function planText(steps: readonly PlanStep[]): string {
  return steps.map(stepText).join('\n\n')
}

function stepText(step: PlanStep): string {
  const { tools, approve, worktree, dependsOn } = step
  const rows: readonly (readonly [string, string])[] = [
    ['acceptance', oneLine(step.acceptance)],
    ...(step.checks ?? []).map((check) => [isGuard(check) ? 'guard' : 'check', checkText(check)] as const),
    ['after', dependsOn.join(', ')],
    ['tools', tools === undefined ? '' : tools.length > 0 ? tools.join(', ') : 'none'],
    ['approve', approve ?? ''],
    ['budget', budgetText(step.budget)],
    ['candidates', step.candidates === undefined ? '' : String(step.candidates)],
    ['worktree', worktree === undefined ? '' : worktree ? 'yes' : 'no'],
  ]
  const lines = rows.flatMap(([name, value]) => (value === '' ? [] : [`   ${name}: ${value}`]))
  return [`${step.id}. ${step.owner}: ${oneLine(step.description)}`, ...lines].join('\n')
}

const isGuard = (check: Check): boolean => check.kind === 'command' && check.guard === true

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

export function budgetText(budget: PlanStep['budget']): string {
  if (!budget) return ''
  const { minutes, tokens, toolCalls, files } = budget
  const parts = [
    minutes === undefined ? '' : countText(minutes, 'minute'),
    tokens === undefined ? '' : countText(tokens, 'token'),
    toolCalls === undefined ? '' : countText(toolCalls, 'call'),
    files === undefined ? '' : countText(files, 'file'),
  ]
  return parts.filter((part) => part !== '').join(', ')
}

/** `Candidate A`: how people and reviewers read it. */
export const candidateName = (name: string): string => `Candidate ${name.toUpperCase()}`

/** `src/a.ts:12: high: it is never closed`. */
export const lineCommentText = ({
  path,
  line,
  severity,
  text,
}: Pick<LineComment, 'path' | 'line' | 'severity' | 'text'>): string => `${path}:${line}: ${severity}: ${text}`

const HEAD = /^([A-Za-z0-9][\w-]*)\.\s+([^:\n]{1,80}):\s+(\S.*)$/s
// With `s`, the dot also matches line separators. If the end could fail to match, every space before it would be
// retried.
const ROW = /^\s+(acceptance|checks?|guard|after|tools|approve|budget|candidates|worktree):\s*(.*)$/is

/** The steps in lines written by `planText`, or undefined if there are none. */
export function readPlanText(text: string): readonly unknown[] | undefined {
  const steps: Record<string, unknown>[] = []
  for (const line of text.split(/\r?\n/)) {
    const head = HEAD.exec(line)
    const row = ROW.exec(line)
    const last = steps.at(-1)
    if (head) steps.push({ id: head[1], owner: head[2]?.trim(), description: head[3]?.trim() })
    else if (row && last) addField(last, row[1]?.toLowerCase() ?? '', row[2]?.trim() ?? '')
  }
  return steps.length > 0 ? steps : undefined
}

/** A step may have several checks. Every other field has one line. */
function addField(step: Record<string, unknown>, name: string, value: string): void {
  if (!/^(?:checks?|guard)$/u.test(name)) return void Object.assign(step, fieldOf(name, value))
  if (value === '' || value === 'none') return
  const before = Array.isArray(step.checks) ? step.checks : []
  step.checks = [...before, name === 'guard' ? { command: value, guard: true } : value]
}

function fieldOf(name: string, value: string): object {
  switch (name) {
    case 'after':
      return { dependsOn: listed(value) }
    case 'tools':
      return { tools: value === 'none' ? [] : listed(value) }
    case 'budget':
      return { budget: budgetIn(value) }
    case 'candidates':
      return { candidates: Number(value) }
    case 'worktree':
      return { worktree: /^(yes|true)$/i.test(value) }
    default:
      return { [name]: value }
  }
}

const listed = (value: string): readonly string[] => value.split(',').flatMap((part) => part.trim() || [])

const units: { readonly [unit: string]: string } = {
  minute: 'minutes',
  token: 'tokens',
  call: 'toolCalls',
  file: 'files',
}

function budgetIn(value: string): object {
  const found = [
    ...value.matchAll(
      /(?<![\d,.])(\d{1,3}(?:,\d{3}){1,4}|\d{1,15}(?:\.\d{1,15})?)\s{0,20}(minute|token|call|file)s?/gi,
    ),
  ]
  return Object.fromEntries(
    found.map(([, amount, unit = '']) => [units[unit.toLowerCase()] ?? unit, Number(amount?.replaceAll(',', ''))]),
  )
}
