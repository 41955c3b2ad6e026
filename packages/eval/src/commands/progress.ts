import { cleanLine, costText, countText } from '@convene/domain'
import type { CommandContext } from '@convene/host'
import { NOMINAL_SAMPLES } from '../comparison/self-consistency.ts'
import type { EvalRun } from '../run/run-eval.ts'
import type { ReadyEval } from '../run/start-eval.ts'

type Progress = Pick<EvalRun, 'progress' | 'notice'> & { end(): void }

/** One line that counts up on a terminal; every tenth run as a line elsewhere. */
export function progressOn({ err }: CommandContext['terminal'], { plan, journal }: ReadyEval): Progress {
  let done = new Set(journal.entries().flatMap((entry) => (entry.type === 'replied' ? [entry.unit] : []))).size
  let shown = ''
  const replace = (text: string) => {
    err.write(`${' '.repeat(shown.length)}\r${text}\r`)
    shown = text
  }
  const total = () => {
    const samples = plan.arms.includes('self-consistency')
      ? (journal.sized?.samples ?? NOMINAL_SAMPLES)
      : plan.arms.includes('single')
        ? 1
        : 0
    return plan.questions.length * (samples + plan.arms.filter((arm) => arm === 'panel' || arm === 'two-first').length)
  }
  return {
    progress(unit, reply) {
      done += 1
      const spent = costText({ costUsd: journal.spentUsd(), unpriced: reply.cost.unpriced })
      const text = `${done} of ${countText(Math.max(done, total()), 'run')} · ${spent} · ${cleanLine(unit.key)}`
      if (err.isTerminal) replace(text.slice(0, err.columns() - 1))
      else if (done % 10 === 0) err.write(`${text}\n`)
      if (reply.failed !== undefined) this.notice(`${cleanLine(unit.key)} failed: ${cleanLine(reply.failed)}`)
    },
    notice(text) {
      if (err.isTerminal) replace('')
      err.write(`${text}\n`)
    },
    end: () => {
      if (err.isTerminal) replace('')
    },
  }
}
